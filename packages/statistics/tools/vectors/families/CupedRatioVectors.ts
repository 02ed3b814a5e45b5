/** Ratios adjusted by a covariate, and covariances. */
import { relativeEffect } from "@hedgerow/statistics/comparison/Effect"
import { sampleCovariance } from "@hedgerow/statistics/comparison/Samples"
import { compareAdjusted, ratioPairOf } from "@hedgerow/statistics/cuped/AdjustedPair"
import { pairedRatioArm, type PairedRatioSample, type Sums } from "@hedgerow/statistics/cuped/CovariateArm"
import { type Level, sequenceAnswer, testAnswer } from "../Answers.ts"
import { row } from "../Rows.ts"

interface RatioPair extends Level {
  readonly control: PairedRatioSample
  readonly treatment: PairedRatioSample
}

const ratio = (inputs: RatioPair) => {
  const arms = ratioPairOf(inputs.control, inputs.treatment)
  const comparison = compareAdjusted(arms)
  return { theta: arms.theta, ...testAnswer(relativeEffect(comparison), comparison.degreesOfFreedom, inputs.alpha) }
}

const sequentialRatio = (inputs: RatioPair) => {
  const arms = ratioPairOf(inputs.control, inputs.treatment)
  const comparison = compareAdjusted(arms)
  return { theta: arms.theta, ...sequenceAnswer(relativeEffect(comparison), comparison.samples, inputs) }
}

type Observations = Readonly<
  Record<"numerator_post" | "denominator_post" | "numerator_pre" | "denominator_pre", ReadonlyArray<number>>
>

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

const productSum = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number =>
  sumOf(one.map((value, index) => value * (other[index] ?? 0)))

const sumsOf = (values: ReadonlyArray<number>): Sums => ({
  sum: sumOf(values),
  sum_squares: productSum(values, values)
})

const observedRatio = (arm: Observations): PairedRatioSample => ({
  n: arm.numerator_post.length,
  numerator_post: sumsOf(arm.numerator_post),
  denominator_post: sumsOf(arm.denominator_post),
  numerator_pre: sumsOf(arm.numerator_pre),
  denominator_pre: sumsOf(arm.denominator_pre),
  num_post_num_pre: productSum(arm.numerator_post, arm.numerator_pre),
  den_post_den_pre: productSum(arm.denominator_post, arm.denominator_pre),
  num_pre_den_pre: productSum(arm.numerator_pre, arm.denominator_pre),
  num_post_den_post: productSum(arm.numerator_post, arm.denominator_post),
  num_post_den_pre: productSum(arm.numerator_post, arm.denominator_pre),
  num_pre_den_post: productSum(arm.numerator_pre, arm.denominator_post)
})

interface ObservedPair {
  readonly theta: number
  readonly control: Observations
  readonly treatment: Observations
}

const observed = ({ control, theta, treatment }: ObservedPair) => {
  const [one, other] = [pairedRatioArm(observedRatio(control)), pairedRatioArm(observedRatio(treatment))]
  const effect = relativeEffect(compareAdjusted({ control: one, treatment: other, theta }))
  return { point_estimate: effect.estimate, standard_error: effect.standardError }
}

const covariance = ({ x, y }: { readonly x: ReadonlyArray<number>; readonly y: ReadonlyArray<number> }) => ({
  covariance: sampleCovariance(x.length, sumOf(x), sumOf(y), productSum(x, y))
})

/** Rows for adjusted ratios. */
export const cupedRatioRows = [
  row("CUPED ratio + confidence sequence", sequentialRatio),
  row("CUPED for ratio metrics", ratio),
  row("CUPED ratio, sign invariance", observed),
  row("sample covariance", covariance)
]
