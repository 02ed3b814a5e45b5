/**
 * The time that an experiment has to run, from measured numbers: the variance, the covariate's correlation, the
 * traffic.
 */
import { samplesPerVariant } from "./SampleSize.ts"

export interface RunningTimePlan {
  /** The control's mean and the variance of one observation, as measured. */
  readonly mean: number
  readonly variance: number
  /** True where an observation is 0 or 1: its variance then moves with the mean. */
  readonly proportion?: boolean
  /** The smallest relative effect worth finding. */
  readonly minimum_detectable_effect: number
  /** Variants, the control among them. */
  readonly variants: number
  readonly alpha: number
  readonly power: number
  /** New exposures a day, over all variants. */
  readonly exposures_per_day: number
  /** Exposures so far. */
  readonly exposures?: number | undefined
  /** The correlation with the covariate, where CUPED adjusts: the variance counts less by its square. */
  readonly correlation?: number | undefined
  readonly sequential_tuning_parameter?: number | undefined
}

export interface RunningTime {
  readonly samples_per_variant: number
  readonly recommended_sample_size: number
  /** Days from the start; null without traffic. */
  readonly recommended_running_time: number | null
  /** Days from now; null without traffic. */
  readonly remaining_running_time: number | null
}

const treatmentVariance = (plan: RunningTimePlan): number => {
  if (plan.proportion !== true) return plan.variance
  const share = Math.min(Math.max(plan.mean * (1 + plan.minimum_detectable_effect), 0), 1)
  return share * (1 - share)
}

/** The sample size and the days it takes; null where the effect can never be found. */
export const runningTime = (plan: RunningTimePlan): RunningTime | null => {
  const unexplained = 1 - (plan.correlation ?? 0) ** 2
  const samples = samplesPerVariant({
    controlVariance: plan.variance * unexplained,
    treatmentVariance: treatmentVariance(plan) * unexplained,
    effect: plan.mean * plan.minimum_detectable_effect,
    alpha: plan.alpha,
    power: plan.power,
    tuning: plan.sequential_tuning_parameter
  })
  if (samples === null) return null
  const size = samples * plan.variants
  const days = (exposures: number) =>
    plan.exposures_per_day > 0 ? Math.ceil(Math.max(exposures, 0) / plan.exposures_per_day) : null
  return {
    samples_per_variant: samples,
    recommended_sample_size: size,
    recommended_running_time: days(size),
    remaining_running_time: days(size - (plan.exposures ?? 0))
  }
}

/** The variance that the reference service guesses from the mean alone; kept for comparison, not used. */
export const guessedVariance = (metric: string, mean: number): number => {
  if (metric === "funnel") return mean * (1 - mean)
  return metric === "sum" ? 0.25 * mean * mean : 2 * mean
}
