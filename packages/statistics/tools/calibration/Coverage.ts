/** The share of simulated intervals that hold the true value. */
import { makeDice } from "./Dice.ts"
import { normals, type Population } from "./Populations.ts"
import { compareSums, type Decider, deciderOf, rateOf } from "./Rates.ts"

export interface CoveragePlan {
  readonly control: Population
  readonly treatment: Population
  readonly n: number
  readonly runs: number
  readonly seed: number
}

/** For each decider, the shares of lift intervals that lie below and above the true lift. */
export const liftMisses = (
  { control, n, runs, seed, treatment }: CoveragePlan,
  deciders: ReadonlyArray<Decider>
): ReadonlyArray<{ readonly below: number; readonly above: number }> => {
  const dice = makeDice(seed)
  const lift = treatment.mean / control.mean - 1
  const counts = deciders.map((decide) => ({ decide, below: 0, above: 0 }))
  for (let run = 0; run < runs; run++) {
    const comparison = compareSums(control.draw(dice, n), treatment.draw(dice, n))
    for (const count of counts) {
      const interval = count.decide(comparison).liftInterval
      if (interval !== null && interval[1] < lift) count.below++
      if (interval !== null && interval[0] > lift) count.above++
    }
  }
  return counts.map(({ above, below }) => ({ below: below / runs, above: above / runs }))
}

/** The share of credible intervals that hold the truth, when truths are drawn from the prior that is believed. */
export const believedCoverage = (
  { n, prior, runs, seed }: {
    readonly n: number
    readonly prior: { readonly mean: number; readonly variance: number }
    readonly runs: number
    readonly seed: number
  }
): number => {
  const decide = deciderOf({
    method: "bayesian",
    bayesian: { difference_type: "ABSOLUTE", prior: { ...prior, scale: "absolute" } }
  })
  return rateOf(seed, runs, (dice) => {
    const effect = prior.mean + Math.sqrt(prior.variance) * dice.normal()
    const [control, treatment] = [normals(10, 3).draw(dice, n), normals(10 + effect, 3).draw(dice, n)]
    const [lower, upper] = decide(compareSums(control, treatment)).shown
    return lower <= effect && effect <= upper
  })
}
