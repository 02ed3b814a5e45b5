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
  /** The share of the samples that each variant gets, the control's first; together 1. */
  readonly shares: readonly [control: number, ...ReadonlyArray<number>]
  readonly alpha: number
  readonly power: number
  /** New samples a day, over all variants. */
  readonly samples_per_day: number
  /** Samples so far. */
  readonly samples?: number | undefined
  /** The correlation with the covariate, where CUPED adjusts: the variance counts less by its square. */
  readonly correlation?: number | undefined
  readonly sequential_tuning_parameter?: number | undefined
}

export interface RunningTime {
  /** The sample of the smallest variant. */
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

/** The sample size and the days it takes; null where the effect can never be found. Every treatment has its power. */
export const runningTime = (plan: RunningTimePlan): RunningTime | null => {
  const { shares } = plan
  if (shares.length === 1) return null
  const unexplained = 1 - (plan.correlation ?? 0) ** 2
  const samples = samplesPerVariant({
    controlVariance: plan.variance * unexplained,
    treatmentVariance: treatmentVariance(plan) * unexplained,
    effect: plan.mean * plan.minimum_detectable_effect,
    alpha: plan.alpha,
    power: plan.power,
    tuning: plan.sequential_tuning_parameter,
    parts: { control: shares[0] * shares.length, treatment: Math.min(...shares.slice(1)) * shares.length }
  })
  if (samples === null) return null
  const size = samples * shares.length
  const days = (left: number) => plan.samples_per_day > 0 ? Math.ceil(Math.max(left, 0) / plan.samples_per_day) : null
  return {
    samples_per_variant: Math.ceil(size * Math.min(...shares) - 1e-6),
    recommended_sample_size: size,
    recommended_running_time: days(size),
    remaining_running_time: days(size - (plan.samples ?? 0))
  }
}
