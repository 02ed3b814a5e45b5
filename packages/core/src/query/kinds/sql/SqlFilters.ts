import type { Asked } from "../../Asked.ts"
import { filterCondition } from "../../structured/FilterCondition.ts"
import type { Moment } from "../../structured/PropertyOperators.ts"
import { namedTime } from "../../structured/RelativeDate.ts"
import { allOf, always, instant, type Sql, sql } from "../../structured/SqlFragment.ts"
import { testAccountCondition } from "../../structured/TestAccounts.ts"
import type { SqlNode } from "./SqlNode.ts"

const bound = (text: string | null | undefined, moment: Moment, condition: (time: Sql) => Sql): Sql => {
  const named = text === undefined || text === null ? undefined : namedTime(text, moment.now, moment)
  return named === undefined ? always : condition(instant(named.time))
}

/** The rows that `{filters}` stands for: a dashboard's dates count in place of the node's, its conditions beside them. */
export const filtersOf = (
  { filters }: Pick<SqlNode, "filters">,
  { now, overrides, project }: Pick<Asked, "now" | "overrides" | "project">
): Sql => {
  const moment: Moment = { now, timezone: project.timezone, week_start_day: project.week_start_day }
  const { filtersOverride } = overrides
  return allOf([
    filterCondition(filters?.properties, moment),
    filterCondition(filtersOverride?.properties, moment),
    bound(filtersOverride?.date_to ?? filters?.dateRange?.date_to, moment, (time) => sql`timestamp < ${time}`),
    bound(filtersOverride?.date_from ?? filters?.dateRange?.date_from, moment, (time) => sql`timestamp >= ${time}`),
    filters?.filterTestAccounts === true ? testAccountCondition(project, moment) : always
  ])
}
