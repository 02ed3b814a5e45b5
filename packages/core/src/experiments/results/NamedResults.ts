/** The results of several metrics of an experiment. */
import { adjusted } from "@hedgerow/statistics/engine/Adjustments"
import { differenceIntervalAt } from "@hedgerow/statistics/engine/AnalyseMetric"
import { type StatisticsSettings, statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import type { MetricType } from "@hedgerow/statistics/engine/VariantCounts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { Experiment } from "../Experiment.ts"
import { type CutOutliers, cutOutliers, familyOfAll } from "./AnalysisMethod.ts"
import { type Interpretation, interpretation } from "./Interpretation.ts"
import type { MetricResult } from "./MetricResult.ts"
import type { MetricRole, ResultMetric } from "./ResultMetrics.ts"

/** The result of one metric of an experiment. */
export interface NamedResult {
  readonly metric_uuid: string | null
  readonly name: string | null
  /** `mean`, `funnel`, `ratio` or `retention`; the kind of a metric of an older form. */
  readonly kind: string
  readonly role: MetricRole
  /** Null where the metric cannot be computed, which `error` explains. */
  readonly result: MetricResult | null
  readonly interpretation: Interpretation | null
  readonly error: string | null
  readonly goal: "increase" | "decrease"
  /** The outliers that are cut, of each number of the metric; empty where none are. */
  readonly outliers: ReadonlyArray<CutOutliers>
  /** The margin of a guardrail, and the goal that it is measured against; null for other metrics. */
  readonly guardrail: {
    readonly margin: number
    readonly difference_type: "absolute" | "relative"
    readonly goal: "decrease" | "increase"
  } | null
}

const guardrailOf = ({ guardrail }: JsonRecord, goal: "decrease" | "increase"): NamedResult["guardrail"] => {
  if (!isJsonRecord(guardrail) || typeof guardrail["margin"] !== "number") return null
  const { difference_type: type, margin } = guardrail
  return { margin, difference_type: type === "absolute" ? "absolute" : "relative", goal }
}

const goalOf = ({ goal }: JsonRecord): NamedResult["goal"] => goal === "decrease" ? "decrease" : "increase"

const kindOf = ({ kind, metric_type: type }: JsonRecord): string =>
  typeof type === "string" ? type : typeof kind === "string" ? kind : ""

/** A metric with its result, or with the reason why it has none. Its words come with those of the others. */
export const withResult = (
  { metric, name, role, uuid }: ResultMetric,
  result: MetricResult | null,
  error: string | null
): NamedResult => ({
  metric_uuid: uuid,
  name,
  kind: kindOf(metric),
  role,
  result,
  interpretation: null,
  error,
  goal: goalOf(metric),
  guardrail: guardrailOf(metric, goalOf(metric)),
  outliers: cutOutliers(metric)
})

const metricTypes: ReadonlyArray<MetricType> = ["mean", "funnel", "ratio", "retention"]

/** The variants of a metric, each with what it is compared by. */
const testsOf = ({ goal, kind, result }: NamedResult) => {
  if (result === null) return []
  const metric = { type: metricTypes.find((one) => one === kind) ?? "mean", goal, baseline: result.baseline }
  return result.variant_results.map((variant) => ({ metric, variant }))
}

/** The tests of the experiment, all but those of guardrails, decided as one family. */
const decidedTogether = (tested: ReadonlyArray<NamedResult>, settings: StatisticsSettings) => {
  const tests = tested.flatMap(testsOf)
  return adjusted(tests.map(({ variant }) => variant), familyOfAll, settings, (index, level) => {
    const test = tests[index]
    return test === undefined ? null : differenceIntervalAt(test.metric, test.variant, settings, level)
  })
}

/** The results with the verdicts in words: better and worse are said among all tests but those of guardrails. */
export const inOneFamily = (
  results: ReadonlyArray<NamedResult>,
  { stats_config }: Pick<Experiment, "stats_config">
): ReadonlyArray<NamedResult> => {
  const tested = results.filter(({ role }) => role !== "guardrail")
  const next = decidedTogether(tested, statisticsSettings(stats_config))[Symbol.iterator]()
  return results.map((one): NamedResult => {
    if (one.result === null) return one
    const result = one.role === "guardrail" ? one.result : {
      ...one.result,
      variant_results: one.result.variant_results.map((variant) => next.next().value ?? variant)
    }
    return { ...one, result, interpretation: interpretation(result, one) }
  })
}

/** The number of tests that verdicts are made among. */
export const familySize = (results: ReadonlyArray<NamedResult>): number =>
  Math.max(
    0,
    ...results.flatMap(({ result, role }) =>
      role === "guardrail" ? [] : (result?.variant_results ?? []).map(({ adjustment }) => adjustment?.size ?? 0)
    )
  )
