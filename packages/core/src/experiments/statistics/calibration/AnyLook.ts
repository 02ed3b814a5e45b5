/** Experiments that are read at every look: how often one of the looks errs. */
import { excludesZero, type Interval } from "../Effect.ts"
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

/** For one experiment and each rule: whether any look erred. */
const erred = (dice: Dice, plan: AnyLookPlan, errs: ReadonlyArray<Judge>): ReadonlyArray<boolean> => {
  const { looks, perLook, population, treatment = population } = plan
  let [one, other] = [{ n: 0, sum: 0, sum_squares: 0 }, { n: 0, sum: 0, sum_squares: 0 }]
  const found = errs.map(() => false)
  for (let look = 0; look < looks; look++) {
    one = added(one, population.draw(dice, perLook))
    other = added(other, treatment.draw(dice, perLook))
    const comparison = compareSums(one, other)
    if (!(comparison.variance > 0)) continue
    for (const [index, judge] of errs.entries()) if (found[index] !== true && judge(comparison)) found[index] = true
  }
  return found
}

type Judge = (comparison: ReturnType<typeof compareSums>) => boolean

const counted = (plan: AnyLookPlan, judges: ReadonlyArray<Judge>): ReadonlyArray<number> => {
  const dice = makeDice(plan.seed)
  const counts = judges.map(() => 0)
  for (let run = 0; run < plan.runs; run++) {
    for (const [index, found] of erred(dice, plan, judges).entries()) {
      counts[index] = (counts[index] ?? 0) + Number(found)
    }
  }
  return counts.map((count) => count / plan.runs)
}

/** The share of A/A experiments that any look calls significant, for each decider. */
export const anyLookErrors = (plan: AnyLookPlan, deciders: ReadonlyArray<Decider>): ReadonlyArray<number> =>
  counted(plan, deciders.map((decide) => (comparison) => excludesZero(decide(comparison).shown)))

const misses = (interval: Interval | null, value: number): boolean =>
  interval !== null && (value < interval[0] || value > interval[1])

/** The share of experiments in which any look's interval of the lift misses the true one. */
export const anyLookMisses = (plan: AnyLookPlan, deciders: ReadonlyArray<Decider>): ReadonlyArray<number> => {
  const lift = (plan.treatment ?? plan.population).mean / plan.population.mean - 1
  return counted(plan, deciders.map((decide) => (comparison) => misses(decide(comparison).liftInterval, lift)))
}
