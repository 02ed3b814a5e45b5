/** The reasons for which two arms cannot be compared. */
import { compareArms } from "@hedgerow/statistics/comparison/Comparison"
import type { DifferenceType } from "@hedgerow/statistics/comparison/Effect"
import { momentsOf, type Sample } from "@hedgerow/statistics/comparison/Samples"

export type Refusal = "baseline_zero" | "denominator_zero" | "not_enough_data" | "zero_variance"

/** An arm with fewer observations has no distribution to speak of. */
export const leastObservations = 5

const noDenominator = (sample: Sample): boolean => sample.type === "ratio" && sample.denominator_sum === 0

/** The first reason against comparing the arms, if there is one. */
export const refusalOf = (control: Sample, treatment: Sample, type: DifferenceType): Refusal | undefined => {
  if (noDenominator(control)) return "baseline_zero"
  if (noDenominator(treatment)) return "denominator_zero"
  if (Math.min(control.n, treatment.n) < leastObservations) return "not_enough_data"
  const comparison = compareArms(momentsOf(control), momentsOf(treatment))
  if (type === "relative" && comparison.baseline === 0) return "baseline_zero"
  return comparison.variance > 0 ? undefined : "zero_variance"
}
