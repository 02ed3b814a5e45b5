/** Quantiles of lower tails. Below a half they keep the accuracy of the upper ones; above it that of 1 - p. */
import { normalUpperQuantile } from "@hedgerow/statistics/special/Normal"
import { studentUpperQuantile } from "@hedgerow/statistics/special/StudentT"

/** The z with P(Z < z) = p. */
export const normalQuantile = (p: number): number => p < 0.5 ? -normalUpperQuantile(p) : normalUpperQuantile(1 - p)

/** The t with P(T < t) = p. */
export const studentQuantile = (p: number, df: number): number =>
  p < 0.5 ? -studentUpperQuantile(p, df) : studentUpperQuantile(1 - p, df)
