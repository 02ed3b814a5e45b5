/** The part of the difference's variance that CUPED removes, measured over many experiments. */
import { compareAdjusted } from "@hedgerow/statistics/cuped/AdjustedPair"
import { makeDice } from "./Dice.ts"
import { correlatedPair } from "./Populations.ts"

const varianceOf = (values: ReadonlyArray<number>): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}

export interface ReductionPlan {
  readonly correlation: number
  readonly n: number
  readonly runs: number
  readonly seed: number
}

/**
 * The variance of adjusted differences over that of plain ones; 1 - ρ² is expected. Its Monte-Carlo error is about
 * `2 ρ (1 - ρ²) / √runs`.
 */
export const varianceRatio = ({ correlation, n, runs, seed }: ReductionPlan): number => {
  const dice = makeDice(seed)
  const pairs = Array.from({ length: runs }, () => correlatedPair(dice, n, correlation))
  const plain = varianceOf(pairs.map(({ control, treatment }) => treatment.mean - control.mean))
  return varianceOf(pairs.map((pair) => compareAdjusted(pair).difference)) / plain
}
