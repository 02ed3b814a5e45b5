/** The steps of actors in the order of their times, in SQL. */
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, always, anyOf, type Sql, sql, written } from "../../../filters/SqlFragment.ts"
import type { Project } from "../../../identity/Project.ts"
import {
  actorColumn,
  type ClosedSpan,
  eventsTable,
  hasActor,
  insightCondition,
  timeCondition
} from "../../structured/InsightFields.ts"
import type { PathsFilter, PathsNode } from "./PathsNode.ts"

/** `/pricing/` is the page `/pricing`. */
const url = sql`coalesce(toString(properties['$current_url']), '')`
const page = sql`if(endsWith(${url}, '/'), replaceRegexpOne(${url}, '(.)/$', '\\\\1'), ${url})`
const screen = sql`coalesce(toString(properties['$screen_name']), '')`

/** Holds on the events of the types that are asked for; undefined: of all. */
const typeCondition = ({ includeEventTypes: types }: PathsFilter): Sql => {
  if (types === undefined || types === null || types.length === 0 || types.includes("hogql")) return always
  return anyOf(types.map((type) => type === "custom_event" ? sql`NOT startsWith(event, '$')` : sql`event = ${type}`))
}

/** The name of an event in a path: its page, its screen, its name, or the value of an expression. */
const rawItem = ({ includeEventTypes, pathsHogQLExpression: expression }: PathsFilter): Sql => {
  const types = includeEventTypes ?? []
  const isHogql = types.includes("hogql")
  const other = isHogql ? sql`coalesce(toString(${written(expression ?? "")}), '')` : sql`event`
  const isNamed = (type: "$pageview" | "$screen") => types.length === 0 || types.includes(type)
  if (types.length === 1 && !isHogql && types[0] !== "custom_event") return isNamed("$screen") ? screen : page
  const named = isNamed("$screen") ? sql`if(event = '$screen', ${screen}, ${other})` : other
  return isNamed("$pageview") ? sql`if(event = '$pageview', ${page}, ${named})` : named
}

/** Items with parts of them written otherwise. */
const cleaned = (item: Sql, { localPathCleaningFilters: filters }: PathsFilter): Sql =>
  (filters ?? []).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0)).reduce(
    (text, { alias, regex }) =>
      (regex ?? "") === "" ? text : sql`replaceRegexpAll(${text}, ${regex ?? ""}, ${alias ?? ""})`,
    item
  )

/** The regular expression of a pattern such as `/posts/*`. */
const regexOf = (grouping: string): string => grouping.replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&").replaceAll("*", ".*")

/** The first of the patterns that is found in an item, in the place of the item. */
const grouped = (item: Sql, { pathGroupings: groupings }: PathsFilter): Sql =>
  (groupings ?? []).toReversed().reduce(
    (other, grouping) => sql`if(match(${item}, ${regexOf(grouping)}), ${grouping}, ${other})`,
    item
  )

/** Holds on the events that may be steps, whenever they happened. */
export const stepCondition = (node: PathsNode, project: Project, moment: Moment): Sql =>
  allOf([hasActor(node), typeCondition(node.pathsFilter ?? {}), insightCondition(node, project, moment)])

/** `actor`, `timestamp`, `uuid` and `item`. */
export const stepsSql = (node: PathsNode, condition: Sql, span: ClosedSpan): Sql => {
  const filter = node.pathsFilter ?? {}
  const where = allOf([timeCondition(span), condition])
  const events = sql`SELECT ${actorColumn(node)} AS actor, timestamp, uuid, ${
    cleaned(rawItem(filter), filter)
  } AS name FROM ${eventsTable(node)} WHERE ${where}`
  const named = sql`SELECT actor, timestamp, uuid, ${grouped(sql`name`, filter)} AS item FROM (${events})`
  const excluded = filter.excludeEvents ?? []
  const kept = allOf([sql`item != ''`, excluded.length === 0 ? always : sql`item NOT IN ${excluded}`])
  return sql`SELECT actor, timestamp, uuid, item FROM (${named}) WHERE ${kept}`
}

/** The same in their order, actor by actor. */
export const stepsInOrder = (steps: Sql): Sql =>
  sql`SELECT actor, timestamp, item FROM (${steps}) ORDER BY actor, timestamp, uuid`
