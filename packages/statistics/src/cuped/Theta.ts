/**
 * θ, the slope of the metric on its covariate. One θ serves a pair of arms: each treatment with its control has its own.
 *
 * Source: Deng, Xu, Kohavi, Walker 2013. A covariate that does not vary adjusts nothing: θ is 0.
 */
import type { MeanSample, ProportionSample } from "../Samples.ts"
import { type CovariateArm, pairedArm, type PairedSample } from "./CovariateArm.ts"

const slope = (covariance: number, variance: number): number => variance > 0 ? covariance / variance : 0

type Single = MeanSample | ProportionSample

const pool = (one: Single, other: Single): Single => {
  const [n, sum] = [one.n + other.n, one.sum + other.sum]
  return one.type === "mean" && other.type === "mean" ?
    { type: "mean", n, sum, sum_squares: one.sum_squares + other.sum_squares } :
    { type: "proportion", n, sum }
}

/** θ of means and proportions: both arms pooled as one sample. */
export const pooledTheta = (control: PairedSample, treatment: PairedSample): number => {
  const pooled = pairedArm({
    post: pool(control.post, treatment.post),
    pre: pool(control.pre, treatment.pre),
    post_pre_sum_product: control.post_pre_sum_product + treatment.post_pre_sum_product
  })
  return slope(pooled.covariance, pooled.covariateVariance)
}

/** θ of ratios: covariances and variances by the delta method within each arm, added. */
export const ratioTheta = (control: CovariateArm, treatment: CovariateArm): number =>
  slope(control.covariance + treatment.covariance, control.covariateVariance + treatment.covariateVariance)
