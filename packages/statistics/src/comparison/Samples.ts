/**
 * Sufficient statistics of one arm and their first two moments. Field names are those of the wire.
 *
 * Sources: the delta method for a ratio of means (Deng, Knoblich, Lu 2018); the variance of a sample quantile from its
 * interval (Deng, Knoblich, Lu 2018, section 4).
 */
import { normalUpperQuantile } from "../special/Normal.ts"

export interface MeanSample {
  readonly type: "mean"
  readonly n: number
  readonly sum: number
  readonly sum_squares: number
  /** The variance (n - 1), where it was found about the mean. */
  readonly variance?: number | undefined
}

export interface ProportionSample {
  readonly type: "proportion"
  readonly n: number
  readonly sum: number
}

export interface RatioSample {
  readonly type: "ratio"
  readonly n: number
  readonly numerator_sum: number
  readonly numerator_sum_squares: number
  readonly denominator_sum: number
  readonly denominator_sum_squares: number
  readonly numerator_denominator_sum_product: number
  /** The variances and the covariance (n - 1), where they were found about the means. */
  readonly numerator_variance?: number | undefined
  readonly denominator_variance?: number | undefined
  readonly numerator_denominator_covariance?: number | undefined
}

/** A sample quantile with its 95 % interval; `n_star` is the size of the sample the interval was taken from. */
export interface QuantileSample {
  readonly type: "quantile"
  readonly n: number
  readonly n_star: number
  readonly quantile_hat: number
  readonly quantile_lower: number
  readonly quantile_upper: number
}

export type Sample = MeanSample | ProportionSample | RatioSample | QuantileSample

/** The mean of one observation's value and its variance; the variance of the mean is `variance / n`. */
export interface Moments {
  readonly n: number
  readonly mean: number
  readonly variance: number
}

/** The most that rounding may push a variance below 0, relative to the sum of squares. */
const rounding = 1e-9

/**
 * The covariance (n - 1) of two sums over the same n observations. One that was found about the means is taken as it is:
 * the sum of products loses its digits where means are large beside deviations.
 */
export const sampleCovariance = (
  n: number,
  sumX: number,
  sumY: number,
  sumProduct: number,
  aboutMeans?: number
): number => aboutMeans ?? (sumProduct - sumX * sumY / n) / (n - 1)

/** The variance (n - 1). A negative one that rounding explains is 0; one beyond that is returned as it is. */
export const sampleVariance = (n: number, sum: number, sumSquares: number, aboutMean?: number): number => {
  const variance = sampleCovariance(n, sum, sum, sumSquares, aboutMean)
  return variance < 0 && variance > -rounding * sumSquares / (n - 1) ? 0 : variance
}

const ratioMoments = (sample: RatioSample): Moments => {
  const { n } = sample
  const [m, d] = [sample.numerator_sum / n, sample.denominator_sum / n]
  const ratio = m / d
  const varianceM = sampleVariance(
    n,
    sample.numerator_sum,
    sample.numerator_sum_squares,
    sample.numerator_variance
  )
  const varianceD = sampleVariance(
    n,
    sample.denominator_sum,
    sample.denominator_sum_squares,
    sample.denominator_variance
  )
  const covariance = sampleCovariance(
    n,
    sample.numerator_sum,
    sample.denominator_sum,
    sample.numerator_denominator_sum_product,
    sample.numerator_denominator_covariance
  )
  return { n, mean: ratio, variance: (varianceM + ratio * ratio * varianceD - 2 * ratio * covariance) / (d * d) }
}

/** Below this a quantile's variance is taken for an artefact of ties, in samples of 100 and more. */
const leastQuantileVariance = 1e-5

const quantileMoments = (sample: QuantileSample): Moments => {
  const deviation = (sample.quantile_upper - sample.quantile_lower) / (2 * normalUpperQuantile(0.025))
  const variance = sample.n_star / sample.n * (sample.n - 1) * deviation * deviation
  const floored = sample.n >= 100 && deviation > 0 ? Math.max(variance, leastQuantileVariance) : variance
  return { n: sample.n, mean: sample.quantile_hat, variance: floored }
}

/** Mean and variance of one arm: a proportion's variance is p (1 - p), a ratio's comes from the delta method. */
export const momentsOf = (sample: Sample): Moments => {
  switch (sample.type) {
    case "mean":
      return {
        n: sample.n,
        mean: sample.sum / sample.n,
        variance: sampleVariance(sample.n, sample.sum, sample.sum_squares, sample.variance)
      }
    case "proportion": {
      const mean = sample.sum / sample.n
      return { n: sample.n, mean, variance: mean * (1 - mean) }
    }
    case "ratio":
      return ratioMoments(sample)
    case "quantile":
      return quantileMoments(sample)
  }
}
