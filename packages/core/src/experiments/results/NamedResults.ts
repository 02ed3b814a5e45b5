/** The results of several metrics of an experiment. */
import { adjusted } from "@hedgerow/statistics/engine/Adjustments"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { Experiment } from "../Experiment.ts"
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

const kindOf = ({ kind, metric_type: type }: JsonRecord): string =>
  typeof type === "string" ? type : typeof kind === "string" ? kind : ""

/** A metric with its result, or with the reason why it has none. */
export const withResult = (
  { metric, name, role, uuid }: ResultMetric,
  result: MetricResult | null,
  error: string | null
) => {
  const goal = metric["goal"] === "decrease" ? "decrease" : "increase"
  const named: NamedResult = {
    metric_uuid: uuid,
    name,
    kind: kindOf(metric),
    role,
    result,
    interpretation: result === null ? null : interpretation(result, goal),
    error,
    guardrail: guardrailOf(metric, goal)
  }
  return named
}

/** All tests of the experiment but those of guardrails are one family. */
export const inOneFamily = (
  results: ReadonlyArray<NamedResult>,
  { stats_config }: Experiment
): ReadonlyArray<NamedResult> => {
  const tested = results.filter(({ role }) => role !== "guardrail")
  const variants = tested.flatMap(({ result }) => result?.variant_results ?? [])
  const family = adjusted(variants, "variants of all metrics but guardrails", statisticsSettings(stats_config))
  const next = family[Symbol.iterator]()
  return results.map((one) => {
    if (one.result === null || one.role === "guardrail") return one
    const variant_results = one.result.variant_results.map((variant) => next.next().value ?? variant)
    return Object.assign({}, one, { result: { ...one.result, variant_results } })
  })
}
