/** Means and proportions adjusted by a covariate. */
import { chanceToWin } from "@hedgerow/statistics/comparison/Bayesian"
import { type Effect, effectOf, relativeEffect } from "@hedgerow/statistics/comparison/Effect"
import { fiellerInterval } from "@hedgerow/statistics/comparison/Fieller"
import { adjustedMoments, type AdjustedPair, compareAdjusted, pairOf } from "@hedgerow/statistics/cuped/AdjustedPair"
import type { PairedSample } from "@hedgerow/statistics/cuped/CovariateArm"
import { referenceAdjustedEffect } from "@hedgerow/statistics/engine/ReferenceEngine"
import { studentUpperQuantile } from "@hedgerow/statistics/special/StudentT"
import { credibleInterval } from "../../Posteriors.ts"
import { unadjustedLift } from "../../UnadjustedLift.ts"
import { defaultLevel, type Level, sequenceAnswer, testAnswer } from "../Answers.ts"
import { row } from "../Rows.ts"

interface Pair extends Level {
  readonly control: PairedSample
  readonly treatment: PairedSample
}

/** The relative effect of means with the gradient at the unadjusted lift, as the vectors have it. */
const effectOfMeans = (arms: AdjustedPair): Effect =>
  relativeEffect(compareAdjusted(arms), unadjustedLift(arms.control, arms.treatment))

const relative = ({ alpha, control, treatment }: Pair) => {
  const arms = pairOf(control, treatment)
  const comparison = compareAdjusted(arms)
  return {
    theta: arms.theta,
    ...testAnswer(effectOfMeans(arms), comparison.degreesOfFreedom, alpha),
    standard_error_at_sample_gradient: relativeEffect(comparison).standardError
  }
}

const mean = ({ alpha, control, treatment }: Pair) => {
  const arms = pairOf(control, treatment)
  const comparison = compareAdjusted(arms)
  const [one, other] = [adjustedMoments(arms.control, arms.theta), adjustedMoments(arms.treatment, arms.theta)]
  return {
    theta: arms.theta,
    adjusted_mean_control: one.mean,
    adjusted_mean_treatment: other.mean,
    adjusted_variance_control: one.variance,
    adjusted_variance_treatment: other.variance,
    variance_reduction_control: 1 - one.variance / arms.control.variance,
    variance_reduction_treatment: 1 - other.variance / arms.treatment.variance,
    point_estimate: effectOf(comparison, "relative").estimate,
    absolute: testAnswer(effectOf(comparison, "absolute"), comparison.degreesOfFreedom, alpha)
  }
}

const fieller = ({ alpha = defaultLevel, control, treatment }: Pair) => {
  const comparison = compareAdjusted(pairOf(control, treatment))
  const critical = studentUpperQuantile(alpha / 2, comparison.degreesOfFreedom)
  return { confidence_interval: fiellerInterval(comparison, critical) ?? null }
}

const posterior =
  (effectOfArms: (arms: AdjustedPair) => Effect) => ({ alpha = defaultLevel, control, treatment }: Pair) => {
    const effect = effectOfArms(pairOf(control, treatment))
    return { credible_interval: credibleInterval(effect, 1 - alpha), chance_to_win: chanceToWin(effect) }
  }

const sequential = (inputs: Pair) => {
  const arms = pairOf(inputs.control, inputs.treatment)
  return { theta: arms.theta, ...sequenceAnswer(effectOfMeans(arms), compareAdjusted(arms).samples, inputs) }
}

interface SeveralArms {
  readonly control: PairedSample
  readonly treatments: ReadonlyArray<PairedSample>
}

/** Each treatment's θ; the control's deviation is that of the last pair. */
const severalArms = ({ control, treatments }: SeveralArms) => {
  const pairs = treatments.map((treatment) => pairOf(control, treatment))
  const deviation = (arms: AdjustedPair, arm: "control" | "treatment") =>
    Math.sqrt(adjustedMoments(arms[arm], arms.theta).variance)
  const last = pairs.at(-1)
  return Object.fromEntries([
    ...pairs.map(({ theta }, index) => [`theta_pair_${index + 1}`, theta]),
    ["stddev_control", last === undefined ? null : deviation(last, "control")],
    ...pairs.map((arms, index) => [`stddev_treatment_${index + 1}`, deviation(arms, "treatment")])
  ])
}

/** Rows for adjusted means and proportions; more special names come first. */
export const cupedMeanRows = [
  row("CUPED mean", mean),
  row("CUPED + confidence sequence", sequential),
  row("relative CUPED", relative),
  row("binary CUPED", relative),
  row("theta from pooled arms", relative),
  row("Fieller interval", fieller),
  row("Bayesian CUPED with the full gradient", posterior(effectOfMeans)),
  row("PostHog Bayesian CUPED", posterior(referenceAdjustedEffect)),
  row("three arms", severalArms)
]
