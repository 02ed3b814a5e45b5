/**
 * One estimate with its standard error, on the absolute or on the relative scale.
 *
 * Sources: the first-order delta method (Deng, Knoblich, Lu 2018). The base of a relative effect is |control mean|, so
 * that its sign is the difference's sign for negative baselines too.
 */
import type { Comparison } from "./Comparison.ts"

export type DifferenceType = "absolute" | "relative"

export interface Effect {
  readonly estimate: number
  readonly standardError: number
}

const absoluteEffect = (comparison: Comparison): Effect => ({
  estimate: comparison.difference,
  standardError: Math.sqrt(comparison.variance)
})

/**
 * The relative effect by the delta method. The gradient is taken at the lift itself, or at `gradientLift` where an
 * engine takes it at another one.
 */
export const relativeEffect = (
  comparison: Comparison,
  gradientLift = comparison.difference / comparison.baseline
): Effect => {
  const { baselineVariance, covariance, difference, variance } = comparison
  const base = Math.abs(comparison.baseline)
  const combined = variance + gradientLift * gradientLift * baselineVariance - 2 * gradientLift * covariance
  return { estimate: difference / base, standardError: Math.sqrt(combined) / base }
}

/** The effect on the scale asked for. */
export const effectOf = (comparison: Comparison, type: DifferenceType): Effect =>
  type === "absolute" ? absoluteEffect(comparison) : relativeEffect(comparison)

/** The difference in units of the baseline; null where that is 0. */
export const liftOf = ({ baseline, difference }: Comparison): number | null =>
  baseline === 0 ? null : difference / Math.abs(baseline)

/** `[estimate - width, estimate + width]`. */
export type Interval = readonly [lower: number, upper: number]

/** The interval that reaches `critical` standard errors to both sides. */
export const intervalAround = (effect: Effect, critical: number): Interval => {
  const width = critical * effect.standardError
  return [effect.estimate - width, effect.estimate + width]
}

/** True when 0 lies outside the interval. */
export const excludesZero = (interval: Interval): boolean => interval[0] > 0 || interval[1] < 0
