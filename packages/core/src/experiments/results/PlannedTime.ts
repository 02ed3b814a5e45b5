import { momentsOf, sampleCovariance, sampleVariance } from "@hedgerow/statistics/comparison/Samples"
import type { StatisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { covarianceOf, type MetricType, sampleOf, type VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"
import { type RunningTime, runningTime, type RunningTimePlan } from "@hedgerow/statistics/power/RunningTime"
import { type JsonRecord } from "../../shared/JsonRecord.ts"
import { multipleVariants } from "../metrics/MultipleVariants.ts"
import type { AnalysedExperiment } from "./AnalysedExperiment.ts"
import type { ExposureResult } from "./ExposureResult.ts"
import type { MetricResult } from "./MetricResult.ts"

/** The time that an experiment has to run, and the numbers that it was computed from. */
export interface PlannedTime {
  /** Per cent of the control's mean. */
  readonly minimum_detectable_effect: number
  readonly power: number
  readonly alpha: number
  /** The control's mean and the variance of one entity, as measured; null while there are too few. */
  readonly mean: number | null
  readonly variance: number | null
  /** The correlation with the covariate, where one adjusts. */
  readonly correlation: number | null
  readonly exposures: number
  readonly exposures_per_day: number
  readonly samples_per_variant: number | null
  readonly recommended_sample_size: number | null
  /** Days from the start. */
  readonly recommended_running_time: number | null
  /** Days from now. */
  readonly remaining_running_time: number | null
}

/** The inputs of a plan. */
export interface Planning {
  readonly metric: JsonRecord
  readonly result: MetricResult
  readonly exposures: ExposureResult
  /** The variants of the flag, with the share of each in per cent. */
  readonly variants: AnalysedExperiment["variants"]
  readonly settings: StatisticsSettings
  readonly effect: number
  readonly power: number
}

const typeOf = ({ metric_type: type }: JsonRecord): MetricType =>
  type === "funnel" || type === "ratio" || type === "retention" ? type : "mean"

const correlationOf = (type: MetricType, counts: VariantCounts): number | null => {
  const { covariate_sum: sum, covariate_sum_product: product, covariate_sum_squares: squares, number_of_samples: n } =
    counts
  if (sum === undefined || product === undefined || type === "ratio" || type === "retention") return null
  const own = sampleVariance(n, counts.sum, counts.sum_squares, covarianceOf(counts, 0, 0))
  const before = sampleVariance(n, sum, squares ?? sum, covarianceOf(counts, 1, 1))
  const covariance = sampleCovariance(n, counts.sum, sum, product, covarianceOf(counts, 0, 1))
  return own > 0 && before > 0 ? covariance / Math.sqrt(own) / Math.sqrt(before) : null
}

const nothingKnown: RunningTime = {
  samples_per_variant: 0,
  recommended_sample_size: 0,
  recommended_running_time: null,
  remaining_running_time: null
}

/** The variants that are compared: those who are held out get none of the flag's. */
const comparedIn = ({ baseline, variant_results: treatments }: MetricResult, variants: Planning["variants"]) =>
  [baseline, ...treatments.filter(({ key }) => variants.some((one) => one.key === key))] as const

/** The share of each variant by the flag, the baseline's first; equal ones where the flag gives some of them nobody. */
const sharesOf = (result: MetricResult, variants: Planning["variants"]): RunningTimePlan["shares"] => {
  const [baseline, ...treatments] = comparedIn(result, variants).map(({ key }) =>
    variants.find((one) => one.key === key)?.rollout_percentage ?? 0
  )
  const sum = (baseline ?? 0) + treatments.reduce((all, share) => all + share, 0)
  const isSplit = (baseline ?? 0) > 0 && treatments.every((share) => share > 0)
  const shareOf = (percentage = 0) => isSplit ? percentage / sum : 1 / (treatments.length + 1)
  return [shareOf(baseline), ...treatments.map(shareOf)]
}

/** The time that the experiment has to run to find the effect. */
export const plannedTime = (
  { effect, exposures, metric, power, result, settings, variants }: Planning
): PlannedTime => {
  const { baseline } = result
  const type = typeOf(metric)
  const isKnown = baseline.number_of_samples >= 2 && baseline.sum !== 0
  const moments = isKnown ? momentsOf(sampleOf(type, baseline)) : undefined
  const correlation = isKnown ? correlationOf(type, baseline) : null
  const counted = Object.entries(exposures.total_exposures).filter(([key]) => key !== multipleVariants)
  const total = counted.reduce((sum, [, count]) => sum + count, 0)
  const days = exposures.timeseries[0]?.days.length ?? 0
  const perDay = days === 0 ? 0 : total / days
  const samples = comparedIn(result, variants).reduce((sum, { number_of_samples: count }) => sum + count, 0)
  const plan = moments === undefined || !Number.isFinite(moments.variance) ? null : runningTime({
    mean: moments.mean,
    variance: moments.variance,
    proportion: type === "funnel",
    minimum_detectable_effect: effect / 100,
    shares: sharesOf(result, variants),
    alpha: settings.alpha,
    power,
    samples_per_day: days === 0 ? 0 : samples / days,
    samples,
    correlation: correlation ?? undefined,
    sequential_tuning_parameter: settings.tuning
  })
  const { recommended_running_time, recommended_sample_size, remaining_running_time, samples_per_variant } = plan ??
    nothingKnown
  return {
    minimum_detectable_effect: effect,
    power,
    alpha: settings.alpha,
    mean: moments?.mean ?? null,
    variance: moments?.variance ?? null,
    correlation,
    exposures: total,
    exposures_per_day: perDay,
    samples_per_variant: plan === null ? null : samples_per_variant,
    recommended_sample_size: plan === null ? null : recommended_sample_size,
    recommended_running_time,
    remaining_running_time
  }
}
