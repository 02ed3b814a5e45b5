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
} from "../Samples.ts"

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
}

export interface Sums {
  readonly sum: number
  readonly sum_squares: number
}

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
}

/** The covariance of two proportions divides by n, as their variances do; any other one divides by n - 1. */
const pairedCovariance = ({ post, post_pre_sum_product, pre }: PairedSample): number => {
  const covariance = sampleCovariance(post.n, post.sum, pre.sum, post_pre_sum_product)
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

const ratioOf = (n: number, numerator: Sums, denominator: Sums, product: number): RatioSample => ({
  type: "ratio",
  n,
  numerator_sum: numerator.sum,
  numerator_sum_squares: numerator.sum_squares,
  denominator_sum: denominator.sum,
  denominator_sum_squares: denominator.sum_squares,
  numerator_denominator_sum_product: product
})

/** The covariance of two ratios by the delta method: that of their linearised observations. */
const ratioCovariance = (sample: PairedRatioSample, post: number, pre: number): number => {
  const { n } = sample
  const covariance = (one: Sums, other: Sums, product: number) => sampleCovariance(n, one.sum, other.sum, product)
  const linearised = covariance(sample.numerator_post, sample.numerator_pre, sample.num_post_num_pre) -
    pre * covariance(sample.numerator_post, sample.denominator_pre, sample.num_post_den_pre) -
    post * covariance(sample.denominator_post, sample.numerator_pre, sample.num_pre_den_post) +
    post * pre * covariance(sample.denominator_post, sample.denominator_pre, sample.den_post_den_pre)
  return linearised * n * n / (sample.denominator_post.sum * sample.denominator_pre.sum)
}

/** The moments of a ratio with its covariate. */
export const pairedRatioArm = (sample: PairedRatioSample): CovariateArm => {
  const { n } = sample
  const post = momentsOf(ratioOf(n, sample.numerator_post, sample.denominator_post, sample.num_post_den_post))
  const pre = momentsOf(ratioOf(n, sample.numerator_pre, sample.denominator_pre, sample.num_pre_den_pre))
  return {
    ...post,
    covariateMean: pre.mean,
    covariateVariance: pre.variance,
    covariance: ratioCovariance(sample, post.mean, pre.mean)
  }
}
