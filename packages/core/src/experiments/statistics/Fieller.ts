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
 */
export const fiellerInterval = (comparison: Comparison, critical: number): Interval | undefined => {
  const { baseline, baselineVariance, covariance, difference, variance } = comparison
  const square = critical * critical
  const a = baseline * baseline - square * baselineVariance
  if (!(a > 0)) return undefined
  const b = baseline * difference - square * covariance
  const c = difference * difference - square * variance
  const root = Math.sqrt(Math.max(b * b - a * c, 0))
  const far = b + (b < 0 ? -root : root)
  const roots = far === 0 ? [0, 0] as const : [far / a, c / far] as const
  const [lower, upper] = [Math.min(...roots), Math.max(...roots)]
  return baseline < 0 ? [-upper, -lower] : [lower, upper]
}
