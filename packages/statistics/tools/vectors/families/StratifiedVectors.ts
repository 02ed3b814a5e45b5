/** Means weighted by strata. */
import { type DifferenceType, effectOf } from "@hedgerow/statistics/comparison/Effect"
import { type MeanSample, momentsOf } from "@hedgerow/statistics/comparison/Samples"
import { compareStrata } from "../../PostStratification.ts"
import { row } from "../Rows.ts"

interface Strata {
  readonly strata: ReadonlyArray<Readonly<Record<"control" | "treatment", Omit<MeanSample, "type">>>>
  readonly difference_type: DifferenceType
}

const stratified = ({ difference_type: type, strata }: Strata) => {
  const moments = (sums: Omit<MeanSample, "type">) => momentsOf({ type: "mean", ...sums })
  const comparison = compareStrata(
    strata.map(({ control, treatment }) => ({ control: moments(control), treatment: moments(treatment) }))
  )
  const effect = effectOf(comparison, type)
  return { point_estimate: effect.estimate, standard_error: effect.standardError }
}

/** Rows for post-stratified means. */
export const stratifiedRows = [row("post-stratified mean", stratified)]
