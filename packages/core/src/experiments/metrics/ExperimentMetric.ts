/** The metrics of experiments as clients send them. */
import { Schema } from "effect"
import { component, field, ignored, optional, stated } from "../../shared/DocumentedSchema.ts"
import { Events, Source } from "./MetricSource.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
const Fraction = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** The units of windows; a month has 30 days. */
export const windowUnits = ["second", "minute", "hour", "day", "week", "month"] as const
export type WindowUnit = (typeof windowUnits)[number]

/** The most values by which results are cut. */
export const mostBreakdowns = 3

const Type = Schema.Literals(["event", "person", "group", "hogql"])
const typeText = "The subject of the property, `event` by default."

const Breakdown = Schema.Struct({
  property: field(Schema.Union([Schema.String, Schema.Finite]), "The name of the property, or an expression."),
  type: optional(Type, typeText),
  group_type_index: optional(Schema.Literals([0, 1, 2, 3, 4]), "The type of groups, with `group`."),
  normalize_url: ignored,
  histogram_bin_count: ignored
}).annotate(component("ExperimentBreakdown", "One property by whose values the results of a metric are cut."))
export type Breakdown = typeof Breakdown.Type

/** Said of a metric that is cut by more. */
export const tooManyBreakdowns = `Maximum of ${mostBreakdowns} breakdowns are supported for experiment metrics`

const fewBreakdowns = stated<ReadonlyArray<unknown>>((all) => all.length <= mostBreakdowns || tooManyBreakdowns, {
  maxItems: mostBreakdowns
})

const BreakdownFilter = Schema.Struct({
  breakdowns: optional(Schema.Array(Breakdown).check(fewBreakdowns), `Up to ${mostBreakdowns} properties.`),
  breakdown: optional(
    Schema.Union([
      Schema.String,
      Schema.Finite,
      Schema.Array(Schema.Union([Schema.String, Schema.Finite])).check(fewBreakdowns)
    ]),
    "One property, or several: the older form of `breakdowns`."
  ),
  breakdown_type: optional(Type, typeText),
  breakdown_group_type_index: optional(Schema.Literals([0, 1, 2, 3, 4]), "The type of groups, with `group`."),
  breakdown_limit: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
    "The most values that are shown."
  ),
  breakdown_hide_other_aggregation: ignored,
  breakdown_histogram_bin_count: ignored,
  breakdown_normalize_url: ignored
}).annotate(component("ExperimentBreakdownFilter", "The properties by whose values the results of a metric are cut.", {
  examples: [{ breakdowns: [{ property: "$browser", type: "event" }] }]
}))

const Guardrail = Schema.Struct({
  margin: field(
    Schema.Finite.check(Schema.isGreaterThan(0)),
    "A share of the control's mean (0.05 is 5 %), or an absolute amount."
  ),
  difference_type: optional(Schema.Literals(["relative", "absolute"]), "Which of the two, `relative` by default.")
}).annotate(component("ExperimentGuardrail", "The most that a variant may lose.", { examples: [{ margin: 0.05 }] }))

const common = {
  kind: field(Schema.Literal("ExperimentMetric"), "The kind of the metric."),
  uuid: optional(Schema.String, "Its id in the experiment; made where it is left out."),
  name: optional(Schema.String, "Its name, for people."),
  fingerprint: optional(Schema.String, "Names what it measures; made by the server."),
  goal: optional(Schema.Literals(["increase", "decrease"]), "The direction that is better, `increase` by default."),
  conversion_window: optional(
    Count,
    "The time after the exposure within which events count, in units; 0 and null: to the end of the experiment."
  ),
  conversion_window_unit: optional(
    Schema.Literals(windowUnits),
    "The unit of that time, `day` by default; a month has 30 days."
  ),
  breakdownFilter: optional(BreakdownFilter, "The properties that results are cut by."),
  guardrail: optional(Guardrail, "The most that may be lost: the metric is not to get worse by more."),
  isSharedMetric: ignored,
  sharedMetricId: ignored,
  response: ignored,
  version: ignored
}

/** The percentiles at which values of entities are cut off, from 0 to 1. */
const bounds = {
  lower_bound_percentile: optional(Fraction, "Values below this percentile, from 0 to 1, count as it."),
  upper_bound_percentile: optional(Fraction, "Values above this percentile, from 0 to 1, count as it."),
  ignore_zeros: optional(Schema.Boolean, "Whether the percentiles are of values above 0 only.")
}
const Bounds = Schema.Struct(bounds).annotate(
  component("ExperimentOutlierHandling", "The percentiles at which the values of entities are cut off.", {
    examples: [{ upper_bound_percentile: 0.99 }]
  })
)
export type Bounds = typeof Bounds.Type

