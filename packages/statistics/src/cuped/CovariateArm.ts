/**
 * An arm measured twice: the metric, and the same metric before the exposure as its covariate.
 *
 * Sources: Deng, Xu, Kohavi, Walker 2013 (CUPED); Deng, Knoblich, Lu 2018 (linearised ratios).
 */
import {
  type MeanSample,
  type Moments,
  momentsOf,
  type ProportionSample,
  type RatioSample,
  sampleCovariance
} from "../comparison/Samples.ts"

/** Moments of the metric and of its covariate. */
export interface CovariateArm extends Moments {
  readonly covariateMean: number
  readonly covariateVariance: number
  readonly covariance: number
}

/** A metric and its covariate, each a mean or a proportion over the same observations. */
export interface PairedSample {
  readonly post: MeanSample | ProportionSample
  readonly pre: MeanSample | ProportionSample
  readonly post_pre_sum_product: number
  /** The covariance (n - 1), where it was found about the means. */
  readonly post_pre_covariance?: number | undefined
}

export interface Sums {
  readonly sum: number
  readonly sum_squares: number
}

/** The numbers of a ratio and of the same ratio before. */
export type RatioNumber = "numerator_post" | "denominator_post" | "numerator_pre" | "denominator_pre"

/** A ratio and the same ratio before, with the sums of all products. */
export interface PairedRatioSample {
  readonly n: number
  readonly numerator_post: Sums
  readonly denominator_post: Sums
  readonly numerator_pre: Sums
  readonly denominator_pre: Sums
  readonly num_post_num_pre: number
  readonly den_post_den_pre: number
  readonly num_pre_den_pre: number
  readonly num_post_den_post: number
  readonly num_post_den_pre: number
  readonly num_pre_den_post: number
  /** The covariance (n - 1) of two numbers, where it was found about the means; each pair in the order of the numbers. */
  readonly covarianceOf?: (one: RatioNumber, other: RatioNumber) => number | undefined
}

/** The covariance of two proportions divides by n, as their variances do; any other one divides by n - 1. */
const pairedCovariance = ({ post, post_pre_covariance, post_pre_sum_product, pre }: PairedSample): number => {
  const covariance = sampleCovariance(post.n, post.sum, pre.sum, post_pre_sum_product, post_pre_covariance)
  return post.type === "proportion" && pre.type === "proportion" ? covariance * (post.n - 1) / post.n : covariance
}

/** The moments of a mean or a proportion with its covariate. */
export const pairedArm = (sample: PairedSample): CovariateArm => {
  const covariate = momentsOf(sample.pre)
  return {
    ...momentsOf(sample.post),
    covariateMean: covariate.mean,
    covariateVariance: covariate.variance,
    covariance: pairedCovariance(sample)
  }
}

const ratioOf = (
  sample: PairedRatioSample,
  numerator: RatioNumber,
  denominator: RatioNumber,
  product: number
): RatioSample => ({
  type: "ratio",
  n: sample.n,
  numerator_sum: sample[numerator].sum,
  numerator_sum_squares: sample[numerator].sum_squares,
  denominator_sum: sample[denominator].sum,
  denominator_sum_squares: sample[denominator].sum_squares,
  numerator_denominator_sum_product: product,
  numerator_variance: sample.covarianceOf?.(numerator, numerator),
  denominator_variance: sample.covarianceOf?.(denominator, denominator),
  numerator_denominator_covariance: sample.covarianceOf?.(numerator, denominator)
})

/** The covariance of two ratios by the delta method: that of their linearised observations. */
const ratioCovariance = (sample: PairedRatioSample, post: number, pre: number): number => {
  const { n } = sample
  const covariance = (one: RatioNumber, other: RatioNumber, product: number) =>
    sampleCovariance(n, sample[one].sum, sample[other].sum, product, sample.covarianceOf?.(one, other))
  const linearised = covariance("numerator_post", "numerator_pre", sample.num_post_num_pre) -
    pre * covariance("numerator_post", "denominator_pre", sample.num_post_den_pre) -
    post * covariance("denominator_post", "numerator_pre", sample.num_pre_den_post) +
    post * pre * covariance("denominator_post", "denominator_pre", sample.den_post_den_pre)
  return linearised / (sample.denominator_post.sum / n) / (sample.denominator_pre.sum / n)
}

/** The moments of a ratio with its covariate. */
export const pairedRatioArm = (sample: PairedRatioSample): CovariateArm => {
  const post = momentsOf(ratioOf(sample, "numerator_post", "denominator_post", sample.num_post_den_post))
  const pre = momentsOf(ratioOf(sample, "numerator_pre", "denominator_pre", sample.num_pre_den_pre))
  return {
    ...post,
    covariateMean: pre.mean,
    covariateVariance: pre.variance,
    covariance: ratioCovariance(sample, post.mean, pre.mean)
  }
}
