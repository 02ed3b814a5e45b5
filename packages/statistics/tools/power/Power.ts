/**
 * Power and the minimum detectable effect of a relative effect, before an experiment.
 *
 * Sources: the delta method of Effect.ts under the alternative, equal variances and arms; the sequential test counts as
 * one with its variance inflated by the squared ratio of the critical values.
 */
import type { Prior } from "@hedgerow/statistics/comparison/Bayesian"
import { sequenceCritical } from "@hedgerow/statistics/comparison/ConfidenceSequence"
import { twoSidedPower } from "@hedgerow/statistics/power/Power"
import { normalLowerTail, normalUpperQuantile, normalUpperTail } from "@hedgerow/statistics/special/Normal"

export interface PowerPlan {
  /** The control's mean and the variance of one observation. */
  readonly mean: number
  readonly variance: number
  readonly samplesPerVariant: number
  readonly alpha: number
  /** The sample size at which the confidence sequence is narrowest; absent for the fixed test. */
  readonly tuning?: number | undefined
}

/** The variance that counts: of one observation, inflated for the sequential test. */
const countedVariance = ({ alpha, samplesPerVariant, tuning, variance }: PowerPlan): number => {
  if (tuning === undefined) return variance
  return variance * (sequenceCritical(2 * samplesPerVariant, { alpha, tuning }) / normalUpperQuantile(alpha / 2)) ** 2
}

/** The standard error of a relative effect when it is the true one. */
const standardErrorUnder = (plan: PowerPlan, effect: number): number =>
  Math.sqrt(countedVariance(plan) * (1 + (1 + effect) ** 2) / plan.samplesPerVariant) / Math.abs(plan.mean)

/** The chance that the two-sided test finds a relative effect. */
export const powerOf = (plan: PowerPlan, effect: number): number =>
  twoSidedPower(effect, standardErrorUnder(plan, effect), normalUpperQuantile(plan.alpha / 2))

/** The smallest positive relative effect found with the given power; null where the sample is too small for any. */
export const minimumDetectableEffect = (plan: PowerPlan, power: number): number | null => {
  const z = normalUpperQuantile(plan.alpha / 2) + normalUpperQuantile(1 - power)
  const noise = z * z * countedVariance(plan) / (plan.samplesPerVariant * plan.mean * plan.mean)
  return noise < 1 ? (1 + Math.sqrt(1 - (1 - noise) ** 2)) / (1 - noise) - 1 : null
}

/** The chance that the posterior's interval excludes 0, for an estimate around the effect. */
export const posteriorPower = (effect: number, variance: number, prior: Prior, alpha: number): number => {
  const critical = normalUpperQuantile(alpha / 2)
  if (prior === undefined) return twoSidedPower(effect, Math.sqrt(variance), critical)
  const posterior = 1 / (1 / variance + 1 / prior.variance)
  const pull = prior.mean * variance / prior.variance
  const reach = critical * variance / Math.sqrt(posterior)
  const deviation = Math.sqrt(variance)
  return normalUpperTail((reach - pull - effect) / deviation) + normalLowerTail((-reach - pull - effect) / deviation)
}

/** The chance that the credible interval of a relative effect excludes 0. */
export const bayesianPowerOf = (plan: PowerPlan, effect: number, prior: Prior): number =>
  posteriorPower(effect, standardErrorUnder(plan, effect) ** 2, prior, plan.alpha)
