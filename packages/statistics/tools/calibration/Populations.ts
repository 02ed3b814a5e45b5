/** Simulated users: populations whose mean is known, drawn as the sums that a query would return. */
import type { MeanSample, Moments } from "@hedgerow/statistics/comparison/Samples"
import type { AdjustedPair } from "@hedgerow/statistics/cuped/AdjustedPair"
import type { CovariateArm } from "@hedgerow/statistics/cuped/CovariateArm"
import type { Dice } from "./Dice.ts"

export interface Sums {
  readonly n: number
  readonly sum: number
  readonly sum_squares: number
}

export interface Population {
  readonly name: string
  readonly mean: number
  readonly draw: (dice: Dice, n: number) => Sums
}

const summed = (n: number, value: () => number): Sums => {
  let [sum, squares] = [0, 0]
  for (let drawn = 0; drawn < n; drawn++) {
    const x = value()
    sum += x
    squares += x * x
  }
  return { n, sum, sum_squares: squares }
}

/** Users who convert with a probability. */
export const conversions = (rate: number): Population => ({
  name: `conversion ${rate * 100} %`,
  mean: rate,
  draw: (dice, n) => summed(n, () => dice.uniform() < rate ? 1 : 0)
})

/** A share of users who pay an exponential amount; the others pay nothing. */
export const revenue = (payers: number, amount: number): Population => ({
  name: `revenue, ${payers * 100} % payers`,
  mean: payers * amount,
  draw: (dice, n) => summed(n, () => dice.uniform() < payers ? -amount * Math.log(1 - dice.uniform()) : 0)
})

/** Normal values, drawn by the exact distribution of their sums: as fast for many users as for few. */
export const normals = (mean: number, deviation: number): Population => ({
  name: "normal",
  mean,
  draw: (dice, n) => {
    const average = mean + deviation * dice.normal() / Math.sqrt(n)
    const squares = deviation * deviation * dice.chiSquare(n - 1)
    return { n, sum: n * average, sum_squares: squares + n * average * average }
  }
})

/** Values whose logarithm is normal. */
export const logNormals = (deviation: number): Population => ({
  name: "log-normal",
  mean: Math.exp(deviation * deviation / 2),
  draw: (dice, n) => summed(n, () => Math.exp(deviation * dice.normal()))
})

/** The sums as a mean metric's sample. */
export const meanSample = ({ n, sum, sum_squares }: Sums): MeanSample => ({ type: "mean", n, sum, sum_squares })

/** The sums of users seen before and of those seen since. */
export const added = (one: Sums, other: Sums): Sums => ({
  n: one.n + other.n,
  sum: one.sum + other.sum,
  sum_squares: one.sum_squares + other.sum_squares
})

/**
 * A normal metric with a normal covariate, both of the given mean and deviation, by the exact distribution of their
 * moments (Bartlett's decomposition of the Wishart distribution).
 */
const correlatedArm = (dice: Dice, n: number, spread: Omit<Moments, "n">, correlation: number): CovariateArm => {
  const { mean, variance } = spread
  const rest = Math.sqrt(1 - correlation * correlation)
  const [first, second, cross] = [Math.sqrt(dice.chiSquare(n - 1)), Math.sqrt(dice.chiSquare(n - 2)), dice.normal()]
  const [x, y] = [first, correlation * first + rest * cross]
  const [centreX, centreY] = [dice.normal(), dice.normal()]
  const scale = Math.sqrt(variance / n)
  return {
    n,
    mean: mean + scale * (correlation * centreX + rest * centreY),
    variance: variance * (y * y + rest * rest * second * second) / (n - 1),
    covariateMean: mean + scale * centreX,
    covariateVariance: variance * x * x / (n - 1),
    covariance: variance * x * y / (n - 1)
  }
}

/** θ of two arms pooled as one sample, from their moments. */
const pooledSlope = (one: CovariateArm, other: CovariateArm): number => {
  const apart = one.n * other.n / (one.n + other.n)
  const [dy, dx] = [one.mean - other.mean, one.covariateMean - other.covariateMean]
  const over = (a: number, b: number) => (one.n - 1) * a + (other.n - 1) * b
  return (over(one.covariance, other.covariance) + apart * dy * dx) /
    (over(one.covariateVariance, other.covariateVariance) + apart * dx * dx)
}

/** An A/A experiment of `n` users in each arm, whose metric N(10, 9) correlates with its covariate. */
export const correlatedPair = (dice: Dice, n: number, correlation: number): AdjustedPair => {
  const arm = () => correlatedArm(dice, n, { mean: 10, variance: 9 }, correlation)
  const [control, treatment] = [arm(), arm()]
  return { control, treatment, theta: pooledSlope(control, treatment) }
}

/** Users who do something with a probability, and then again and again with another. */
export const repeated = (rate: number, again: number): Population => ({
  name: `events, ${rate * 100} % of users, ${(1 / (1 - again)).toPrecision(2)} each`,
  mean: rate / (1 - again),
  draw: (dice, n) =>
    summed(n, () => {
      let count = dice.uniform() < rate ? 1 : 0
      while (count > 0 && dice.uniform() < again) count++
      return count
    })
})
