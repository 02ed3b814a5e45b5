/** A/A experiments: the share in which two equal arms are called different, by the side they err to. */
import { relativeEffect } from "@hedgerow/statistics/comparison/Effect"
import { compareAdjusted } from "@hedgerow/statistics/cuped/AdjustedPair"
import { referenceAdjustedEffect } from "@hedgerow/statistics/engine/ReferenceEngine"
import { studentTwoSidedTail } from "@hedgerow/statistics/special/StudentT"
import { unadjustedLift } from "../UnadjustedLift.ts"
import { makeDice } from "./Dice.ts"
import { correlatedPair, type Population } from "./Populations.ts"
import { compareSums, type Decider } from "./Rates.ts"

/** The shares of false wins and of false losses. */
export interface Tails {
  readonly wins: number
  readonly losses: number
}

export interface FalsePositivePlan {
  readonly population: Population
  /** Users in each arm. */
  readonly n: number
  readonly runs: number
  readonly seed: number
}

/** Runs A/A experiments; each decider sees the same ones. */
export const falsePositives = (
  { n, population, runs, seed }: FalsePositivePlan,
  deciders: ReadonlyArray<Decider>
): ReadonlyArray<Tails> => {
  const dice = makeDice(seed)
  const counts = deciders.map((decide) => ({ decide, wins: 0, losses: 0 }))
  for (let run = 0; run < runs; run++) {
    const comparison = compareSums(population.draw(dice, n), population.draw(dice, n))
    for (const count of comparison.variance > 0 ? counts : []) {
      const { shown, significant } = count.decide(comparison)
      if (!significant) continue
      if (shown[0] + shown[1] > 0) count.wins++
      else count.losses++
    }
  }
  return counts.map(({ losses, wins }) => ({ wins: wins / runs, losses: losses / runs }))
}

/** False positives of adjusted A/A experiments: the default test, the full gradient, and the reference's formula. */
export const adjustedFalsePositives = (
  { correlation, n, runs, seed }: {
    readonly correlation: number
    readonly n: number
    readonly runs: number
    readonly seed: number
  }
): { readonly byDefault: number; readonly fullGradient: number; readonly reference: number } => {
  const dice = makeDice(seed)
  const counts = { byDefault: 0, fullGradient: 0, reference: 0 }
  const alpha = 0.05
  for (let run = 0; run < runs; run++) {
    const pair = correlatedPair(dice, n, correlation)
    const comparison = compareAdjusted(pair)
    const effects = {
      byDefault: { estimate: comparison.difference, standardError: Math.sqrt(comparison.variance) },
      fullGradient: relativeEffect(comparison, unadjustedLift(pair.control, pair.treatment)),
      reference: referenceAdjustedEffect(pair)
    }
    for (const name of ["byDefault", "fullGradient", "reference"] as const) {
      const { estimate, standardError } = effects[name]
      if (studentTwoSidedTail(estimate / standardError, comparison.degreesOfFreedom) < alpha) counts[name]++
    }
  }
  return {
    byDefault: counts.byDefault / runs,
    fullGradient: counts.fullGradient / runs,
    reference: counts.reference / runs
  }
}
