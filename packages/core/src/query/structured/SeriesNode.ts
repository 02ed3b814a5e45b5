/** A series of an insight: events of one name, or what an action means, and what is measured of them. */
import { Schema } from "effect"
import type { KnownAction } from "../../actions/KnownActions.ts"
import type { Moment } from "../../filters/Operator.ts"
import { allOf, always, type Sql, sql } from "../../filters/SqlFragment.ts"
import { sessionColumns } from "../../sessions/SessionColumns.ts"
import { component, field, optional, stated } from "../../shared/DocumentedSchema.ts"
import { actionCondition } from "./ActionsNode.ts"
import { eventCondition, EventsNode, eventVariants } from "./EventsNode.ts"

/** Properties of numbers. */
const propertyMaths = ["avg", "sum", "min", "max", "median", "p75", "p90", "p95", "p99"] as const

/** Measures of the number of events per actor. */
const actorMaths = [
  "avg_count_per_actor",
  "min_count_per_actor",
  "max_count_per_actor",
  "median_count_per_actor",
  "p75_count_per_actor",
  "p90_count_per_actor",
  "p95_count_per_actor",
  "p99_count_per_actor"
] as const

/** Measures that count. */
const countMaths = [
  "total",
  "dau",
  "weekly_active",
  "monthly_active",
  "unique_session",
  "unique_group",
  "first_time_for_user",
  "first_matching_event_for_user",
  "hogql"
] as const

/** The values of `math`. */
const seriesMaths = [...countMaths, ...propertyMaths, ...actorMaths]
export type SeriesMath = (typeof seriesMaths)[number]

/** Whether what is measured is a number of sessions, each of which counts once. */
export const isOfSession = ({ math_property: key, math_property_type: type }: EventsNode): boolean =>
  type === "session_properties" || key === "$session_duration"

/** The reason for which a column of sessions cannot be measured. */
export const sessionColumnProblem = (name: string): string | undefined =>
  sessionColumns.has(name) ? undefined : `Sessions have no column '${name}'.`

/** The fault of a series that lacks a field which its measure needs. */
const problemOf = (
  node: EventsNode & { readonly id?: unknown }
): true | { readonly path: ReadonlyArray<string>; readonly issue: string } => {
  const math = node.math ?? "total"
  if (node.kind === "ActionsNode" && typeof node.id !== "number") {
    return { path: ["id"], issue: "This field is required." }
  }
  if (!seriesMaths.some((known) => known === math)) {
    return { path: ["math"], issue: `There is no math '${math}'.` }
  }
  const needed = propertyMaths.some((known) => known === math)
    ? "math_property"
    : math === "hogql"
    ? "math_hogql"
    : math === "unique_group"
    ? "math_group_type_index"
    : undefined
  const issue = needed === "math_property" && isOfSession(node)
    ? sessionColumnProblem(node.math_property ?? "")
    : undefined
  if (issue !== undefined) return { path: ["math_property"], issue }
  return needed === undefined || (node[needed] ?? "") !== "" || {
    path: [needed],
    issue: `The math '${math}' needs this field.`
  }
}

const kindProblem = (kind: string): true | string => {
  if (kind === "EventsNode" || kind === "ActionsNode") return true
  return kind === "DataWarehouseNode"
    ? "There is no data warehouse in this version."
    : "A series is an EventsNode or an ActionsNode."
}

/** A series whose measure can be taken. */
export const SeriesNode = Schema.Struct({
  ...EventsNode.fields,
  kind: field(
    Schema.String.check(stated(kindProblem, { enum: ["EventsNode", "ActionsNode"] })),
    "`EventsNode` for events of a name, `ActionsNode` for those of an action."
  ),
  math: optional(
    Schema.String.check(stated(() => true, { enum: seriesMaths })),
    "The measure; `total`, the number of events, by default."
  )
}).annotate(component("SeriesNode", "A series of an insight: events, and what is measured of them.", {
  variants: eventVariants("EventsNode", "ActionsNode", "A series:"),
  examples: [{ kind: "EventsNode", event: "$pageview", math: "dau" }]
})).check(Schema.makeFilter(problemOf))
export type SeriesNode = typeof SeriesNode.Type

/** A series, and the events that it means. */
export interface Series {
  readonly node: SeriesNode
  /** Its place among the series of the query. */
  readonly order: number
  /** The name of its event or action. */
  readonly name: string
  /** Holds on the events that have its name. */
  readonly base: Sql
  /** Holds on those of them that meet its conditions too. */
  readonly condition: Sql
}

const isAction = ({ kind }: SeriesNode): boolean => kind === "ActionsNode"

/** The ids of the actions that series name. */
export const actionIds = (series: ReadonlyArray<SeriesNode>): ReadonlyArray<number> =>
  series.filter(isAction).flatMap(({ id }) => id ?? [])

/** The name of a series of all events. */
const allEvents = "All events"

/** The series of an insight in their order; one whose action is not there is left out. */
export const seriesOf = (
  nodes: ReadonlyArray<SeriesNode>,
  actions: ReadonlyMap<number, KnownAction>,
  moment: Moment
): ReadonlyArray<Series> =>
  nodes.flatMap((node, order): ReadonlyArray<Series> => {
    const { event, fixedProperties, id, properties } = node
    const own = eventCondition({
      event: null,
      properties: properties ?? null,
      fixedProperties: fixedProperties ?? null
    }, moment)
    if (!isAction(node)) {
      const named = (event ?? "") === "" ? undefined : event ?? undefined
      const base = named === undefined ? always : sql`event = ${named}`
      return [{ node, order, name: named ?? allEvents, base, condition: allOf([base, own]) }]
    }
    const action = actions.get(id ?? 0)
    if (action === undefined) return []
    const base = actionCondition(action, moment)
    return [{ node, order, name: action.name ?? "", base, condition: allOf([base, own]) }]
  })

/** The description of a series in its results, without its numbers. */
export const seriesEntity = ({ name, node, order }: Series) => ({
  id: isAction(node) ? node.id ?? null : node.event ?? null,
  type: isAction(node) ? "actions" as const : "events" as const,
  order,
  name,
  custom_name: node.custom_name ?? null
})
