/** The options of a funnel beside its steps: order, conversion window, and how it is shown. */
import { Schema } from "effect"
import { component, ignored, optional } from "../../../shared/DocumentedSchema.ts"
import { Exclusion } from "./FunnelStep.ts"

const maxBins = 90

/** The fields that change how a result is drawn, and not the result. */
const drawn = {
  breakdownSorting: ignored,
  customAggregationTarget: ignored,
  funnelStepReference: ignored,
  goalLines: ignored,
  hiddenLegendBreakdowns: ignored,
  layout: ignored,
  legendPosition: ignored,
  resultCustomizations: ignored,
  showAnnotations: ignored,
  showLegend: ignored,
  showTrendLines: ignored,
  showValuesOnSeries: ignored,
  useUdf: ignored
}

/** The whole filter of a funnel. */
export const FunnelsFilter = Schema.Struct({
  funnelVizType: optional(
    Schema.Literals(["steps", "time_to_convert", "trends"]),
    "The result: the actors of each step (by default), the time that they took, or the conversion over time."
  ),
  funnelOrderType: optional(
    Schema.Literals(["ordered", "strict", "unordered"]),
    "The order of the steps: in theirs with any events between them (by default), with none between them, or in any."
  ),
  funnelWindowInterval: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
    "The time from the first step in which the others must come, in units: 14 by default."
  ),
  funnelWindowIntervalUnit: optional(
    Schema.Literals(["second", "minute", "hour", "day", "week", "month"]),
    "The unit of that time, `day` by default; a month has 31 days."
  ),
  funnelFromStep: optional(Schema.Int, "The step from which `time_to_convert` and `trends` count, from 0."),
  funnelToStep: optional(Schema.Int, "The step to which they count."),
  exclusions: optional(
    Schema.Array(Exclusion).check(Schema.isMaxLength(20)),
    "The events that must not happen between steps."
  ),
  breakdownAttributionType: optional(
    Schema.Literals(["first_touch", "last_touch", "all_events", "step"]),
    "The value of an actor who has several: the first (by default), the last, each by itself, or that of a step."
  ),
  breakdownAttributionValue: optional(Schema.Int, "The step whose value it is, from 0, with `step`."),
  funnelAggregateByHogQL: optional(
    Schema.String.check(Schema.isMaxLength(10_000)),
    "An expression in SQL that identifies actors, such as `$session_id`."
  ),
  binCount: optional(Schema.Int, "The number of bars of `time_to_convert`, from 1 to 90."),
  hideIncompleteConversionWindowPeriods: optional(Schema.Literal(false), "Always false: every period is shown."),
  ...drawn
}).annotate(component("FunnelsFilter", "The order of steps, the time for a conversion, and the form of the answer."))
export type FunnelsFilter = typeof FunnelsFilter.Type

const seconds = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800, month: 31 * 86_400 }

/** The microseconds from the first step in which the others have to come. */
export const windowOf = ({ funnelWindowInterval, funnelWindowIntervalUnit }: FunnelsFilter): number =>
  (funnelWindowInterval ?? 14) * seconds[funnelWindowIntervalUnit ?? "day"] * 1_000_000

/** The fields that decide a result; the others change its drawing only. */
export const resultFields = (filter: FunnelsFilter): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !Object.hasOwn(drawn, name)))

/** The number of bars of a histogram of this many times. */
export const binsOf = ({ binCount }: FunnelsFilter, samples: number): number =>
  binCount === undefined || binCount === null
    ? Math.min(Math.max(Math.ceil(Math.cbrt(samples)), 1), 60)
    : Math.min(Math.max(binCount, 1), maxBins)