const boundsInOrder = ({ lower_bound_percentile: lower, upper_bound_percentile: upper }: Bounds) =>
  (lower ?? 0) <= (upper ?? 1) ||
  { path: ["lower_bound_percentile"], issue: "The lower percentile is above the upper one." }

const OutlierHandling = Bounds.check(Schema.makeFilter(boundsInOrder))

const MeanMetric = Schema.Struct({
  ...common,
  metric_type: field(Schema.Literal("mean"), "The type of the metric."),
  source: field(Source, "The events, and what is measured of them for each entity."),
  ...bounds
}).annotate(component("ExperimentMeanMetric", "A number for each entity, whose means are compared.", {
  examples: [{
    kind: "ExperimentMetric",
    metric_type: "mean",
    source: { kind: "EventsNode", event: "order paid", math: "sum", math_property: "amount" }
  }]
})).check(Schema.makeFilter(boundsInOrder))

/** Said where results of a funnel without steps are asked for. */
const noSteps = "A funnel needs at least one step; the exposure is its beginning without being named."

const FunnelMetric = Schema.Struct({
  ...common,
  metric_type: field(Schema.Literal("funnel"), "The type of the metric."),
  series: field(
    Schema.Array(Events).check(Schema.makeFilter((steps) => steps.length > 0 || noSteps), Schema.isMaxLength(20)),
    "The steps after the exposure, at most 20."
  ),
  funnel_order_type: optional(
    Schema.Literals(["ordered", "strict", "unordered"]),
    "The order of steps, `ordered` by default."
  )
}).annotate(component("ExperimentFunnelMetric", "The share of entities that did some steps after the exposure.", {
  examples: [{
    kind: "ExperimentMetric",
    metric_type: "funnel",
    series: [{ kind: "EventsNode", event: "checkout started" }, { kind: "EventsNode", event: "order paid" }]
  }]
}))

const RatioMetric = Schema.Struct({
  ...common,
  metric_type: field(Schema.Literal("ratio"), "The type of the metric."),
  numerator: field(Source, "The events that are divided."),
  denominator: field(Source, "The events that they are divided by."),
  numerator_outlier_handling: optional(OutlierHandling, "The percentiles at which numerators are cut off."),
  denominator_outlier_handling: optional(OutlierHandling, "The percentiles at which denominators are cut off.")
}).annotate(component("ExperimentRatioMetric", "The ratio of two sums.", {
  examples: [{
    kind: "ExperimentMetric",
    metric_type: "ratio",
    numerator: { kind: "EventsNode", event: "order paid", math: "sum", math_property: "amount" },
    denominator: { kind: "EventsNode", event: "order paid" }
  }]
}))

const RetentionMetric = Schema.Struct({
  ...common,
  metric_type: field(Schema.Literal("retention"), "The type of the metric."),
  start_event: field(Events, "The event that begins."),
  completion_event: field(Events, "The event that returns."),
  retention_window_start: field(Count, "The units after the first event from which on a return counts."),
  retention_window_end: field(Count, "The units after it until which it counts."),
  retention_window_unit: field(Schema.Literals(windowUnits), "The unit; a month has 30 days."),
  start_handling: field(
    Schema.Literals(["first_seen", "last_seen"]),
    "Whether an entity begins with the first such event, or with the last."
  )
}).annotate(component("ExperimentRetentionMetric", "The share of entities that came back within a time.", {
  examples: [{
    kind: "ExperimentMetric",
    metric_type: "retention",
    start_event: { kind: "EventsNode", event: "signed up" },
    completion_event: { kind: "EventsNode", event: "$pageview" },
    retention_window_start: 1,
    retention_window_end: 7,
    retention_window_unit: "day",
    start_handling: "first_seen"
  }]
})).check(Schema.makeFilter((metric) =>
  metric.retention_window_start <= metric.retention_window_end ||
  { path: ["retention_window_end"], issue: "The window ends before it begins." }
))

/** One metric of an experiment. */
export const ExperimentMetric = Schema.Union([MeanMetric, FunnelMetric, RatioMetric, RetentionMetric]).annotate(
  component("ComputedMetric", "A metric of an experiment, by its type.")
)
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
