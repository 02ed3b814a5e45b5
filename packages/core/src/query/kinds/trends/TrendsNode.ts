import { Effect, Result, Schema } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import { component, field, ignored, optional } from "../../../shared/DocumentedSchema.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { BreakdownFilter } from "../../structured/BreakdownFilter.ts"
import { CompareFilter } from "../../structured/CompareFilter.ts"
import { insightFields, intervalField, overridden, significantFields } from "../../structured/InsightFields.ts"
import { actionIds, SeriesNode } from "../../structured/SeriesNode.ts"
import { type Formula as EvaluateFormula, parseFormula } from "./Formula.ts"

const displays = [
  "ActionsLineGraph",
  "ActionsLineGraphCumulative",
  "ActionsAreaGraph",
  "ActionsBar",
  "ActionsStackedBar",
  "ActionsUnstackedBar",
  "CalendarHeatmap",
  "Metric",
  "BoldNumber",
  "ActionsPie",
  "ActionsBarValue",
  "ActionsTable",
  "WorldMap"
] as const

/** Those that show one number for the whole range. */
const totals: ReadonlySet<string> = new Set(["BoldNumber", "ActionsPie", "ActionsBarValue", "ActionsTable", "WorldMap"])

const Text = Schema.String.check(Schema.isMaxLength(300))

const Formula = Schema.Struct({
  formula: field(Text, "The formula."),
  custom_name: optional(Schema.String, "The name of its result.")
}).annotate(component("TrendsFormula", "A formula of the series of trends, and the name of its result.", {
  examples: [{ formula: "A / B * 100", custom_name: "Conversion" }]
}))

const TrendsFilter = Schema.Struct({
  display: optional(
    Schema.Literals(displays),
    "The form of results: `ActionsLineGraph` by default. "
      + "`BoldNumber`, `ActionsPie`, `ActionsBarValue`, `ActionsTable` and `WorldMap` have one number for the whole time."
  ),
  formula: optional(Text, "A formula of the series `A`, `B`, …, whose result is returned instead of them."),
  formulas: optional(Schema.Array(Text).check(Schema.isMaxLength(20)), "Several formulas."),
  formulaNodes: optional(
    Schema.Array(Formula).check(Schema.isMaxLength(20)),
    "Several formulas with names: the newest form."
  ),
  smoothingIntervals: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })),
    "The number of intervals of a moving average."
  ),
  breakdown_histogram_bin_count: optional(Schema.Finite, "Without effect: `breakdownFilter` has the bins."),
  aggregationAxisFormat: ignored,
  aggregationAxisPrefix: ignored,
  aggregationAxisPostfix: ignored,
  confidenceLevel: ignored,
  decimalPlaces: ignored,
  detailedResultsAggregationType: ignored,
  excludeBoxPlotOutliers: ignored,
  goalLines: ignored,
  hiddenLegendIndexes: ignored,
  hideWeekends: ignored,
  legendPosition: ignored,
  metricChangeDecreaseColor: ignored,
  metricChangeIncreaseColor: ignored,
  metricColorByDirection: ignored,
  metricLineDecreaseColor: ignored,
  metricLineIncreaseColor: ignored,
  metricShowChange: ignored,
  metricSummary: ignored,
  minDecimalPlaces: ignored,
  movingAverageIntervals: ignored,
  resultCustomizationBy: ignored,
  resultCustomizations: ignored,
  showAlertThresholdLines: ignored,
  showAnnotations: ignored,
  showConfidenceIntervals: ignored,
  showLabelsOnSeries: ignored,
  showLegend: ignored,
  showMovingAverage: ignored,
  showMultipleYAxes: ignored,
  showPercentStackView: ignored,
  showTrendLines: ignored,
  showValuesOnSeries: ignored,
  stackBreakdownValues: ignored,
  xAxisLabel: ignored,
  yAxisLabel: ignored,
  yAxisScaleType: ignored
}).annotate(component("TrendsFilter", "The form of the results of trends, and their combination."))

/** An event, or an action, whose sessions are meant. */
const ConversionGoal = Schema.Struct({
  customEventName: optional(Schema.String, "The name of the event."),
  actionId: optional(Schema.Int, "The id of the action.")
}).annotate(component("ConversionGoal", "Only events of sessions count in which this happened."))

