/**
 * Student's t distribution with any positive degrees of freedom, infinity included.
 *
 * Source: the two-sided tail is the regularised incomplete beta function I_x(df/2, 1/2) at x = df / (df + t²), by the
 * continued fraction of DiDonato & Morris (ACM TOMS 708, 1992, equation 9), evaluated with the modified algorithm of
 * Lentz (Thompson & Barnett 1986). Both x and 1 - x are computed from t, and the power of x through log1p, so no digit is
 * lost when either is close to 1.
 */
import { halfStepGammaRatio } from "./Gamma.ts"
import { normalUpperQuantile, normalUpperTail } from "./Normal.ts"

const tiny = 1e-300

const keptAway = (value: number): number => Math.abs(value) < tiny ? tiny : value

/** The continued fraction that divides x^a y^b / B(a, b) to give I_x(a, b), where y = 1 - x. */
const betaFraction = (a: number, b: number, x: number, y: number): number => {
  const partialDenominator = (n: number): number =>
    n + n * (b - n) * x / (a + 2 * n - 1) + (a + n) * (a * y - b * x + 1 + n * (2 - x)) / (a + 2 * n + 1)
  let value = keptAway(partialDenominator(0))
  let numerator = value
  let denominator = 0
  for (let n = 1; n < 10_000; n++) {
    const over = a + 2 * n - 1
    const partialNumerator = (a + n - 1) / over * ((a + b + n - 1) / over) * n * (b - n) * x * x
    const next = partialDenominator(n)
    denominator = 1 / keptAway(next + partialNumerator * denominator)
    numerator = keptAway(next + partialNumerator / numerator)
    const factor = numerator * denominator
    value *= factor
    if (Math.abs(factor - 1) < 2e-16) break
  }
  return value
}

/** x^a (1-x)^½ / B(a, ½), the factor in front of both fractions; a = df / 2. */
const betaFactor = (t: number, df: number): number =>
  Math.exp(-df / 2 * Math.log1p(t * t / df)) * Math.abs(t) / Math.sqrt(df + t * t) * halfStepGammaRatio(df / 2) /
  Math.sqrt(Math.PI)

/** P(|T| > |t|). */
export const studentTwoSidedTail = (t: number, df: number): number => {
  if (df === Infinity) return 2 * normalUpperTail(Math.abs(t))
  const square = t * t
  if (square === 0) return 1
  if (square === Infinity) return 0
  const a = df / 2
  const x = df / (df + square)
  const y = square / (df + square)
  return y * (a + 2.5) > 1.5 ?
    betaFactor(t, df) / betaFraction(a, 0.5, x, y) :
    1 - betaFactor(t, df) / betaFraction(0.5, a, y, x)
}

/** P(T > t). */
export const studentUpperTail = (t: number, df: number): number => {
  const half = studentTwoSidedTail(t, df) / 2
  return t < 0 ? 1 - half : half
}

/** t times the density of T at t. */
const scaledDensity = (t: number, df: number): number =>
  t * Math.exp(-(df + 1) / 2 * Math.log1p(t * t / df)) * halfStepGammaRatio(df / 2) / Math.sqrt(Math.PI * df)

/**
 * The t with P(T > t) = tail. Newton's method on the logarithm of the tail over the logarithm of t, where the curve is
 * concave: the steps approach the root from one side.
 */
export const studentUpperQuantile = (tail: number, df: number): number => {
  if (df === Infinity || tail === 0 || tail === 0.5) return normalUpperQuantile(tail)
  if (tail > 0.5) return -studentUpperQuantile(1 - tail, df)
  const z = normalUpperQuantile(tail)
  let t = z * (1 + (z * z + 1) / (4 * df))
  for (let step = 0; step < 100; step++) {
    const current = studentUpperTail(t, df)
    const change = Math.log(current / tail) * current / scaledDensity(t, df)
    t *= Math.exp(change)
    if (Math.abs(change) < 4e-16) break
  }
  return t
}
