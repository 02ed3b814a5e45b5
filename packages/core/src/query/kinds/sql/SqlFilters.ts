import type { Moment } from "../../../filters/Operator.ts"
import { type PropertyFilter, type PropertyFilters, subjectTypeOf } from "../../../filters/PropertyFilter.ts"
import { namedTime } from "../../../filters/RelativeDate.ts"
import { allOf, always, instant, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { Asked } from "../../Asked.ts"
import { filterCondition } from "../../structured/FilterCondition.ts"
import { momentOf } from "../../structured/Moments.ts"
import { testAccountFilters } from "../../structured/TestAccounts.ts"
import { type FilteredTable, timeOf } from "./FilteredTable.ts"
import type { SqlNode } from "./SqlNode.ts"

type Filters = Pick<SqlNode, "filters">
type For = Pick<Asked, "now" | "overrides" | "project">

/** The expressions that replace `{filters}` and its parts. */
export interface GivenFilters {
  /** The condition on rows of a table; a text is why there is none. */
  readonly condition: (table: FilteredTable["table"]) => Sql | string
  readonly from: Sql | undefined
  readonly to: Sql | undefined
}

const boundOf = (text: string | null | undefined, moment: Moment): Sql | undefined => {
  const time = text === undefined || text === null ? undefined : namedTime(text, moment.now, moment)
  return time === undefined ? undefined : instant(time.time)
}

const listOf = (filters: PropertyFilters | null | undefined): ReadonlyArray<PropertyFilter> => {
  if (filters === undefined || filters === null) return []
  return Array.isArray(filters) ? filters : [filters as PropertyFilter]
}

/** The conditions themselves, out of their groups. */
const single = (filters: ReadonlyArray<PropertyFilter>): ReadonlyArray<PropertyFilter> =>
  filters.flatMap((filter) => [...single(filter.values ?? []), ...(filter.values === undefined ? [filter] : [])])

const allowed: Readonly<Record<FilteredTable["table"], ReadonlySet<string> | undefined>> = {
  events: undefined,
  sessions: new Set(["session", "hogql"]),
  groups: new Set(["group", "hogql"])
}

const refusal: Readonly<Record<FilteredTable["table"], string>> = {
  events: "",
  sessions: "Can only use session properties in a filter when selecting from only the sessions table.",
  groups: "Can only use group properties in a filter when selecting from only the groups table."
}

/** Groups of all types stand in one table: conditions on those of a type are about its rows. */
const ofTypes = (filters: ReadonlyArray<PropertyFilter>): Sql => {
  const indexes = filters.flatMap(({ group_type_index: index, type }) => type === "group" ? [index ?? 0] : [])
  return allOf([...new Set(indexes)].map((index) => sql`${named("index")} = ${index}`))
}

/** The filters of a node and its dashboard: the dashboard's dates replace the node's, its conditions are added. */
export const filtersOf = ({ filters }: Filters, asked: For): GivenFilters => {
  const moment = momentOf(asked)
  const { filtersOverride: override } = asked.overrides
  const isOverridden = (override?.date_from ?? override?.date_to ?? undefined) !== undefined
  const { date_from: first, date_to: last } = (isOverridden ? override : filters?.dateRange) ?? {}
  const [from, to] = [boundOf(first, moment), boundOf(last, moment)]
  const lists = [
    listOf(filters?.properties),
    listOf(override?.properties),
    filters?.filterTestAccounts === true ? listOf(testAccountFilters(asked.project)) : []
  ]
  return {
    from,
    to,
    condition: (table) => {
      const known = allowed[table]
      const all = single(lists.flat())
      const types = all.map(subjectTypeOf).filter((type) => type !== undefined && type !== "flag")
      if (known !== undefined && types.some((type) => !known.has(type ?? ""))) return refusal[table]
      const time = named(timeOf[table])
      const [own = [], others = [], tests = []] = lists
      return allOf([
        filterCondition(own, moment),
        filterCondition(others, moment),
        to === undefined ? always : sql`${time} < ${to}`,
        from === undefined ? always : sql`${time} >= ${from}`,
        filterCondition(tests, moment),
        table === "groups" ? ofTypes(all) : always
      ])
    }
  }
}
