/** Experiments that are read at every look: the share in which any look has erred by then. */
import type { Comparison } from "@hedgerow/statistics/comparison/Comparison"
import { type Dice, makeDice } from "./Dice.ts"
import { added, type Population } from "./Populations.ts"
import { compareSums, type Decider } from "./Rates.ts"

export interface AnyLookPlan {
  readonly population: Population
  /** The treatment's population; the control's own for an A/A experiment. */
  readonly treatment?: Population
  readonly looks: number
  /** New users of each arm before each look. */
  readonly perLook: number
  readonly runs: number
  readonly seed: number
}

/** Whether a look errs. */
type Judge = (comparison: Comparison) => boolean

/** The first look of one experiment at which each judge finds an error; `looks` where none does. */
const firstErrors = (dice: Dice, plan: AnyLookPlan, judges: ReadonlyArray<Judge>): ReadonlyArray<number> => {
  const { looks, perLook, population, treatment = population } = plan
  let [one, other] = [{ n: 0, sum: 0, sum_squares: 0 }, { n: 0, sum: 0, sum_squares: 0 }]
  const first = judges.map(() => looks)
  for (let look = 0; look < looks; look++) {
    one = added(one, population.draw(dice, perLook))
    other = added(other, treatment.draw(dice, perLook))
    const comparison = compareSums(one, other)
    if (!(comparison.variance > 0)) continue
    for (const [index, judge] of judges.entries()) {
      if (first[index] === looks && judge(comparison)) first[index] = look
    }
  }
  return first
}

/** The share of experiments that have erred by each look, for each judge. */
const erredByLook = (plan: AnyLookPlan, judges: ReadonlyArray<Judge>): ReadonlyArray<ReadonlyArray<number>> => {
  const dice = makeDice(plan.seed)
  const runs = Array.from({ length: plan.runs }, () => firstErrors(dice, plan, judges))
  return judges.map((_, index) => {
    const counts = Array.from({ length: plan.looks + 1 }, () => 0)
    for (const first of runs) counts[first[index] ?? plan.looks] = (counts[first[index] ?? plan.looks] ?? 0) + 1
    let erred = 0
    return counts.slice(0, -1).map((count) => (erred += count) / plan.runs)
  })
}

/** The share of A/A experiments that some look so far has called significant, by look, for each decider. */
export const anyLookErrors = (
  plan: AnyLookPlan,
  deciders: ReadonlyArray<Decider>
): ReadonlyArray<ReadonlyArray<number>> =>
  erredByLook(plan, deciders.map((decide) => (comparison) => decide(comparison).significant))

/** The share of experiments in which some look's interval of the lift has missed the true one, by look. */
export const anyLookMisses = (
  plan: AnyLookPlan,
  deciders: ReadonlyArray<Decider>
): ReadonlyArray<ReadonlyArray<number>> => {
  const lift = (plan.treatment ?? plan.population).mean / plan.population.mean - 1
  const misses: (decide: Decider) => Judge = (decide) => (comparison) => {
    const interval = decide(comparison).liftInterval
    return interval !== null && (lift < interval[0] || lift > interval[1])
  }
  return erredByLook(plan, deciders.map(misses))
}
