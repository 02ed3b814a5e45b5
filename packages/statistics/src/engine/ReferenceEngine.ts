/**
 * The reference service's figures, defects included: the lift by the linear delta method, tested on that scale; CUPED's
 * relative variance without the control's part; a Bayesian `significant` that asks each side for the whole level.
 */
import { chanceToWin } from "../comparison/Bayesian.ts"
import { compareArms, type Comparison } from "../comparison/Comparison.ts"
import { type Effect, effectOf, intervalAround, relativeEffect } from "../comparison/Effect.ts"
import { adjustedMoments, type AdjustedPair } from "../cuped/AdjustedPair.ts"
import type { Decision } from "./Figures.ts"
import { procedureOf } from "./Procedure.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"

/** The relative effect of adjusted arms as the reference has it: the plain formula, fed with the adjusted means. */
export const referenceAdjustedEffect = ({ control, theta, treatment }: AdjustedPair): Effect => {
  const [one, other] = [adjustedMoments(control, theta), adjustedMoments(treatment, theta)]
  const spread = compareArms({ ...one, mean: control.mean }, other)
  return { ...relativeEffect(spread), estimate: (other.mean - one.mean) / Math.abs(control.mean) }
}

const significantByReference = (settings: StatisticsSettings, effect: Effect, pValue: number): boolean => {
  if (settings.method === "frequentist") return pValue < settings.alpha
  const chance = chanceToWin(effect)
  return chance > 1 - settings.alpha || chance < settings.alpha
}

/** Decides one comparison as the reference does. */
export const decideAsReference = (
  comparison: Comparison,
  pair: AdjustedPair | undefined,
  settings: StatisticsSettings,
  level = settings.alpha
): Decision => {
  const absolute = effectOf(comparison, "absolute")
  const relative = pair === undefined ? relativeEffect(comparison) : referenceAdjustedEffect(pair)
  const effect = settings.differenceType === "relative" ? relative : absolute
  const { critical, pValue } = procedureOf(settings, comparison, level)
  return {
    shown: intervalAround(effect, critical),
    significant: significantByReference(settings, effect, pValue(effect)),
    pValue: pValue(effect),
    posterior: effect,
    differenceType: settings.differenceType,
    difference: absolute.estimate,
    differenceInterval: intervalAround(absolute, critical),
    lift: relative.estimate,
    liftInterval: intervalAround(relative, critical)
  }
}
