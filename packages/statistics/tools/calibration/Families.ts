/** Experiments with several metrics: the share in which any is called without an effect, or any interval misses. */
import { adjusted } from "@hedgerow/statistics/engine/Adjustments"
import { analyseMetric, differenceIntervalAt, type MetricCounts } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { makeDice } from "./Dice.ts"
import { added, type Population, type Sums } from "./Populations.ts"

export interface FamilyPlan {
  readonly control: Population
  /** The control's own population for an A/A experiment. */
  readonly treatment: Population
  readonly metrics: number
  readonly looks: number
  /** New users of each arm before each look. */
  readonly perLook: number
  readonly runs: number
  readonly seed: number
}

/** The shares of experiments in which some look has called, or missed, any metric at all. */
export interface FamilyErrors {
  /** Called by itself. */
  readonly alone: number
  /** Called among all of the family. */
  readonly together: number
  /** The intervals of the family missed. */
  readonly missed: number
}

const nobody: Sums = { n: 0, sum: 0, sum_squares: 0 }

const counts = (key: string, { n, sum, sum_squares }: Sums) => ({ key, number_of_samples: n, sum, sum_squares })

/** Every metric of every experiment is independent of the others, which is the worst case of a family's error. */
export const familyErrors = (plan: FamilyPlan, statsConfig: unknown): FamilyErrors => {
  const { control, looks, metrics, perLook, runs, seed, treatment } = plan
  const settings = statisticsSettings(statsConfig)
  const [dice, truth] = [makeDice(seed), treatment.mean - control.mean]
  const draw = (sums: Sums, population: Population) => added(sums, population.draw(dice, perLook))

  const look = (arms: ReadonlyArray<readonly [Sums, Sums]>) => {
    const measured = arms.map(([one, other]): MetricCounts => ({
      type: "mean",
      goal: "increase",
      baseline: counts("control", one),
      variants: [counts("test", other)]
    }))
    const results = measured.flatMap((metric) => analyseMetric(metric, settings).variant_results)
    const family = adjusted(results, "all", settings, (index, level) => {
      const [metric, variant] = [measured[index], results[index]]
      return metric === undefined || variant === undefined ?
        null :
        differenceIntervalAt(metric, variant, settings, level)
    })
    return {
      alone: results.some(({ significant }) => significant === true),
      together: family.some(({ adjusted_significant: called }) => called === true),
      missed: family.some(({ adjusted_difference_interval: interval }) =>
        interval !== null && interval !== undefined && (interval[0] > truth || interval[1] < truth)
      )
    }
  }

  const experiment = () => {
    let arms = Array.from({ length: metrics }, (): readonly [Sums, Sums] => [nobody, nobody])
    const seen = { alone: false, together: false, missed: false }
    for (let past = 0; past < looks; past++) {
      arms = arms.map(([one, other]) => [draw(one, control), draw(other, treatment)])
      const { alone, missed, together } = look(arms)
      seen.alone ||= alone
      seen.together ||= together
      seen.missed ||= missed
    }
    return seen
  }

  const all = Array.from({ length: runs }, experiment)
  const share = (name: keyof FamilyErrors) => all.filter((one) => one[name]).length / runs
  return { alone: share("alone"), together: share("together"), missed: share("missed") }
}
