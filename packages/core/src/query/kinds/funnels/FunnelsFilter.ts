/** The options of a funnel beside its steps: order, conversion window, and how it is shown. */
import { Schema } from "effect"
import { Exclusion } from "./FunnelStep.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

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
  funnelVizType: optional(Schema.Literals(["steps", "time_to_convert", "trends"])),
  funnelOrderType: optional(Schema.Literals(["ordered", "strict", "unordered"])),
  funnelWindowInterval: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
  funnelWindowIntervalUnit: optional(Schema.Literals(["second", "minute", "hour", "day", "week", "month"])),
  funnelFromStep: optional(Schema.Int),
  funnelToStep: optional(Schema.Int),
  exclusions: optional(Schema.Array(Exclusion).check(Schema.isMaxLength(20))),
  breakdownAttributionType: optional(Schema.Literals(["first_touch", "last_touch", "all_events", "step"])),
  breakdownAttributionValue: optional(Schema.Int),
  funnelAggregateByHogQL: optional(Schema.String.check(Schema.isMaxLength(10_000))),
  binCount: optional(Schema.Int),
  hideIncompleteConversionWindowPeriods: optional(Schema.Literal(false)),
  ...drawn
})
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
