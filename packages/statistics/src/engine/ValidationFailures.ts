/** The reasons for which a variant of a metric has counts but no statistics. */
import { momentsOf, sampleVariance } from "../comparison/Samples.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"
import { covarianceOf, isRatio, type MetricType, sampleOf, type VariantCounts } from "./VariantCounts.ts"

/** The first three are the reference service's, the others are additive. */
export type ValidationFailure =
  | "not-enough-exposures"
  | "baseline-mean-is-zero"
  | "not-enough-metric-data"
  | "inconsistent-sums"
  | "no-variance"

const leastExposures = 50
const leastConversions = 5

/** Whether a sum has left the range of numbers; the greatest number stands for all beyond it. */
const isBeyondNumbers = ({ covariances = [], ...counts }: VariantCounts): boolean =>
  [...Object.values(counts), ...covariances].some((value) =>
    typeof value === "number" && !(Math.abs(value) < Number.MAX_VALUE)
  )

const inconsistent = (type: MetricType, counts: VariantCounts): boolean => {
  const { number_of_samples: n } = counts
  if (n < 2) return false
  if (isBeyondNumbers(counts)) return true
  const squares: ReadonlyArray<readonly [number, number, number | undefined]> = [
    [counts.sum, type === "funnel" ? counts.sum : counts.sum_squares, covarianceOf(counts, 0, 0)],
    ...isRatio(type)
      ? [[counts.denominator_sum ?? 0, counts.denominator_sum_squares ?? 0, covarianceOf(counts, 1, 1)]] as const
      : []
  ]
  const wrong = squares.some(([sum, sumSquares, known]) => !(sampleVariance(n, sum, sumSquares, known) >= 0))
  return wrong || type === "funnel" && (counts.sum < 0 || counts.sum > n)
}

type Engine = StatisticsSettings["engine"]

const countsConversions = (type: MetricType): boolean => type === "funnel" || type === "retention"

const named = (failures: ReadonlyArray<readonly [boolean, ValidationFailure]>): ReadonlyArray<ValidationFailure> => [
  ...new Set(failures.flatMap(([failed, failure]) => failed ? [failure] : []))
]

/** The failures of one arm by itself. The reference compares no arm with fewer than 5 conversions. */
export const validationFailures = (
  type: MetricType,
  counts: VariantCounts,
  { engine, isBaseline }: { readonly engine: Engine; readonly isBaseline: boolean }
): ReadonlyArray<ValidationFailure> =>
  named([
    [counts.number_of_samples < leastExposures, "not-enough-exposures"],
    [isBaseline && counts.sum === 0, "baseline-mean-is-zero"],
    [engine === "reference" && countsConversions(type) && counts.sum < leastConversions, "not-enough-metric-data"],
    [isRatio(type) && (counts.denominator_sum ?? 0) === 0, "not-enough-metric-data"],
    [inconsistent(type, counts), "inconsistent-sums"]
  ])

/** The failures of a variant beside the baseline: both have too few conversions to tell them apart. */
export const pairFailures = (
  type: MetricType,
  one: VariantCounts,
  other: VariantCounts,
  engine: Engine
): ReadonlyArray<ValidationFailure> =>
  engine === "default" && countsConversions(type) && Math.max(one.sum, other.sum) < leastConversions
    ? ["not-enough-metric-data"]
    : []

/** Whether the difference is tested all the same. */
export const takesLiftAlone = (failure: ValidationFailure, engine: Engine): boolean =>
  engine === "default" && failure === "baseline-mean-is-zero"

/** True where neither variant varies, so that nothing can be tested. */
export const withoutVariance = (type: MetricType, one: VariantCounts, other: VariantCounts): boolean =>
  [one, other].every((counts) => !(momentsOf(sampleOf(type, counts)).variance > 0))
