import type { CompiledCondition } from "./CompiledCondition.ts"
import type { CompiledEnrollment, CompiledFlag } from "./CompiledFlag.ts"
import { type Evaluation, valueOf } from "./Evaluation.ts"
import { type Identity, identityOf } from "./FlagIdentity.ts"
import { type ConditionMiss, type FlagFailureCode, makeReason, missScores } from "./FlagReason.ts"
import type { FlagResult } from "./FlagResult.ts"
import { variantFor } from "./FlagVariants.ts"
import { holdoutHash, isWithin, rolloutHash } from "./Hashing.ts"
import { maxFlagWork } from "./Work.ts"

/** The work of a flag before its conditions. */
const flagWork = 100

/** Whether all properties of a condition are as wanted. One that cannot be read is no matter where another is not. */
const hasProperties = ({ properties }: CompiledCondition, { subject }: Identity, evaluation: Evaluation): boolean => {
  const before = evaluation.failure
  let unread: Evaluation["failure"]
  for (let i = 0; i < properties.length; i++) {
    const isAsWanted = properties[i]?.test(subject, evaluation) === true
    if (evaluation.failure === "database_unavailable" && before === undefined) {
      unread = evaluation.failure
      evaluation.failure = undefined
    } else if (!isAsWanted) return false
  }
  if (unread !== undefined) evaluation.failure = unread
  return unread === undefined
}

const isInRollout = (flagKey: string, percentage: number, { identifier }: Identity): boolean =>
  identifier !== undefined && (percentage === 100 || isWithin(rolloutHash(flagKey, identifier), percentage))

/** The reason for which a condition does not hold for a person or group; undefined when it does. */
export const missOf = (
  flag: CompiledFlag,
  condition: CompiledCondition,
  identity: Identity | undefined,
  evaluation: Evaluation
): ConditionMiss | undefined => {
  if (identity === undefined) return "no_group_type"
  if (!hasProperties(condition, identity, evaluation)) return "no_condition_match"
  return isInRollout(flag.source.key, condition.percentage, identity) ? undefined : "out_of_rollout_bound"
}

const hitOf = (flag: CompiledFlag, { hits, override }: CompiledCondition, { identifier }: Identity): FlagResult => {
  const variant = override === -1 ? variantFor(flag.variants, flag.source.key, identifier ?? "") : override
  return hits[variant + 1] ?? flag.unmatched
}

/** The answer of a flag that could not be evaluated. */
export const failedResult = (flag: CompiledFlag, code: FlagFailureCode): FlagResult => ({
  ...flag.unmatched,
  reason: makeReason(code, null),
  failed: true
})

const enrolledResult = (
  flag: CompiledFlag,
  { condition, enrolled, keys, refused }: CompiledEnrollment,
  evaluation: Evaluation
): FlagResult | undefined => {
  const { person } = evaluation
  const chosen = keys.find((key) => valueOf(person, key) !== undefined)
  if (chosen === undefined) {
    if (person.isUnread === true) evaluation.failure = "database_unavailable"
    return undefined
  }
  if (condition === undefined) {
    const choice = valueOf(person, chosen)
    return choice === true || choice === "true" ? enrolled : refused
  }
  const identity = identityOf(flag, "person", evaluation)
  return missOf(flag, condition, identity, evaluation) === undefined ? enrolled : refused
}

const heldOutResult = ({ holdout }: CompiledFlag, identity: Identity | undefined): FlagResult | undefined => {
  if (holdout === undefined || identity?.identifier === undefined) return undefined
  const isHeldOut = holdout.percentage === 100 || isWithin(holdoutHash(identity.identifier), holdout.percentage)
  return isHeldOut ? holdout.result : undefined
}

const firstMatch = (flag: CompiledFlag, base: Identity | undefined, evaluation: Evaluation): FlagResult => {
  let best = flag.unmatched
  let bestScore = 0
  for (const condition of flag.conditions) {
    const identity = condition.aggregation === flag.aggregation
      ? base
      : identityOf(flag, condition.aggregation, evaluation)
    const miss = missOf(flag, condition, identity, evaluation)
    if (evaluation.failure !== undefined) return best
    if (miss === undefined && identity !== undefined) return hitOf(flag, condition, identity)
    if (miss === undefined) continue
    if (missScores[miss] >= bestScore) {
      best = condition.misses[miss]
      bestScore = missScores[miss]
    }
    if (flag.earlyExit && miss === "out_of_rollout_bound") return best
  }
  return best
}

/** The answer of a flag whose dependencies are known: a choice made, a holdout, then the first condition that holds. */
export const evaluateFlag = (flag: CompiledFlag, evaluation: Evaluation): FlagResult => {
  const allowed = Math.min(maxFlagWork, evaluation.total)
  evaluation.left = allowed
  const result = answerOf(flag, evaluation)
  evaluation.total -= allowed - evaluation.left + flagWork
  return result
}

const answerOf = (flag: CompiledFlag, evaluation: Evaluation): FlagResult => {
  const base = identityOf(flag, flag.aggregation, evaluation)
  const enrolled = flag.enrollment === undefined ? undefined : enrolledResult(flag, flag.enrollment, evaluation)
  const result = enrolled ?? heldOutResult(flag, base) ?? firstMatch(flag, base, evaluation)
  const { failure } = evaluation
  if (failure === undefined) return result
  evaluation.failure = undefined
  evaluation.hasErrors = true
  return failedResult(flag, failure)
}
