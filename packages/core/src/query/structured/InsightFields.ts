/** The fields that all insights have in common: events and dates. */
import { Effect, Schema } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Moment } from "../../filters/Operator.ts"
import { type PropertyFilter, PropertyFilters } from "../../filters/PropertyFilter.ts"
import { parseRelativeDate, startOf } from "../../filters/RelativeDate.ts"
import { allOf, always, bare, instant, named, type Sql, sql } from "../../filters/SqlFragment.ts"
import type { Project } from "../../identity/Project.ts"
import { ignored, optional } from "../../shared/DocumentedSchema.ts"
import type { Overrides } from "../Asked.ts"
import type { Freshness } from "../execution/Staleness.ts"
import { modifiersField, type QueryModifiers } from "../QueryModifiers.ts"
import type { QueryEnvelope } from "../QueryResponse.ts"
import { DateRange, type Interval, spanOf } from "./DateRange.ts"
import { filterCondition } from "./FilterCondition.ts"
import { zoneOf } from "./Moments.ts"
import { type RanStatement, runStatement, type StatementRun, timingsOf } from "./RunStatement.ts"
import { testAccountCondition } from "./TestAccounts.ts"
import { zonedIso } from "./ZonedIso.ts"

/** The fields that every insight may have. */
export const insightFields = {
  dateRange: optional(DateRange, "The time that it is about."),
  properties: optional(PropertyFilters, "Conditions on all events: a list, or groups joined by AND and OR."),
  filterTestAccounts: optional(Schema.Boolean, "Whether the project's own tests are left out."),
  samplingFactor: optional(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1)),
    "The share of people that is looked at; counts are multiplied back."
  ),
  aggregation_group_type_index: optional(
    Schema.Literals([0, 1, 2, 3, 4]),
    "Groups of this type are counted instead of persons."
  ),
  modifiers: modifiersField,
  name: ignored,
  dataColorTheme: ignored,
  response: ignored,
  tags: ignored,
  version: ignored
}

const Insight = Schema.Struct(insightFields)

/** The fields of every insight. */
export type InsightFields = typeof Insight.Type

/** The unit that an insight over time is cut into. */
export const intervalField = optional(
  Schema.Literals(["minute", "hour", "day", "week", "month"]),
  "The unit of time that it is cut into, `day` by default."
)

type Events = Pick<InsightFields, "filterTestAccounts" | "properties">

/** Holds on the events that an insight is about, its time and its series apart. */
export const insightCondition = (node: Events, project: Project, moment: Moment): Sql =>
  allOf([
    filterCondition(node.properties, moment),
    node.filterTestAccounts === true ? testAccountCondition(project, moment) : always
  ])

/** Holds on the events of a time. */
export const timeCondition = ({ from, to }: ClosedSpan): Sql =>
  sql`timestamp >= ${instant(from)} AND timestamp <= ${instant(to)}`

const shareOf = ({ samplingFactor }: Pick<InsightFields, "samplingFactor">): number => samplingFactor ?? 1

/** The table of events, or the part of it that an insight takes as a sample. */
export const eventsTable = (node: Pick<InsightFields, "samplingFactor">): Sql => {
  const share = shareOf(node)
  return share < 1 ? sql`events SAMPLE ${bare(share.toFixed(9))}` : sql`events`
}

/** The factor of numbers counted in a sample. */
export const sampleScale = (node: Pick<InsightFields, "samplingFactor">): number => 1 / shareOf(node)

/** The column of events that identifies an insight's actors: persons, or groups of a type. */
export const actorColumn = ({ aggregation_group_type_index: group }: InsightFields): Sql =>
  group === undefined || group === null ? named("person_id") : named(`$group_${group}`)

/** Holds on events that have an actor: not every event belongs to a group. */
export const hasActor = ({ aggregation_group_type_index: group }: InsightFields): Sql =>
  group === undefined || group === null ? always : sql`${named(`$group_${group}`)} != ''`

