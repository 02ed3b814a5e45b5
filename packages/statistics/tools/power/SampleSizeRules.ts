/**
 * Sample sizes by rules of thumb.
 *
 * Sources: van Belle, Statistical Rules of Thumb, 2.1 (16 σ²/δ²); the two-sample size of any textbook.
 */
import { normalUpperQuantile } from "@hedgerow/statistics/special/Normal"

/** Observations of two equal arms together that find an absolute effect with the given power. */
export const totalSampleSize = (variances: number, effect: number, alpha: number, power: number): number =>
  2 * (normalUpperQuantile(alpha / 2) + normalUpperQuantile(1 - power)) ** 2 * variances / (effect * effect)

/** 16 σ²/δ²: observations of one arm for 80 % power at 5 %, rounded up from 15.7. */
export const sixteenRule = (variance: number, effect: number): number => 16 * variance / (effect * effect)

/** The variance that the reference service guesses from the mean alone. */
export const guessedVariance = (metric: string, mean: number): number => {
  if (metric === "funnel") return mean * (1 - mean)
  return metric === "sum" ? 0.25 * mean * mean : 2 * mean
}
