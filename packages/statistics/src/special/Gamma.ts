/**
 * Logarithm of the gamma function and the ratio that Student's t needs.
 *
 * Sources: Stirling's series, DLMF 5.11.1; the recurrence DLMF 5.5.1 carries small arguments to where it is exact.
 */

/** B(2k) / (2k (2k - 1)), k from 1. */
const coefficients = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360_360,
  1 / 156,
  -3617 / 122_400
]

/** The least argument at which eight terms of the series are exact to the last place. */
const seriesFrom = 15

/** ln Γ(x) less (x - ½) ln x - x + ½ ln 2π, for x >= `seriesFrom`. */
const stirlingRest = (x: number): number => {
  const square = 1 / (x * x)
  return coefficients.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / x
}

/** ln Γ(x), for x > 0. */
export const logGamma = (x: number): number => {
  let shifted = x
  let product = 1
  while (shifted < seriesFrom) product *= shifted++
  const stirling = (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + stirlingRest(shifted)
  return stirling - Math.log(product)
}

/**
 * Γ(a + ½) / Γ(a), for a > 0. The difference of the two logarithms is taken term by term, so nothing cancels when a is
 * large.
 */
export const halfStepGammaRatio = (a: number): number => {
  let shifted = a
  let product = 1
  for (; shifted < seriesFrom; shifted++) product *= shifted / (shifted + 0.5)
  const difference = shifted * Math.log1p(0.5 / shifted) - 0.5 + stirlingRest(shifted + 0.5) - stirlingRest(shifted)
  return product * Math.sqrt(shifted) * Math.exp(difference)
}
