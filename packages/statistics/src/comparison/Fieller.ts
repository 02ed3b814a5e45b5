/**
 * Intervals for the lift by inverting the test of the difference (Fieller 1954): a lift r belongs to the interval when
 * `difference - r * baseline` does not differ from 0 at the critical value. So the interval excludes 0 exactly when the
 * test of the difference rejects.
 */
import type { Comparison } from "./Comparison.ts"
import type { Interval } from "./Effect.ts"

/**
 * The interval of the lift, or undefined where no bounded one exists: the baseline itself does not differ from 0 at the
 * critical value.
 *
 * In units of the baseline it solves `a r² - 2 b r + c = 0`. The discriminant `b² - a c` is written as a sum of two terms that cannot be negative,
 * with what the baseline does not explain of the difference's variance: so narrow intervals keep their digits.
 */
export const fiellerInterval = (comparison: Comparison, critical: number): Interval | undefined => {
  const { baseline } = comparison
  const inUnits = (variance: number) => variance / baseline / baseline
  const [baselineVariance, covariance] = [inUnits(comparison.baselineVariance), inUnits(comparison.covariance)]
  const variance = inUnits(comparison.variance)
  const difference = comparison.difference / baseline
  const square = critical * critical
  const a = 1 - square * baselineVariance
  if (!(a > 0)) return undefined
  const b = difference - square * covariance
  const c = difference * difference - square * variance
  const slope = baselineVariance > 0 ? covariance / baselineVariance : 0
  const unexplained = variance - slope * covariance
  const apart = difference - slope
  const root = critical * Math.sqrt(Math.max(unexplained, 0) * a + baselineVariance * apart * apart)
  const far = b + (b < 0 ? -root : root)
  const roots = far === 0 ? [0, 0] as const : [far / a, c / far] as const
  const [lower, upper] = [Math.min(...roots), Math.max(...roots)]
  return baseline < 0 ? [-upper, -lower] : [lower, upper]
}
