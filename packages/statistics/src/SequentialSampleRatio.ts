/**
 * A test of the sample ratio that may be read after every exposure.
 *
 * Source: Lindon & Malek, "Anytime-valid inference for multinomial count data", NeurIPS 2022: the Bayes factor of a
 * Dirichlet prior around the given shares is a martingale, so 1 / factor is an always-valid p-value.
 */
import { sampleRatioMismatch, takingPart } from "./SampleRatio.ts"
import { logGamma } from "./special/Gamma.ts"

/** The weight of the prior in exposures; the default of the paper's own package. */
const concentration = 10_000

const logBayesFactor = (observed: ReadonlyArray<number>, weights: ReadonlyArray<number>): number => {
  const arms = takingPart(observed, weights)
  const weightSum = arms.reduce((sum, { weight }) => sum + weight, 0)
  const count = arms.reduce((sum, arm) => sum + arm.count, 0)
  return arms.reduce((sum, arm) => {
    const share = arm.weight / weightSum
    const prior = share * concentration
    return sum + logGamma(prior + arm.count) - logGamma(prior) - arm.count * Math.log(share)
  }, logGamma(concentration) - logGamma(concentration + count))
}

/** The p-value after each look at cumulative counts: never above that of an earlier look. */
export const sequentialSampleRatio = (
  looks: ReadonlyArray<ReadonlyArray<number>>,
  weights: ReadonlyArray<number>
): ReadonlyArray<number> => {
  let smallest = 1
  return looks.map((observed) => {
    smallest = Math.min(smallest, Math.exp(-logBayesFactor(observed, weights)))
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
