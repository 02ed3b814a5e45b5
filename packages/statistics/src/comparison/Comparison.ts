/**
 * A treatment beside its control: the estimated difference, the control's level and the variances of both. Every test
 * and interval is computed from these numbers alone, for every metric, adjusted or not.
 */
import type { Moments } from "./Samples.ts"

export interface Comparison {
  /** Treatment less control, adjusted where a covariate adjusts. */
  readonly difference: number
  /** The variance of the difference's estimate. */
  readonly variance: number
  /** The control's mean, never adjusted: lifts are relative to it. */
  readonly baseline: number
  /** The variance of the baseline's estimate. */
  readonly baselineVariance: number
  /** The covariance of the two estimates. */
  readonly covariance: number
  /** Welch–Satterthwaite, of the difference. */
  readonly degreesOfFreedom: number
  /** Observations of both arms. */
  readonly samples: number
}

/** Welch–Satterthwaite degrees of freedom (Welch 1947) of two means with the variances of their observations. */
export const welchDegreesOfFreedom = (one: Omit<Moments, "mean">, other: Omit<Moments, "mean">): number => {
  const [a, b] = [one.variance / one.n, other.variance / other.n]
  const [share, rest] = [a / (a + b), b / (a + b)]
  return 1 / (share * share / (one.n - 1) + rest * rest / (other.n - 1))
}

/** Compares two independent arms. */
export const compareArms = (control: Moments, treatment: Moments): Comparison => {
  const baselineVariance = control.variance / control.n
  return {
    difference: treatment.mean - control.mean,
    variance: treatment.variance / treatment.n + baselineVariance,
    baseline: control.mean,
    baselineVariance,
    covariance: -baselineVariance,
    degreesOfFreedom: welchDegreesOfFreedom(control, treatment),
    samples: control.n + treatment.n
  }
}
