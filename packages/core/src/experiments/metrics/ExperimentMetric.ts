/** The metrics of experiments as clients send them. */
import { Schema } from "effect"
import { EventsNode } from "../../query/structured/EventsNode.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
const Fraction = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** The units of windows; a month has 30 days. */
export const windowUnits = ["second", "minute", "hour", "day", "week", "month"] as const
export type WindowUnit = (typeof windowUnits)[number]

const mostBreakdowns = 3

const Breakdown = Schema.Struct({
  property: Schema.Union([Schema.String, Schema.Finite]),
  type: optional(Schema.Literals(["event", "person", "group", "hogql"])),
  group_type_index: optional(Schema.Literals([0, 1, 2, 3, 4])),
  normalize_url: ignored,
  histogram_bin_count: ignored
})
export type Breakdown = typeof Breakdown.Type

const tooManyBreakdowns = `Maximum of ${mostBreakdowns} breakdowns are supported for experiment metrics`

const BreakdownFilter = Schema.Struct({
  breakdowns: optional(
    Schema.Array(Breakdown).check(Schema.makeFilter((all) => all.length <= mostBreakdowns || tooManyBreakdowns))
  ),
  breakdown: optional(Schema.Union([
    Schema.String,
    Schema.Finite,
    Schema.Array(Schema.Union([Schema.String, Schema.Finite])).check(
      Schema.makeFilter((all) => all.length <= mostBreakdowns || tooManyBreakdowns)
    )
  ])),
  breakdown_type: optional(Schema.Literals(["event", "person", "group", "hogql"])),
  breakdown_group_type_index: optional(Schema.Literals([0, 1, 2, 3, 4])),
  breakdown_limit: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))),
  breakdown_hide_other_aggregation: ignored,
  breakdown_histogram_bin_count: ignored,
  breakdown_normalize_url: ignored
})

const common = {
  kind: Schema.Literal("ExperimentMetric"),
  uuid: optional(Schema.String),
  name: optional(Schema.String),
  fingerprint: optional(Schema.String),
  goal: optional(Schema.Literals(["increase", "decrease"])),
  conversion_window: optional(Count),
  conversion_window_unit: optional(Schema.Literals(windowUnits)),
  breakdownFilter: optional(BreakdownFilter),
  /** The most that may be lost: a share of the control's mean, or an absolute amount. */
  guardrail: optional(Schema.Struct({
    margin: Schema.Finite.check(Schema.isGreaterThan(0)),
    difference_type: optional(Schema.Literals(["relative", "absolute"]))
  })),
  isSharedMetric: ignored,
  sharedMetricId: ignored,
  response: ignored,
  version: ignored
}

const propertyMath = ["sum", "avg", "min", "max"] as const
const plainMath = ["total", "dau", "unique_session", "unique_group", "hogql"] as const

const mathProblems = (node: EventsNode) => {
  const math = node.math ?? "total"
  const problem = (field: string, issue: string) => [{ path: [field], issue }]
  if (propertyMath.some((known) => known === math)) {
    if ((node.math_property ?? "") === "") return problem("math_property", `The math '${math}' needs a property.`)
    return sessionProperty(node) ?? []
  }
  if (!plainMath.some((known) => known === math)) {
    return problem("math", `The math '${math}' is not supported in experiments.`)
  }
  if (math === "hogql" && (node.math_hogql ?? "") === "") return problem("math_hogql", "This field is required.")
  return math === "unique_group" && (node.math_group_type_index ?? undefined) === undefined
    ? problem("math_group_type_index", "This field is required.")
    : []
}

const propertyTypes: ReadonlySet<string> = new Set(["event_properties", "person_properties", "group_properties"])

const sessionProperty = ({ math_group_type_index: group, math_property_type: type }: EventsNode) => {
  const given = type ?? "event_properties"
  if (!propertyTypes.has(given)) {
    return [{ path: ["math_property_type"], issue: `Properties of the type '${given}' are not supported.` }]
  }
  return given === "group_properties" && (group ?? undefined) === undefined
    ? [{ path: ["math_group_type_index"], issue: "This field is required." }]
    : undefined
}

