/** Answers that several families share. */
import { sequenceCritical, sequencePValue, sequenceRho } from "@hedgerow/statistics/comparison/ConfidenceSequence"
import { type Effect, intervalAround } from "@hedgerow/statistics/comparison/Effect"
import { welchTest } from "../Welch.ts"

/** The level where a vector names none. */
export const defaultLevel = 0.05

export interface Level {
  readonly alpha?: number
  readonly sequential_tuning_parameter?: number
}

/** The sequence's settings, with the reference's defaults. */
export const settingsOf = ({ alpha = defaultLevel, sequential_tuning_parameter: tuning = 5000 }: Level) => ({
  alpha,
  tuning
})

/** The fields of a t test. */
export const testAnswer = (effect: Effect, degreesOfFreedom: number, alpha = defaultLevel) => {
  const { interval, pValue } = welchTest(effect, degreesOfFreedom, alpha)
  return {
    point_estimate: effect.estimate,
    standard_error: effect.standardError,
    confidence_interval: interval,
    p_value: pValue,
    degrees_of_freedom: degreesOfFreedom
  }
}

/** The sequence around an effect, as every vector asks for it. */
export const sequenceAnswer = (effect: Effect, samples: number, tuned: Level) => {
  const settings = settingsOf(tuned)
  const critical = sequenceCritical(samples, settings)
  return {
    point_estimate: effect.estimate,
    standard_error: effect.standardError,
    rho: sequenceRho(settings),
    half_width: critical * effect.standardError,
    confidence_interval: intervalAround(effect, critical),
    p_value: sequencePValue(effect, samples, settings)
  }
}