/** The fields of every insight that decide its result. */
export const significantFields = (node: InsightFields) => ({
  dateRange: node.dateRange,
  properties: node.properties,
  filterTestAccounts: node.filterTestAccounts,
  samplingFactor: node.samplingFactor,
  aggregation_group_type_index: node.aggregation_group_type_index
})

/** A span that has a beginning. */
export interface ClosedSpan {
  readonly from: EventTime
  readonly to: EventTime
}

/** The span of an insight; `all` begins with the first event that the condition holds on. */
export const closedSpan = Effect.fnUntraced(function*(
  node: Pick<InsightFields, "dateRange" | "samplingFactor">,
  interval: Interval,
  condition: Sql,
  { moment, ...run }: StatementRun & { readonly moment: Moment }
) {
  const { from, to } = spanOf(node.dateRange, interval, moment)
  const closed = (first: EventTime): ClosedSpan => ({ from: first, to })
  if (from !== undefined) return closed(from)
  const { rows } = yield* runStatement(
    sql`SELECT min(timestamp) FROM ${eventsTable(node)} WHERE timestamp <= ${instant(to)} AND ${condition}`,
    run
  )
  const first = rows[0]?.[0]
  const begin = typeof first === "number" ? first as EventTime : spanOf({}, interval, moment).from
  return closed(startOf(interval, begin ?? to, moment))
})

/** The time for which the result of a range is fresh. */
export const insightFreshness = (
  { dateRange: range }: Pick<InsightFields, "dateRange">,
  interval: Interval,
  moment: Moment
): Freshness => {
  const isMoving = parseRelativeDate(range?.date_from ?? "") !== undefined &&
    parseRelativeDate(range?.date_to ?? "") === undefined
  return { interval, until: isMoving ? undefined : spanOf(range, interval, moment).to }
}

/** The span that was asked about, as the wire shows it. */
const resolvedRange = ({ from, to }: ClosedSpan, zone: string) => ({
  date_from: zonedIso(from, zone),
  date_to: zonedIso(to, zone)
})

const isList = (filters: PropertyFilters): filters is ReadonlyArray<PropertyFilter> => Array.isArray(filters)

const groupOf = (filters: PropertyFilters): PropertyFilter =>
  isList(filters) ? { type: "AND", values: filters } : filters

/** The insight as a dashboard changes it: other dates, and further conditions. */
export const overridden = <Node extends Pick<InsightFields, "dateRange" | "properties">>(
  node: Node,
  { filtersOverride: override }: Overrides
): Node => {
  if (override === undefined) return node
  const { date_from = null, date_to = null, explicitDate = null, properties } = override
  const isDated = date_from !== null || date_to !== null
  return {
    ...node,
    ...(isDated ? { dateRange: { date_from, date_to, explicitDate } } : undefined),
    ...(properties === undefined || properties === null ? undefined : {
      properties: { type: "AND", values: [groupOf(node.properties ?? []), groupOf(properties)] }
    })
  }
}

/** The envelope of an insight's answer, and its fields beside the results. */
export const insightAnswer = (
  { ran, span }: { readonly ran: RanStatement; readonly span?: ClosedSpan | undefined },
  modifiers: QueryModifiers | null | undefined,
  envelope: QueryEnvelope
) => ({
  ...envelope,
  resolved_date_range: span === undefined ? null : resolvedRange(span, zoneOf(envelope, modifiers)),
  hogql: ran.printed,
  clickhouse_sql: modifiers?.debug === true ? ran.engineStatement ?? null : null,
  timings: timingsOf(ran, modifiers),
  error: "",
  warnings: ran.warnings
})

/** The fields of the answer of an insight that failed. */
export const failedInsight = (error: string) => ({
  results: [],
  hogql: null,
  clickhouse_sql: null,
  timings: null,
  error,
  warnings: []
})
