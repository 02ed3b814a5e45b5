/**
 * θ, the slope of the metric on its covariate. One θ serves a pair of arms: each treatment with its control has its own.
 *
 * Source: Deng, Xu, Kohavi, Walker 2013. A covariate that does not vary adjusts nothing: θ is 0.
 */
import type { MeanSample, ProportionSample } from "../comparison/Samples.ts"
import { type CovariateArm, pairedArm, type PairedSample } from "./CovariateArm.ts"

const slope = (covariance: number, variance: number): number => variance > 0 ? covariance / variance : 0

type Single = MeanSample | ProportionSample

const pool = (one: Single, other: Single): Single => {
  const [n, sum] = [one.n + other.n, one.sum + other.sum]
  return one.type === "mean" && other.type === "mean" ?
    {
      type: "mean",
      n,
      sum,
      sum_squares: one.sum_squares + other.sum_squares,
      variance: pooledCovariance([one, other], [one, other], [one.variance, other.variance])
    } :
    { type: "proportion", n, sum }
}

type Two<A> = readonly [A, A]

/** The covariance (n - 1) of two samples of `x` and `y` as one, by the distance of their means (Chan et al. 1979). */
const pooledCovariance = (
  [x, otherX]: Two<Single>,
  [y, otherY]: Two<Single>,
  [own, other]: Two<number | undefined>
): number | undefined => {
  if (own === undefined || other === undefined) return undefined
  const [n, m] = [x.n, otherX.n]
  const apart = (x.sum / n - otherX.sum / m) * (y.sum / n - otherY.sum / m)
  return ((n - 1) * own + (m - 1) * other + n * (m / (n + m)) * apart) / (n + m - 1)
}

/** θ of means and proportions: both arms pooled as one sample. */
export const pooledTheta = (control: PairedSample, treatment: PairedSample): number => {
  const pooled = pairedArm({
    post: pool(control.post, treatment.post),
    pre: pool(control.pre, treatment.pre),
    post_pre_sum_product: control.post_pre_sum_product + treatment.post_pre_sum_product,
    post_pre_covariance: pooledCovariance(
      [control.post, treatment.post],
      [control.pre, treatment.pre],
      [control.post_pre_covariance, treatment.post_pre_covariance]
    )
  })
  return slope(pooled.covariance, pooled.covariateVariance)
}

/** θ of ratios: covariances and variances by the delta method within each arm, added. */
export const ratioTheta = (control: CovariateArm, treatment: CovariateArm): number =>
  slope(control.covariance + treatment.covariance, control.covariateVariance + treatment.covariateVariance)
