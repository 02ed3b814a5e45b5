/** Rates counted over simulated experiments, with their Monte-Carlo error. */
import { compareArms, type Comparison } from "@hedgerow/statistics/comparison/Comparison"
import { momentsOf } from "@hedgerow/statistics/comparison/Samples"
import { decide } from "@hedgerow/statistics/engine/DefaultEngine"
import type { Decision } from "@hedgerow/statistics/engine/Figures"
import { decideAsReference } from "@hedgerow/statistics/engine/ReferenceEngine"
import { type StatisticsSettings, statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { type Dice, makeDice } from "./Dice.ts"
import { meanSample, type Sums } from "./Populations.ts"

/** The standard error of a rate that a number of runs estimates. */
export const monteCarloError = (rate: number, runs: number): number => Math.sqrt(rate * (1 - rate) / runs)

/** The share of simulated experiments whose answer is yes. */
export const rateOf = (seed: number, runs: number, experiment: (dice: Dice) => boolean): number => {
  const dice = makeDice(seed)
  let hits = 0
  for (let run = 0; run < runs; run++) if (experiment(dice)) hits++
  return hits / runs
}

/** Two arms' sums as a comparison of means. */
export const compareSums = (control: Sums, treatment: Sums): Comparison =>
  compareArms(momentsOf(meanSample(control)), momentsOf(meanSample(treatment)))

export type Decider = (comparison: Comparison) => Decision

/** The engine's decision under a configuration. */
export const deciderOf = (statsConfig: unknown): Decider => {
  const settings: StatisticsSettings = statisticsSettings(statsConfig)
  return settings.engine === "reference" ?
    (comparison) => decideAsReference(comparison, undefined, settings) :
    (comparison) => decide(comparison, settings)
}
