/**
 * Arms adjusted by their covariate, and their comparison.
 *
 * Source: Deng, Xu, Kohavi, Walker 2013: E[Y - θX] differs from E[Y] by the same amount in both arms, its variance is
 * smaller by the squared correlation. The base of a lift stays the control's unadjusted mean.
 */
import { type Comparison, welchDegreesOfFreedom } from "../comparison/Comparison.ts"
import type { Moments } from "../comparison/Samples.ts"
import {
  type CovariateArm,
  pairedArm,
  pairedRatioArm,
  type PairedRatioSample,
  type PairedSample
} from "./CovariateArm.ts"
import { pooledTheta, ratioTheta } from "./Theta.ts"

/** A control and one of its treatments, with the θ of the two. */
export interface AdjustedPair {
  readonly control: CovariateArm
  readonly treatment: CovariateArm
  readonly theta: number
}

/** The pair of two means or proportions. */
export const pairOf = (control: PairedSample, treatment: PairedSample): AdjustedPair => ({
  control: pairedArm(control),
  treatment: pairedArm(treatment),
  theta: pooledTheta(control, treatment)
})

/** The pair of two ratios. */
export const ratioPairOf = (control: PairedRatioSample, treatment: PairedRatioSample): AdjustedPair => {
  const [one, other] = [pairedRatioArm(control), pairedRatioArm(treatment)]
  return { control: one, treatment: other, theta: ratioTheta(one, other) }
}

/** Mean and variance of Y - θX. */
export const adjustedMoments = (arm: CovariateArm, theta: number): Moments => ({
  n: arm.n,
  mean: arm.mean - theta * arm.covariateMean,
  variance: arm.variance + theta * theta * arm.covariateVariance - 2 * theta * arm.covariance
})

/** Compares two adjusted arms; the baseline is the control's unadjusted mean, which varies with the adjusted one. */
export const compareAdjusted = ({ control, theta, treatment }: AdjustedPair): Comparison => {
  const [a, b] = [adjustedMoments(control, theta), adjustedMoments(treatment, theta)]
  return {
    difference: b.mean - a.mean,
    variance: a.variance / a.n + b.variance / b.n,
    baseline: control.mean,
    baselineVariance: control.variance / control.n,
    covariance: -(control.variance - theta * control.covariance) / control.n,
    degreesOfFreedom: welchDegreesOfFreedom(a, b),
    samples: control.n + treatment.n
  }
}
