/** The result of a metric: the statistics of all entities, and of each value to cut by. */
import { analyseMetric, type MetricResult as Analysed } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import type { VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"
import { Struct } from "effect"
import { recordOrEmpty } from "../../shared/JsonRecord.ts"
import type { ExperimentMetric } from "../metrics/ExperimentMetric.ts"
import { type AnalysedExperiment, exposedVariants } from "./AnalysedExperiment.ts"
import { countsOf, type EntitySums, sumsOfVariant } from "./EntitySums.ts"
import type { Measured } from "./Measuring.ts"

/** The statistics of one value to cut by. */
export interface BreakdownResult {
  readonly breakdown_value: ReadonlyArray<string>
  readonly baseline: Analysed["baseline"]
  readonly variants: Analysed["variant_results"]
}

/** The answer to one metric. */
export interface MetricResult extends Analysed {
  /** Null where the metric is not cut. */
  readonly breakdown_results: ReadonlyArray<BreakdownResult> | null
}

/** The number of breakdown values shown, where the metric sets none. */
const defaultBreakdowns = 25

/** The label of all values to cut by that are not shown. */
const otherBreakdowns = "$$_posthog_breakdown_other_$$"

/** The variant that others are compared with: the one that is named, else `control`, else the first. */
export const baselineKey = ({ stats_config, variants }: AnalysedExperiment): string => {
  const { baseline_variant_key: named } = recordOrEmpty(stats_config)
  const keys = variants.map(({ key }) => key)
  return keys.find((key) => key === named) ?? keys.find((key) => key === "control") ?? keys[0] ?? "control"
}

const nothingFound: Measured = {
  sums: [],
  isRatio: false,
  isAdjusted: false,
  ran: { printed: "", engineStatement: undefined, warnings: [], seconds: [] }
}

const keyOf = ({ breakdown }: EntitySums): string => JSON.stringify(breakdown)

/** The sums by breakdown value, those of most entities first; values beyond the limit are one group. */
const byBreakdown = (sums: ReadonlyArray<EntitySums>, limit: number): ReadonlyArray<ReadonlyArray<EntitySums>> => {
  const size = (group: ReadonlyArray<EntitySums>) => group.reduce((sum, { entities }) => sum + entities, 0)
  const groups = [...Map.groupBy(sums, keyOf).entries()]
    .toSorted(([one, first], [other, second]) => size(second) - size(first) || (one < other ? -1 : 1))
    .map(([, group]) => group)
  if (groups.length <= limit) return groups
  const rest = groups.slice(limit).flat()
    .map((one) => Object.assign({}, one, { breakdown: one.breakdown.map(() => otherBreakdowns) }))
  return [...groups.slice(0, limit), rest]
}

/** The statistics of a metric, of what was measured; undefined: nothing, as of an experiment that has not begun. */
export const metricResult = (
  experiment: AnalysedExperiment,
  metric: ExperimentMetric,
  measured: Measured = nothingFound
): MetricResult => {
  const settings = statisticsSettings(experiment.stats_config)
  const base = baselineKey(experiment)
  const { guardrail } = metric
  const analysed = (sums: ReadonlyArray<EntitySums>, form: Measured): Analysed => {
    const countsFor = (key: string): VariantCounts => withSteps(sumsOfVariant(sums, key), metric, form)
    return analyseMetric({
      type: metric.metric_type,
      goal: metric.goal ?? "increase",
      baseline: countsFor(base),
      variants: exposedVariants(experiment).filter((key) => key !== base).map(countsFor),
      guardrail: guardrail === undefined || guardrail === null ? undefined : {
        margin: guardrail.margin,
        difference_type: guardrail.difference_type ?? "relative"
      }
    }, settings)
  }
  const isCut = measured.sums.some(({ breakdown }) => breakdown.length > 0)
  const groups = byBreakdown(measured.sums, metric.breakdownFilter?.breakdown_limit ?? defaultBreakdowns)
  return {
    ...analysed(measured.sums, measured),
    breakdown_results: isCut
      ? groups.map((group) => breakdownResult(group, analysed(group, Struct.omit(measured, ["sessions"]))))
      : null
  }
}

const breakdownResult = (
  group: ReadonlyArray<EntitySums>,
  { baseline, variant_results }: Analysed
): BreakdownResult => ({
  breakdown_value: group[0]?.breakdown ?? [],
  baseline,
  variants: variant_results
})

const withSteps = (sums: EntitySums, metric: ExperimentMetric, form: Measured): VariantCounts => {
  const counts = countsOf(sums, form)
  if (metric.metric_type !== "funnel") return counts
  const none = metric.series.map(() => 0)
  return {
    ...counts,
    step_counts: sums.step_counts ?? none,
    ...(form.sessions === undefined
      ? undefined
      : { step_sessions: form.sessions.get(sums.variant) ?? [0, ...none].map(() => []) })
  }
}
