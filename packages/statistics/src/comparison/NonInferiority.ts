/**
 * Guardrail metrics: whether the treatment is worse than the control by no more than a margin.
 *
 * Source: the one-sided test of `difference - lift * baseline` at the margin's lift, the form that Fieller's interval
 * inverts (Tamhane & Logan 2004 for ratios of means).
 */
import { studentUpperQuantile, studentUpperTail } from "../special/StudentT.ts"
import type { Comparison } from "./Comparison.ts"
import { oneSidedCritical, oneSidedPValue } from "./ConfidenceSequence.ts"
import type { DifferenceType, Effect } from "./Effect.ts"
import { differenceScore, ratioScore, type ScorePair } from "./ScoreComparison.ts"

export interface Guardrail {
  /** The greatest acceptable loss, as a positive number. */
  readonly margin: number
  /** Whether the margin is a share of the control's mean. */
  readonly differenceType: DifferenceType
  readonly goal: "increase" | "decrease"
  readonly alpha: number
  /** The sample size at which the confidence sequence is narrowest; absent for the fixed test. */
  readonly tuning?: number | undefined
}

export interface GuardrailResult {
  /** The p-value of "worse by the margin or more". */
  readonly p_value: number
  /** `safe`: worse by less than the margin. `breached`: worse by more than it. */
  readonly status: "safe" | "breached" | "inconclusive"
}

/** The difference less what the margin allows, turned so that positive is good. */
const slack = (comparison: Comparison, guardrail: Guardrail): Effect => {
  const sign = guardrail.goal === "increase" ? 1 : -1
  const { baseline, baselineVariance, covariance, difference, variance } = comparison
  if (guardrail.differenceType === "absolute") {
    return { estimate: sign * difference + guardrail.margin, standardError: Math.sqrt(variance) }
  }
  const lift = -sign * guardrail.margin * Math.sign(baseline)
  const combined = variance + lift * lift * baselineVariance - 2 * lift * covariance
  return { estimate: sign * (difference - lift * baseline), standardError: Math.sqrt(combined) }
}

/** The figures that a guardrail is decided by. */
type Sizes = Pick<Comparison, "degreesOfFreedom" | "samples">

const statusOf = (
  effect: Effect,
  { degreesOfFreedom, samples }: Sizes,
  { alpha, tuning }: Guardrail
): GuardrailResult => {
  const sequence = tuning === undefined ? undefined : { alpha, tuning }
  const critical = sequence === undefined ?
    studentUpperQuantile(alpha, degreesOfFreedom) :
    oneSidedCritical(samples, sequence)
  const z = effect.estimate / effect.standardError
  const pValue = sequence === undefined ?
    studentUpperTail(z, degreesOfFreedom) :
    oneSidedPValue(effect, samples, sequence)
  return { p_value: pValue, status: z > critical ? "safe" : z < -critical ? "breached" : "inconclusive" }
}

/** Tests one guardrail metric at its margin, with the fixed or the sequential one-sided test. */
export const guardrailTest = (comparison: Comparison, guardrail: Guardrail): GuardrailResult =>
  statusOf(slack(comparison, guardrail), comparison, guardrail)

/** The deviate of the margin, positive on the safe side; undefined where no more than the margin can be lost. */
const scoreSlack = (pair: ScorePair, { differenceType, goal, margin }: Guardrail): number | undefined => {
  const sign = goal === "increase" ? 1 : -1
  if (differenceType === "absolute") {
    return pair.model === "binomial" && margin >= 1 ? undefined : sign * differenceScore(pair, -sign * margin)
  }
  const ratio = 1 - sign * margin
  return ratio < 0 ? undefined : sign * ratioScore(pair, ratio)
}

/** The same for two arms with few events, by their score. */
export const scoreGuardrailTest = (pair: ScorePair, guardrail: Guardrail): GuardrailResult => {
  const score = scoreSlack(pair, guardrail)
  if (score === undefined) return { p_value: 0, status: "safe" }
  const sizes = { degreesOfFreedom: pair.samples - 2, samples: pair.samples }
  return statusOf({ estimate: score, standardError: 1 }, sizes, guardrail)
}
