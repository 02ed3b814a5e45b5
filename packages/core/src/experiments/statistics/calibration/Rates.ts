/** Rates counted over simulated experiments, with their Monte-Carlo error. */
import { compareArms, type Comparison } from "../Comparison.ts"
import { decide } from "../engine/DefaultEngine.ts"
import type { Decision } from "../engine/Figures.ts"
import { decideAsReference } from "../engine/ReferenceEngine.ts"
import { type StatisticsSettings, statisticsSettings } from "../engine/StatisticsSettings.ts"
import { momentsOf } from "../Samples.ts"
import { type Dice, makeDice } from "./Dice.ts"
import { meanSample, type Sums } from "./Populations.ts"

/** The standard error of a rate estimated by so many runs. */
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
