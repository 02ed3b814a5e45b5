/**
 * The default engine: everything is decided on the difference; the lift's interval is Fieller's, which excludes 0
 * exactly when the difference's does. `significant` says that the shown interval excludes 0, for every method.
 */
import { withPrior } from "../comparison/Bayesian.ts"
import type { Comparison } from "../comparison/Comparison.ts"
import { type Effect, effectOf, excludesZero, intervalAround, liftOf } from "../comparison/Effect.ts"
import { fiellerInterval } from "../comparison/Fieller.ts"
import type { Decision } from "./Figures.ts"
import { procedureOf } from "./Procedure.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"

/** The effect in units of the baseline, taken as exact: the scale of a risk beside a lift. */
const inBaselines = (effect: Effect, baseline: number): Effect => ({
  estimate: effect.estimate / Math.abs(baseline),
  standardError: effect.standardError / Math.abs(baseline)
})

/** Decides one comparison. A lift without a bounded interval is shown as a difference. */
export const decide = (measured: Comparison, settings: StatisticsSettings, level = settings.alpha): Decision => {
  const comparison = withPrior(measured, settings.prior)
  const { critical, pValue } = procedureOf(settings, comparison, level)
  const effect = effectOf(comparison, "absolute")
  const differenceInterval = intervalAround(effect, critical)
  const liftInterval = fiellerInterval(comparison, critical)
  const relative = settings.differenceType === "relative" && liftInterval !== undefined
  const shown = relative ? liftInterval : differenceInterval
  return {
    shown,
    significant: excludesZero(shown),
    pValue: pValue(effect),
    posterior: relative ? inBaselines(effect, comparison.baseline) : effect,
    differenceType: relative ? "relative" : "absolute",
    difference: comparison.difference,
    differenceInterval,
    lift: liftOf(comparison),
    liftInterval: liftInterval ?? null
  }
}
