/** Readings of a Gaussian posterior that vectors ask for. */
import { chanceToWin } from "@hedgerow/statistics/comparison/Bayesian"
import { type Effect, type Interval, intervalAround } from "@hedgerow/statistics/comparison/Effect"
import { normalUpperQuantile } from "@hedgerow/statistics/special/Normal"

/** The central interval that holds `level` of the posterior. */
export const credibleInterval = (posterior: Effect, level: number): Interval =>
  intervalAround(posterior, normalUpperQuantile((1 - level) / 2))

/** The chance to win that a published two-sided interval implies. */
export const chanceToWinOfInterval = (estimate: number, interval: Interval, alpha: number): number => {
  const standardError = (interval[1] - interval[0]) / (2 * normalUpperQuantile(alpha / 2))
  return chanceToWin({ estimate, standardError })
}
