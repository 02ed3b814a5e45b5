/**
 * The standard normal distribution. Tails are computed as tails, never as 1 - cdf, so they keep their relative
 * accuracy down to the smallest number a double can hold.
 *
 * Sources: Abramowitz & Stegun, Handbook of Mathematical Functions, 26.2.11 (series), 26.2.14 (continued fraction).
 */

const rootTwoPi = Math.sqrt(2 * Math.PI)

/** Terms of the continued fraction: its error at z = 2, where it is slowest, is below 1e-20. */
const fractionTerms = 100

/**
 * `factor * exp(-z²/2)`. z is split into a coarse part whose square is exact and a small rest, so the square's rounding
 * does not reach the result. Results below 1e-308 are rounded once.
 */
const gaussian = (z: number, factor: number): number => {
  if (Math.abs(z) > 39) return 0
  const coarse = Math.round(z * 16) / 16
  const half = Math.exp(-coarse * coarse / 4)
  return half * (half * (factor * Math.exp(-(z - coarse) * (z + coarse) / 2)))
}

/** The density of the standard normal distribution. */
export const normalDensity = (z: number): number => gaussian(z, 1 / rootTwoPi)

/** The denominators of Mills' ratio: tail / density = 1 / (z + rest), for z >= 2. */
const fractionRest = (z: number): number => {
  let value = z
  for (let term = fractionTerms; term > 1; term--) value = z + term / value
  return 1 / value
}

/** P(0 < Z < z), for z from 0 to about 2. */
const central = (z: number): number => {
  let term = z
  let sum = z
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= z * z / odd
    sum += term
  }
  return gaussian(z, sum / rootTwoPi)
}

/** P(Z > z). */
export const normalUpperTail = (z: number): number => {
  if (z < 0) return 1 - normalUpperTail(-z)
  return z < 2 ? 0.5 - central(z) : gaussian(z, 1 / ((z + fractionRest(z)) * rootTwoPi))
}

/** P(Z < z). */
export const normalLowerTail = (z: number): number => normalUpperTail(-z)

const logUpperTail = (z: number): number =>
  z < 2 ? Math.log(normalUpperTail(z)) : -z * z / 2 - Math.log((z + fractionRest(z)) * rootTwoPi)

/**
 * E[max(Z - z, 0)]: the density less z times the tail. Beyond z = 2 the difference is taken inside the continued
 * fraction, where nothing cancels.
 */
export const normalLoss = (z: number): number => {
  if (z < 2) return normalDensity(z) - z * normalUpperTail(z)
  const rest = fractionRest(z)
  return gaussian(z, rest / ((z + rest) * rootTwoPi))
}

/** Newton's method on P(0 < Z < z): the curve is concave, so the steps approach the root from one side. */
const centralQuantile = (probability: number): number => {
  let z = probability * rootTwoPi
  for (let step = 0; step < 20; step++) {
    const change = (probability - central(z)) / normalDensity(z)
    z += change
    if (Math.abs(change) <= 4e-16 * z) break
  }
  return z
}

/** The quantile to three digits (Abramowitz & Stegun 26.2.23). */
const roughQuantile = (logTail: number): number => {
  const t = Math.sqrt(-2 * logTail)
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
}

/** Newton's method on the logarithm of the tail, which is concave. */
const tailQuantile = (tail: number): number => {
  const target = Math.log(tail)
  let z = roughQuantile(target)
  for (let step = 0; step < 50; step++) {
    const log = logUpperTail(z)
    const change = (log - target) * Math.exp(log) / normalDensity(z)
    z += change
    if (Math.abs(change) <= 4e-16 * z) break
  }
  return z
}

/** The z with P(Z > z) = tail. A small tail is given as itself, never as 1 - p. */
export const normalUpperQuantile = (tail: number): number => {
  if (!(tail >= 0 && tail <= 1)) return Number.NaN
  if (tail === 0) return Infinity
  if (tail > 0.5) return -normalUpperQuantile(1 - tail)
  return tail > 0.2 ? centralQuantile(0.5 - tail) : tailQuantile(tail)
}