const idProblem = ({ id, kind }: EventsNode) =>
  kind !== "ActionsNode" || typeof id === "number" || { path: ["id"], issue: "This field is required." }

/** Events of a name or of an action. */
const Events = EventsNode.check(Schema.makeFilter(idProblem))

/** Events, and what is measured of them for each entity. */
const Source = Events.check(Schema.makeFilter(mathProblems))

const boundsInOrder = (
  metric: { readonly lower_bound_percentile?: number | null } & {
    readonly upper_bound_percentile?: number | null
  }
) =>
  (metric.lower_bound_percentile ?? 0) <= (metric.upper_bound_percentile ?? 1) ||
  { path: ["lower_bound_percentile"], issue: "The lower percentile is above the upper one." }

const MeanMetric = Schema.Struct({
  ...common,
  metric_type: Schema.Literal("mean"),
  source: Source,
  lower_bound_percentile: optional(Fraction),
  upper_bound_percentile: optional(Fraction),
  ignore_zeros: optional(Schema.Boolean)
}).check(Schema.makeFilter(boundsInOrder))

const FunnelMetric = Schema.Struct({
  ...common,
  metric_type: Schema.Literal("funnel"),
  series: Schema.Array(Events).check(Schema.isMinLength(1), Schema.isMaxLength(20)),
  funnel_order_type: optional(Schema.Literals(["ordered", "strict", "unordered"]))
})

const RatioMetric = Schema.Struct({
  ...common,
  metric_type: Schema.Literal("ratio"),
  numerator: Source,
  denominator: Source
})

const RetentionMetric = Schema.Struct({
  ...common,
  metric_type: Schema.Literal("retention"),
  start_event: Events,
  completion_event: Events,
  retention_window_start: Count,
  retention_window_end: Count,
  retention_window_unit: Schema.Literals(windowUnits),
  start_handling: Schema.Literals(["first_seen", "last_seen"])
}).check(Schema.makeFilter((metric) =>
  metric.retention_window_start <= metric.retention_window_end ||
  { path: ["retention_window_end"], issue: "The window ends before it begins." }
))

/** One metric of an experiment. */
export const ExperimentMetric = Schema.Union([MeanMetric, FunnelMetric, RatioMetric, RetentionMetric])
export type ExperimentMetric = typeof ExperimentMetric.Type
export type MeanMetric = typeof MeanMetric.Type
export type FunnelMetric = typeof FunnelMetric.Type
export type RatioMetric = typeof RatioMetric.Type
export type RetentionMetric = typeof RetentionMetric.Type

const seconds: Readonly<Record<WindowUnit, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000
}

/** The seconds of so many units. */
export const secondsOf = (count: number, unit: WindowUnit): number => count * seconds[unit]

/** The seconds after the exposure within which events count; undefined: to the end of the experiment. */
export const conversionSeconds = (metric: ExperimentMetric): number | undefined => {
  const { conversion_window: count, conversion_window_unit: unit } = metric
  return count === undefined || count === null || count === 0 ? undefined : secondsOf(count, unit ?? "day")
}

/** What the results are cut by, in order. */
export const breakdownsOf = ({ breakdownFilter }: ExperimentMetric): ReadonlyArray<Breakdown> => {
  const { breakdown, breakdown_group_type_index: group, breakdown_type: type, breakdowns } = breakdownFilter ?? {}
  if (breakdowns !== undefined && breakdowns !== null && breakdowns.length > 0) return breakdowns
  if (breakdown === undefined || breakdown === null) return []
  const properties = Array.isArray(breakdown) ? breakdown : [breakdown as string | number]
  return properties.map((property: string | number) => ({
    property,
    type: type ?? "event",
    group_type_index: group ?? null
  }))
}
