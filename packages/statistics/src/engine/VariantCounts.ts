/** The counts of one variant by the wire's names, and the samples that they make. */
import type { RatioSample, Sample } from "../comparison/Samples.ts"
import type { PairedRatioSample, PairedSample } from "../cuped/CovariateArm.ts"

export type MetricType = "mean" | "funnel" | "ratio" | "retention"

export interface VariantCounts {
  readonly key: string
  readonly number_of_samples: number
  readonly sum: number
  readonly sum_squares: number
  /** The least value of an entity, of a mean and of a ratio's numerator. */
  readonly minimum?: number
  /**
   * The variances and covariances (n) of an entity's numbers, found about their means: of each number with itself, then
   * with each after it. The numbers are the value, or numerator and denominator, then their covariates.
   */
  readonly covariances?: ReadonlyArray<number>
  /** Of a funnel: the number of entities that reached each step. */
  readonly step_counts?: ReadonlyArray<number>
  /** Of a funnel: sessions of some who came to the exposure, or to each step, and no further. */
  readonly step_sessions?: ReadonlyArray<ReadonlyArray<object>>
  /** Ratio and retention. */
  readonly denominator_sum?: number
  readonly denominator_sum_squares?: number
  readonly numerator_denominator_sum_product?: number
  /** The same metric before the exposure. */
  readonly covariate_sum?: number
  readonly covariate_sum_squares?: number
  readonly covariate_sum_product?: number
  /** Ratio and retention before the exposure, and products across the two times. */
  readonly covariate_denominator_sum?: number
  readonly covariate_denominator_sum_squares?: number
  readonly covariate_numerator_denominator_sum_product?: number
  readonly denominator_covariate_denominator_sum_product?: number
  readonly numerator_covariate_denominator_sum_product?: number
  readonly denominator_covariate_sum_product?: number
}

/** True for metrics that divide one sum by another. */
export const isRatio = (type: MetricType): boolean => type === "ratio" || type === "retention"

/** The covariance (n - 1) of two of an entity's numbers, in their order; undefined where it was not found about the means. */
export const covarianceOf = (
  { covariances = [], number_of_samples: n }: VariantCounts,
  one: number,
  other: number
): number | undefined => {
  const numbers = (Math.sqrt(8 * covariances.length + 1) - 1) / 2
  const covariance = covariances[one * numbers - one * (one - 1) / 2 + (other - one)]
  return covariance === undefined || n < 2 ? undefined : covariance * (n / (n - 1))
}

const ratioSample = (counts: VariantCounts): RatioSample => ({
  type: "ratio",
  n: counts.number_of_samples,
  numerator_sum: counts.sum,
  numerator_sum_squares: counts.sum_squares,
  denominator_sum: counts.denominator_sum ?? 0,
  denominator_sum_squares: counts.denominator_sum_squares ?? 0,
  numerator_denominator_sum_product: counts.numerator_denominator_sum_product ?? 0,
  numerator_variance: covarianceOf(counts, 0, 0),
  denominator_variance: covarianceOf(counts, 1, 1),
  numerator_denominator_covariance: covarianceOf(counts, 0, 1)
})

const single = (type: MetricType, counts: VariantCounts) => {
  const { number_of_samples: n, sum, sum_squares } = counts
  return type === "funnel" ?
    { type: "proportion" as const, n, sum } :
    { type: "mean" as const, n, sum, sum_squares, variance: covarianceOf(counts, 0, 0) }
}

/** The sample of the metric itself: a funnel is a proportion, retention a ratio. */
export const sampleOf = (type: MetricType, counts: VariantCounts): Sample =>
  isRatio(type) ? ratioSample(counts) : single(type, counts)

/** The sample with its covariate, which is a mean for funnels too; undefined when none was counted. */
export const pairedSampleOf = (type: MetricType, counts: VariantCounts): PairedSample | undefined => {
  const { covariate_sum, covariate_sum_product, covariate_sum_squares, number_of_samples: n } = counts
  if (covariate_sum === undefined || covariate_sum_product === undefined) return undefined
  return {
    post: single(type, counts),
    pre: {
      type: "mean",
      n,
      sum: covariate_sum,
      sum_squares: covariate_sum_squares ?? covariate_sum,
      variance: covarianceOf(counts, 1, 1)
    },
    post_pre_sum_product: covariate_sum_product,
    post_pre_covariance: covarianceOf(counts, 0, 1)
  }
}

const ratioNumbers = { numerator_post: 0, denominator_post: 1, numerator_pre: 2, denominator_pre: 3 } as const

/** The ratio with its covariate; undefined when none was counted. */
export const pairedRatioSampleOf = (counts: VariantCounts): PairedRatioSample | undefined => {
  const denominator = counts.covariate_denominator_sum
  if (counts.covariate_sum === undefined || denominator === undefined || denominator === 0) return undefined
  return {
    n: counts.number_of_samples,
    numerator_post: { sum: counts.sum, sum_squares: counts.sum_squares },
    denominator_post: { sum: counts.denominator_sum ?? 0, sum_squares: counts.denominator_sum_squares ?? 0 },
    numerator_pre: { sum: counts.covariate_sum, sum_squares: counts.covariate_sum_squares ?? 0 },
    denominator_pre: { sum: denominator, sum_squares: counts.covariate_denominator_sum_squares ?? 0 },
    num_post_num_pre: counts.covariate_sum_product ?? 0,
    den_post_den_pre: counts.denominator_covariate_denominator_sum_product ?? 0,
    num_pre_den_pre: counts.covariate_numerator_denominator_sum_product ?? 0,
    num_post_den_post: counts.numerator_denominator_sum_product ?? 0,
    num_post_den_pre: counts.numerator_covariate_denominator_sum_product ?? 0,
    num_pre_den_post: counts.denominator_covariate_sum_product ?? 0,
    covarianceOf: (one, other) => covarianceOf(counts, ratioNumbers[one], ratioNumbers[other])
  }
}