/** The form of a `TrendsQuery`. */
export const TrendsQuery = Schema.Struct({
  kind: field(Schema.Literal("TrendsQuery"), "The kind of the query."),
  ...insightFields,
  interval: intervalField,
  series: field(
    Schema.Array(SeriesNode).check(Schema.isMaxLength(50)),
    "The events that are counted, each with its measure: at most 50."
  ),
  breakdownFilter: optional(BreakdownFilter, "The properties that the series are cut by."),
  compareFilter: optional(CompareFilter, "The earlier period that is beside the result."),
  conversionGoal: optional(ConversionGoal, "The event whose sessions alone count."),
  trendsFilter: optional(TrendsFilter, "The form of the results, and their combination.")
}).annotate(component("TrendsQuery", "The numbers of events, or other measures, over time.", {
  examples: [{
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "$pageview", math: "dau" }],
    dateRange: { date_from: "-30d" },
    interval: "day"
  }]
}))
type Sent = typeof TrendsQuery.Type

/** A formula, and what its result is called. */
export interface NamedFormula {
  readonly label: string
  readonly evaluate: EvaluateFormula
}

/** A query that was read. */
export interface TrendsNode extends Sent {
  /** The place of the node in the request. */
  readonly path: ReadonlyArray<string>
  readonly formulas: ReadonlyArray<NamedFormula>
  /** The actions that it names, as far as there are any. */
  readonly actions: ReadonlyMap<number, KnownAction>
}

/** Whether one number is asked for in the place of one for each interval. */
export const isTotal = ({ trendsFilter }: Pick<Sent, "trendsFilter">): boolean =>
  totals.has(trendsFilter?.display ?? "ActionsLineGraph")

interface SentFormula {
  readonly text: string
  readonly name?: string | null | undefined
  readonly at: ReadonlyArray<string | number>
}

/** The newest way to name formulas wins. */
const sentFormulas = ({ trendsFilter }: Sent): ReadonlyArray<SentFormula> => {
  const { formula, formulaNodes, formulas } = trendsFilter ?? {}
  const list: ReadonlyArray<SentFormula> = (formulaNodes ?? []).length > 0
    ? (formulaNodes ?? []).map(({ custom_name: name, formula: text }, index) => ({
      text,
      name,
      at: ["formulaNodes", index, "formula"]
    }))
    : (formulas ?? []).length > 0
    ? (formulas ?? []).map((text, index) => ({ text, at: ["formulas", index] }))
    : [{ text: formula ?? "", at: ["formula"] }]
  return list.filter(({ text }) => text.trim() !== "")
}

const formulasOf = (sent: Sent, path: ReadonlyArray<string>) =>
  Effect.forEach(
    sentFormulas(sent),
    ({ at, name, text }) =>
      Effect.fromResult(Result.match(parseFormula(text, sent.series.length), {
        onFailure: (problem) =>
          Result.fail(InvalidInput.at([...path, "trendsFilter", ...at], "invalid_input", problem)),
        onSuccess: (evaluate) =>
          Result.succeed({ label: (name ?? "") === "" ? `Formula (${text})` : name ?? "", evaluate })
      }))
  )

const decode = decodeNode(TrendsQuery)
const decodeBreakdown = decodeNode(BreakdownFilter)

/** Reads a query, as a dashboard changes it. */
export const decodeTrends = Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
  const { filtersOverride } = asked.overrides
  const read = overridden(yield* decode(sent, path), asked.overrides)
  const breakdown = filtersOverride?.breakdown_filter ?? undefined
  const node: TrendsNode = {
    ...read,
    ...(breakdown === undefined ? undefined : {
      breakdownFilter: yield* decodeBreakdown(breakdown, ["filters_override", "breakdown_filter"])
    }),
    ...(filtersOverride?.date_from === "all" ? { compareFilter: null } : undefined),
    path,
    actions: yield* namedActions([...actionIds(read.series), read.conversionGoal?.actionId ?? []].flat(), asked),
    formulas: yield* formulasOf(read, path)
  }
  return node
})

/** The fields of a query that decide its result. */
export const significantTrends = (node: TrendsNode) => ({
  ...significantFields(node),
  interval: node.interval,
  series: node.series,
  actions: [...node.actions.values()],
  breakdownFilter: node.breakdownFilter,
  compareFilter: node.compareFilter,
  conversionGoal: node.conversionGoal,
  display: node.trendsFilter?.display,
  formulas: sentFormulas(node),
  smoothingIntervals: node.trendsFilter?.smoothingIntervals
})
