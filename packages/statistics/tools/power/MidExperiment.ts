/**
 * The additional sample that a running experiment needs: the standard error shrinks with the sample, the effect stays.
 *
 * The exact multiple is the root of the power; `bisectedMultiple` repeats the search of an engine of the field, which
 * stops within 1e-5 of the requested power.
 */
import type { Prior } from "@hedgerow/statistics/comparison/Bayesian"
import { sequenceCritical } from "@hedgerow/statistics/comparison/ConfidenceSequence"
import { twoSidedPower } from "@hedgerow/statistics/power/Power"
import { rootBetween } from "@hedgerow/statistics/special/Roots"
import { posteriorPower } from "./Power.ts"

export interface MidExperimentPlan {
  /** The squared standard error of the relative effect so far. */
  readonly squaredError: number
  /** Observations of the pair so far. */
  readonly samples: number
  readonly effect: number
  readonly power: number
  readonly alpha: number
  /** The sample size at which the confidence sequence is narrowest; absent for the fixed test. */
  readonly tuning?: number | undefined
  /** A prior makes it the power of the credible interval. */
  readonly prior?: Prior
}

/** The power after `multiple` times the pair's sample has been added. */
export const powerAfter = (plan: MidExperimentPlan, multiple: number): number => {
  const { alpha, effect, tuning } = plan
  const variance = plan.squaredError / (1 + multiple)
  if (tuning === undefined) return posteriorPower(effect, variance, plan.prior, alpha)
  const critical = sequenceCritical(plan.samples * (1 + multiple), { alpha, tuning })
  return twoSidedPower(effect, Math.sqrt(variance), critical)
}

const most = 2 ** 40

/** The multiple of the pair's sample to add for the power asked for: 0 when it is reached, null when it never is. */
export const multipleNeeded = (plan: MidExperimentPlan): number | null => {
  if (powerAfter(plan, 0) >= plan.power) return 0
  let upper = 1
  while (powerAfter(plan, upper) < plan.power && upper < most) upper *= 2
  const root = rootBetween((multiple) => powerAfter(plan, multiple) - plan.power, 0, upper)
  return Number.isNaN(root) ? null : root
}

/** The multiple found by halving [0, 2^k] until the power is within 1e-5. */
export const bisectedMultiple = (plan: MidExperimentPlan): number => {
  let [lower, upper] = [0, 1]
  while (powerAfter(plan, upper) < plan.power && upper < most) upper *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (lower + upper) / 2
    const lacking = plan.power - powerAfter(plan, middle)
    if (Math.abs(lacking) < 1e-5) return middle
    if (lacking > 0) lower = middle
    else upper = middle
  }
  return (lower + upper) / 2
}
