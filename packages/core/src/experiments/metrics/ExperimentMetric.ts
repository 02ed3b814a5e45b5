/** The metrics of experiments as clients send them. */
import { Schema } from "effect"
import { Events, Source } from "./MetricSource.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
const Fraction = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** The units of windows; a month has 30 days. */
export const windowUnits = ["second", "minute", "hour", "day", "week", "month"] as const
export type WindowUnit = (typeof windowUnits)[number]

/** The most values by which results are cut. */
export const mostBreakdowns = 3

const Breakdown = Schema.Struct({
  property: Schema.Union([Schema.String, Schema.Finite]),
  type: optional(Schema.Literals(["event", "person", "group", "hogql"])),
  group_type_index: optional(Schema.Literals([0, 1, 2, 3, 4])),
  normalize_url: ignored,
  histogram_bin_count: ignored
})
export type Breakdown = typeof Breakdown.Type

/** Said of a metric that is cut by more. */
export const tooManyBreakdowns = `Maximum of ${mostBreakdowns} breakdowns are supported for experiment metrics`

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

/** The percentiles at which values of entities are cut off, from 0 to 1. */
const bounds = {
  lower_bound_percentile: optional(Fraction),
  upper_bound_percentile: optional(Fraction),
  ignore_zeros: optional(Schema.Boolean)
}
const Bounds = Schema.Struct(bounds)
export type Bounds = typeof Bounds.Type

const boundsInOrder = ({ lower_bound_percentile: lower, upper_bound_percentile: upper }: Bounds) =>
  (lower ?? 0) <= (upper ?? 1) ||
  { path: ["lower_bound_percentile"], issue: "The lower percentile is above the upper one." }

const OutlierHandling = optional(Bounds.check(Schema.makeFilter(boundsInOrder)))

const MeanMetric = Schema.Struct({
  ...common,
  metric_type: Schema.Literal("mean"),
  source: Source,
  ...bounds
}).check(Schema.makeFilter(boundsInOrder))

/** Said where results of a funnel without steps are asked for. */
const noSteps = "A funnel needs at least one step; the exposure is its beginning without being named."

const FunnelMetric = Schema.Struct({
  ...common,
  metric_type: Schema.Literal("funnel"),
  series: Schema.Array(Events).check(Schema.isMinLength(1, { message: noSteps }), Schema.isMaxLength(20)),
  funnel_order_type: optional(Schema.Literals(["ordered", "strict", "unordered"]))
})

const RatioMetric = Schema.Struct({
  ...common,
  metric_type: Schema.Literal("ratio"),
  numerator: Source,
  denominator: Source,
  numerator_outlier_handling: OutlierHandling,
  denominator_outlier_handling: OutlierHandling
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

/** The fields of each type of metric. */
export const metricFields = {
  mean: MeanMetric.fields,
  funnel: FunnelMetric.fields,
  ratio: RatioMetric.fields,
  retention: RetentionMetric.fields
}

/** The fields of what results are cut by: of one value, and of all of them. */
export const breakdownFields = { one: Breakdown.fields, all: BreakdownFilter.fields }

const seconds: Readonly<Record<WindowUnit, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000
}

/** The seconds of a number of units. */
export const secondsOf = (count: number, unit: WindowUnit): number => count * seconds[unit]

/** The seconds after the exposure within which events count; undefined: to the end of the experiment. */
export const conversionSeconds = (metric: ExperimentMetric): number | undefined => {
  const { conversion_window: count, conversion_window_unit: unit } = metric
  return count === undefined || count === null || count === 0 ? undefined : secondsOf(count, unit ?? "day")
}

/** The breakdowns of results, in order. */
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
