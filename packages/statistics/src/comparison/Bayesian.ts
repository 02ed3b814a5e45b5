/**
 * Gaussian posteriors of an effect: N(estimate, standard error²) with a flat or a normal prior.
 *
 * Sources: Gelman et al., Bayesian Data Analysis, 2.5 (normal data, known variance); expected loss as in Stucchio 2015.
 */
import { normalLoss, normalLowerTail } from "../special/Normal.ts"
import type { Comparison } from "./Comparison.ts"
import type { DifferenceType, Effect } from "./Effect.ts"

export interface NormalPrior {
  readonly mean: number
  readonly variance: number
  /** The scale it is stated on; relative when absent. */
  readonly scale?: DifferenceType | undefined
}

/** Undefined is the flat prior. */
export type Prior = NormalPrior | undefined

/** The prior on the scale of the analysis: one lift is |baseline| units. */
const priorOn = (prior: NormalPrior, type: DifferenceType, baseline: number): NormalPrior => {
  const scale = prior.scale ?? "relative"
  if (scale === type) return prior
  const unit = type === "absolute" ? Math.abs(baseline) : 1 / Math.abs(baseline)
  return { mean: prior.mean * unit, variance: prior.variance * unit * unit, scale: type }
}

/** The posterior's mean and deviation. */
export const posteriorOf = (effect: Effect, prior: Prior, type: DifferenceType, baseline: number): Effect => {
  if (prior === undefined) return effect
  const { mean, variance } = priorOn(prior, type, baseline)
  const precision = 1 / effect.standardError ** 2
  const posterior = 1 / (precision + 1 / variance)
  return { estimate: posterior * (effect.estimate * precision + mean / variance), standardError: Math.sqrt(posterior) }
}

/**
 * The comparison after the prior of the difference has been heard. The baseline has a flat prior; as its estimate moves
 * with the difference's, it moves along. A prior of lifts says nothing of a difference from 0.
 */
export const withPrior = (comparison: Comparison, prior: Prior): Comparison => {
  const isOfLifts = (prior?.scale ?? "relative") === "relative"
  if (prior === undefined || isOfLifts && comparison.baseline === 0) return comparison
  const effect = { estimate: comparison.difference, standardError: Math.sqrt(comparison.variance) }
  const posterior = posteriorOf(effect, prior, "absolute", comparison.baseline)
  const variance = posterior.standardError ** 2
  const slope = comparison.covariance / comparison.variance
  return {
    ...comparison,
    difference: posterior.estimate,
    variance,
    baseline: comparison.baseline + slope * (posterior.estimate - comparison.difference),
    baselineVariance: comparison.baselineVariance - slope * slope * (comparison.variance - variance),
    covariance: slope * variance
  }
}

/** P(the treatment is better); `inverse` when less is better. */
export const chanceToWin = (posterior: Effect, inverse = false): number => {
  const z = posterior.estimate / posterior.standardError
  return normalLowerTail(inverse ? -z : z)
}

/** The expected loss of each choice. */
export interface Risk {
  readonly choosing_control: number
  readonly choosing_treatment: number
}

/** The expected losses: E[max(X, 0)] by keeping the control, E[max(-X, 0)] by shipping; `inverse` exchanges them. */
export const riskOf = (posterior: Effect, inverse = false): Risk => {
  const { estimate, standardError } = posterior
  const z = estimate / standardError
  const [gain, loss] = [standardError * normalLoss(-z), standardError * normalLoss(z)]
  return inverse ?
    { choosing_control: loss, choosing_treatment: gain } :
    { choosing_control: gain, choosing_treatment: loss }
}
