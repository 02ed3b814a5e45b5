/**
 * Asymptotic confidence sequences: intervals that hold at every look at once.
 *
 * Source: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
 * sequences", arXiv 2103.06476, equations 9, 155 and 161 (two-sided) and 134 (one-sided).
 */
import type { Effect } from "./Effect.ts"

/** The sequence's level, and the sample size at which it is narrowest. */
export interface SequenceSettings {
  readonly alpha: number
  readonly tuning: number
}

/** ρ of the mixture (equations 155, 161). */
export const sequenceRho = ({ alpha, tuning }: SequenceSettings): number => {
  const log = -2 * Math.log(alpha)
  return Math.sqrt((log + Math.log(1 + log)) / tuning)
}

const mixture = (samples: number, settings: SequenceSettings) => {
  const rho = sequenceRho(settings)
  const information = samples * rho * rho
  return { rho, information, q: information + 1, scaled: samples * rho }
}

/**
 * The standard errors from the middle of the two-sided sequence to each bound, after `samples` observations. Another
 * level keeps ρ: the bound then excludes 0 exactly when `sequencePValue` is below that level.
 */
export const sequenceCritical = (samples: number, settings: SequenceSettings, level = settings.alpha): number => {
  const { q, scaled } = mixture(samples, settings)
  return Math.sqrt(samples * 2 * q * Math.log(Math.sqrt(q) / level)) / scaled
}

/** The level at which the two-sided sequence would just exclude 0; computed in log space. */
export const sequencePValue = (effect: Effect, samples: number, settings: SequenceSettings): number => {
  const { q, rho } = mixture(samples, settings)
  const z = effect.estimate / effect.standardError
  return Math.min(1, Math.exp(Math.log(q) / 2 - rho * rho * z * z * samples / (2 * q)))
}

/** The one-sided sequence takes ρ from twice the level. */
const oneSided = ({ alpha, tuning }: SequenceSettings): SequenceSettings => ({ alpha: 2 * alpha, tuning })

/** The standard errors from the middle to the bound of the one-sided sequence. */
export const oneSidedCritical = (samples: number, settings: SequenceSettings): number => {
  const { q, scaled } = mixture(samples, oneSided(settings))
  return Math.sqrt(samples * 2 * q * Math.log1p(Math.sqrt(q) / (2 * settings.alpha))) / scaled
}

/**
 * The level at which the one-sided sequence, its ρ kept, would just exclude 0: the bound's equation solved for the
 * level. 1 for an effect that is not positive.
 */
export const oneSidedPValue = (effect: Effect, samples: number, settings: SequenceSettings): number => {
  if (!(effect.estimate > 0)) return 1
  const { q, scaled } = mixture(samples, oneSided(settings))
  const z = effect.estimate / effect.standardError
  const exponent = z * z * scaled * scaled / (2 * q * samples)
  return Math.min(1, Math.sqrt(q) / (2 * Math.expm1(exponent)))
}
