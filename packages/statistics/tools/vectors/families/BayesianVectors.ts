/** Posteriors. */
import { chanceToWin, type NormalPrior, posteriorOf, riskOf } from "@hedgerow/statistics/comparison/Bayesian"
import { compareArms } from "@hedgerow/statistics/comparison/Comparison"
import { effectOf, excludesZero, type Interval } from "@hedgerow/statistics/comparison/Effect"
import { momentsOf } from "@hedgerow/statistics/comparison/Samples"
import { chanceToWinOfInterval, credibleInterval } from "../../Posteriors.ts"
import { comparing, row, type TwoArms } from "../Rows.ts"

interface Believed extends TwoArms {
  readonly ci_level?: number
  readonly prior?: "flat" | NormalPrior | null
  readonly inverse?: boolean
}

const gaussian = comparing<Believed>(({ ci_level: level = 0.95, control, inverse, prior, treatment }, type) => {
  const comparison = compareArms(momentsOf(control), momentsOf(treatment))
  const informative = typeof prior === "object" && prior !== null ? prior : undefined
  const posterior = posteriorOf(effectOf(comparison, type), informative, type, comparison.baseline)
  const interval = credibleInterval(posterior, level)
  const chance = chanceToWin(posterior, inverse)
  return {
    posterior_mean: posterior.estimate,
    posterior_sd: posterior.standardError,
    credible_interval: interval,
    chance_to_win: chance,
    risk: riskOf(posterior, inverse),
    significant_posthog_rule: chance > level || chance < 1 - level,
    significant_two_sided: excludesZero(interval)
  }
})

interface Posterior {
  readonly posterior_mean: number
  readonly posterior_sd: number
}

const expectedLoss = ({ posterior_mean: estimate, posterior_sd: standardError }: Posterior) => {
  const risk = riskOf({ estimate, standardError })
  return { risk: [risk.choosing_control, risk.choosing_treatment] }
}

interface Published {
  readonly point_estimate: number
  readonly confidence_interval: Interval
  readonly alpha: number
}

export const bayesianFamilies = {
  bayes: [
    row("bayesian-gaussian", gaussian),
    row("expected-loss", expectedLoss),
    row("chance to win recovered from a frequentist interval", (published: Published) => ({
      chance_to_win: chanceToWinOfInterval(
        published.point_estimate,
        published.confidence_interval,
        published.alpha
      )
    }))
  ]
}
