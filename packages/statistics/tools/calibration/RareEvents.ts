/** Experiments whose arms have few events: the share of intervals that miss the truth, and of wrong verdicts. */
import { analyseMetric } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import type { MetricType, VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"
import { type Dice, makeDice } from "./Dice.ts"
import type { Population } from "./Populations.ts"

export interface RarePlan {
  readonly type: MetricType
  readonly control: Population
  readonly treatment: Population
  /** Users of the control and of the treatment. */
  readonly sizes: readonly [number, number]
  readonly runs: number
  readonly seed: number
}

/** The shares of experiments: of all of them, and of those with an interval of the lift. */
export interface RareMisses {
  readonly difference: number
  readonly lift: number
  /** Experiments that have no statistics. */
  readonly refused: number
}

const countsOf = (key: string, population: Population, dice: Dice, n: number): VariantCounts => ({
  key,
  number_of_samples: n,
  ...(({ sum, sum_squares }) => ({ sum, sum_squares, minimum: 0 }))(population.draw(dice, n))
})

const misses = (interval: readonly [number, number] | null, truth: number): boolean =>
  interval !== null && (interval[0] > truth || interval[1] < truth)

/** Runs experiments of one metric. */
export const rareMisses = (plan: RarePlan, statsConfig: unknown): RareMisses => {
  const { control, runs, seed, sizes: [before, after], treatment, type } = plan
  const [settings, dice] = [statisticsSettings(statsConfig), makeDice(seed)]
  const [difference, lift] = [treatment.mean - control.mean, treatment.mean / control.mean - 1]
  const missed = { difference: 0, lift: 0, refused: 0 }
  for (let run = 0; run < runs; run++) {
    const baseline = countsOf("control", control, dice, before)
    const variants = [countsOf("test", treatment, dice, after)]
    const [result] = analyseMetric({ type, goal: "increase", baseline, variants }, settings).variant_results
    if (result === undefined || result.significant === null) missed.refused++
    else {
      if (misses(result.difference_interval, difference)) missed.difference++
      if (misses(result.lift_interval, lift)) missed.lift++
    }
  }
  return { difference: missed.difference / runs, lift: missed.lift / runs, refused: missed.refused / runs }
}
