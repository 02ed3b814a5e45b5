/**
 * A test of the sample ratio that may be read after every exposure.
 *
 * Source: Lindon & Malek, "Anytime-valid inference for multinomial count data", NeurIPS 2022: the Bayes factor of a
 * Dirichlet prior around the given shares is a martingale, so 1 / factor is an always-valid p-value.
 */
import { logGamma } from "../special/Gamma.ts"
import { sampleRatioMismatch, takingPart } from "./SampleRatio.ts"

/**
 * The weights of the priors in exposures. A light one sees large mismatches among few, a heavy one small mismatches among
 * many; the mean of their Bayes factors is a martingale too, so the error stays. 10,000 alone, the default of the paper's
 * own package, gives 600 and 400 of 1,000 a p-value of 0.17.
 */
const concentrations = [10, 100, 1000, 10_000, 100_000]

const logBayesFactor = (arms: ReturnType<typeof takingPart>, concentration: number): number => {
  const weightSum = arms.reduce((sum, { weight }) => sum + weight, 0)
  const count = arms.reduce((sum, arm) => sum + arm.count, 0)
  return arms.reduce((sum, arm) => {
    const share = arm.weight / weightSum
    const prior = share * concentration
    return sum + logGamma(prior + arm.count) - logGamma(prior) - arm.count * Math.log(share)
  }, logGamma(concentration) - logGamma(concentration + count))
}

/** The logarithm of the mean of the factors of all priors. */
const logMixedFactor = (observed: ReadonlyArray<number>, weights: ReadonlyArray<number>): number => {
  const arms = takingPart(observed, weights)
  const factors = concentrations.map((concentration) => logBayesFactor(arms, concentration))
  const largest = Math.max(...factors)
  const mean = factors.reduce((sum, factor) => sum + Math.exp(factor - largest), 0) / factors.length
  return largest + Math.log(mean)
}

/** The p-value after each look at cumulative counts: never above that of an earlier look. */
export const sequentialSampleRatio = (
  looks: ReadonlyArray<ReadonlyArray<number>>,
  weights: ReadonlyArray<number>
): ReadonlyArray<number> => {
  let smallest = 1
  return looks.map((observed) => {
    smallest = Math.min(smallest, Math.exp(-logMixedFactor(observed, weights)))
    return smallest
  })
}

/** The sample ratio after one day. */
export interface DailyMismatch {
  readonly day: string
  /** The test of the exposures so far; null while there are too few. It may be read once, not every day. */
  readonly p_value: number | null
  /** The p-value that may be read every day. */
  readonly always_valid_p_value: number
}

/** Tests cumulative exposures day by day. */
export const mismatchOverTime = (
  days: ReadonlyArray<{ readonly day: string; readonly exposures: Readonly<Record<string, number>> }>,
  weights: Readonly<Record<string, number>>
): ReadonlyArray<DailyMismatch> => {
  const variants = Object.keys(weights)
  const looks = days.map(({ exposures }) => variants.map((variant) => exposures[variant] ?? 0))
  const alwaysValid = sequentialSampleRatio(looks, variants.map((variant) => weights[variant] ?? 0))
  return days.map(({ day, exposures }, index) => ({
    day,
    p_value: sampleRatioMismatch(exposures, weights)?.p_value ?? null,
    always_valid_p_value: alwaysValid[index] ?? 1
  }))
}
