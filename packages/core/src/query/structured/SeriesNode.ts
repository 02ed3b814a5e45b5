/** A series of an insight: events of one name, or what an action means, and what is measured of them. */
import { Schema } from "effect"
import { sessionColumns } from "../sql/resolve/SessionColumns.ts"
import { eventCondition, EventsNode } from "./EventsNode.ts"
import type { Moment } from "./PropertyOperators.ts"
import type { Sql } from "./SqlFragment.ts"

/** Properties of numbers. */
const propertyMaths = ["avg", "sum", "min", "max", "median", "p75", "p90", "p95", "p99"] as const

/** How often an actor did it. */
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

/** What is counted. */
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

/** Which fields a measure needs. */
const problemOf = (node: EventsNode): true | { readonly path: ReadonlyArray<string>; readonly issue: string } => {
  const math = node.math ?? "total"
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
  if (needed === "math_property" && isOfSession(node) && !sessionColumns.has(node.math_property ?? "")) {
    return { path: [needed], issue: `Sessions have no column '${node.math_property ?? ""}'.` }
  }
  return needed === undefined || (node[needed] ?? "") !== "" || {
    path: [needed],
    issue: `The math '${math}' needs this field.`
  }
}

/** A series whose measure can be taken. */
export const SeriesNode = EventsNode.check(Schema.makeFilter(problemOf))
export type SeriesNode = typeof SeriesNode.Type

/** What series of any event are called. */
export const allEvents = "All events"

/** The name of what a series is of. */
export const seriesName = ({ event }: SeriesNode): string => (event ?? "") === "" ? allEvents : event ?? allEvents

/** A series, and the events that it means. */
export interface Series {
  readonly node: SeriesNode
  /** Its place among the series of the query. */
  readonly order: number
  /** Holds on the events that have its name. */
  readonly base: Sql
  /** Holds on those of them that meet its conditions too. */
  readonly condition: Sql
}

/** The series of an insight in their order. */
export const seriesOf = (nodes: ReadonlyArray<SeriesNode>, moment: Moment): ReadonlyArray<Series> =>
  nodes.map((node, order) => ({
    node,
    order,
    base: eventCondition({ ...(node.event === undefined ? undefined : { event: node.event }) }, moment),
    condition: eventCondition(node, moment)
  }))
