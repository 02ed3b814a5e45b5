/** The rule that turns an effect into a p-value and a level into a critical value; each is the other's inverse. */
import type { Comparison } from "../comparison/Comparison.ts"
import { sequenceCritical, sequencePValue } from "../comparison/ConfidenceSequence.ts"
import type { Effect } from "../comparison/Effect.ts"
import { normalUpperQuantile, normalUpperTail } from "../special/Normal.ts"
import { studentTwoSidedTail, studentUpperQuantile } from "../special/StudentT.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"

export interface Procedure {
  /** The standard errors from the middle of the interval to each bound. */
  readonly critical: number
  readonly pValue: (effect: Effect) => number
}

const zOf = (effect: Effect): number => effect.estimate / effect.standardError

/**
 * Student's t for the fixed test, a confidence sequence for the sequential one, the normal for a posterior. The critical
 * value is that of `level`; the sequence's mixture is that of the settings at every level.
 */
export const procedureOf = (
  settings: Pick<StatisticsSettings, "alpha" | "method" | "tuning">,
  comparison: Pick<Comparison, "degreesOfFreedom" | "samples">,
  level = settings.alpha
): Procedure => {
  const { alpha, tuning } = settings
  const { degreesOfFreedom, samples } = comparison
  if (settings.method === "bayesian") {
    return {
      critical: normalUpperQuantile(level / 2),
      pValue: (effect) => 2 * normalUpperTail(Math.abs(zOf(effect)))
    }
  }
  if (tuning !== undefined) {
    const sequence = { alpha, tuning }
    return {
      critical: sequenceCritical(samples, sequence, level),
      pValue: (effect) => sequencePValue(effect, samples, sequence)
    }
  }
  return {
    critical: studentUpperQuantile(level / 2, degreesOfFreedom),
    pValue: (effect) => studentTwoSidedTail(zOf(effect), degreesOfFreedom)
  }
}
