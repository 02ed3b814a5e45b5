/**
 * The upper tail of the chi-square distribution with a whole number of degrees of freedom.
 *
 * Source: Abramowitz & Stegun 26.4.4 (odd) and 26.4.5 (even): finite sums of positive terms, so no digit cancels.
 */
import { normalUpperTail } from "./Normal.ts"

/** P(X > value), where X has `df` degrees of freedom. */
export const chiSquareUpperTail = (value: number, df: number): number => {
  if (value <= 0 || df < 1) return 1
  const even = df % 2 === 0
  const logFirst = even ? -value / 2 : -value / 2 + Math.log(2 * value / Math.PI) / 2
  let ratio = 1
  let sum = even || df > 1 ? 1 : 0
  for (let divisor = even ? 2 : 3; divisor < df; divisor += 2) {
    ratio *= value / divisor
    sum += ratio
  }
  const finite = sum * Math.exp(logFirst)
  return even ? finite : 2 * normalUpperTail(Math.sqrt(value)) + finite
}
