/** The reasons for which a variant of a metric has counts but no statistics. */
import { momentsOf, sampleVariance } from "../Samples.ts"
import { isRatio, type MetricType, sampleOf, type VariantCounts } from "./VariantCounts.ts"

/** The first three are the reference service's, the others are additive. */
export type ValidationFailure =
  | "not-enough-exposures"
  | "baseline-mean-is-zero"
  | "not-enough-metric-data"
  | "inconsistent-sums"
  | "no-variance"

const leastExposures = 50
const leastConversions = 5

const inconsistent = (type: MetricType, counts: VariantCounts): boolean => {
  const { number_of_samples: n } = counts
  if (n < 2) return false
  const squares: ReadonlyArray<readonly [number, number]> = [
    [counts.sum, type === "funnel" ? counts.sum : counts.sum_squares],
    ...isRatio(type) ? [[counts.denominator_sum ?? 0, counts.denominator_sum_squares ?? 0]] as const : []
  ]
  const wrong = squares.some(([sum, sumSquares]) => !(sampleVariance(n, sum, sumSquares) >= 0))
  return wrong || type === "funnel" && (counts.sum < 0 || counts.sum > n)
}

/** The failures of one variant by itself; `baseline` is true for the one that the others are compared with. */
export const validationFailures = (
  type: MetricType,
  counts: VariantCounts,
  baseline: boolean
): ReadonlyArray<ValidationFailure> => {
  const failures: ReadonlyArray<readonly [boolean, ValidationFailure]> = [
    [counts.number_of_samples < leastExposures, "not-enough-exposures"],
    [baseline && counts.sum === 0, "baseline-mean-is-zero"],
    [(type === "funnel" || type === "retention") && counts.sum < leastConversions, "not-enough-metric-data"],
    [isRatio(type) && (counts.denominator_sum ?? 0) === 0, "not-enough-metric-data"],
    [inconsistent(type, counts), "inconsistent-sums"]
  ]
  return [...new Set(failures.flatMap(([failed, failure]) => failed ? [failure] : []))]
}

/** True where neither variant varies, so that nothing can be tested. */
export const withoutVariance = (type: MetricType, one: VariantCounts, other: VariantCounts): boolean =>
  [one, other].every((counts) => !(momentsOf(sampleOf(type, counts)).variance > 0))
