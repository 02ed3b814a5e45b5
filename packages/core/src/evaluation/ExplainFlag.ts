import type { CompiledCondition } from "./CompiledCondition.ts"
import type { CompiledFlag } from "./CompiledFlag.ts"
import type { CompiledFlags } from "./CompiledFlags.ts"
import { missOf } from "./EvaluateFlag.ts"
import { drained, evaluateOneInSlices, type PausingWork } from "./EvaluateFlags.ts"
import { type Evaluation, startEvaluation, valueOf } from "./Evaluation.ts"
import type { EvaluationRequest } from "./EvaluationRequest.ts"
import type { ConditionExplanation, FlagExplanation, PropertyExplanation } from "./FlagExplanation.ts"
import { type Identity, identityOf } from "./FlagIdentity.ts"
import { disabledReason } from "./FlagReason.ts"
import type { FlagResult } from "./FlagResult.ts"
import { isSelected } from "./FlagSelections.ts"
import { holdoutHash, rolloutHash, variantHash } from "./Hashing.ts"
import { type CompiledProperty, propertyName } from "./PropertyTests.ts"
import { maxFlagWork } from "./Work.ts"

const explainProperty = (
  { kind, source, test }: CompiledProperty,
  { subject }: Identity,
  evaluation: Evaluation
): PropertyExplanation => {
  const key = kind === "property" ? propertyName(source) : undefined
  const actual = key === undefined ? undefined : valueOf(subject, key)
  evaluation.gaveUp = false
  const matched = test(subject, evaluation) && evaluation.failure === undefined
  const isGivenUp = evaluation.gaveUp || evaluation.failure === "evaluation_limit"
  evaluation.failure = undefined
  return { source, matched, actual, isMissing: kind === "property" && actual === undefined, isGivenUp }
}

const outcomeOf = (
  flag: CompiledFlag,
  condition: CompiledCondition,
  identity: Identity | undefined,
  evaluation: Evaluation
): ConditionExplanation["outcome"] => {
  const miss = missOf(flag, condition, identity, evaluation)
  const hasFailed = evaluation.failure !== undefined
  evaluation.failure = undefined
  return hasFailed ? "failed" : miss ?? "condition_match"
}

const hashWith = (hash: (identifier: string) => number, identity: Identity | undefined): number | null =>
  identity?.identifier === undefined ? null : hash(identity.identifier)

const explainConditions = (flag: CompiledFlag, evaluation: Evaluation): ReadonlyArray<ConditionExplanation> => {
  let isOver = false
  return flag.conditions.map((condition, index) => {
    const { aggregation, percentage, properties } = condition
    const identity = identityOf(flag, aggregation, evaluation)
    const outcome = isOver ? "not_reached" : outcomeOf(flag, condition, identity, evaluation)
    isOver ||= outcome === "condition_match" || outcome === "failed"
      || (flag.earlyExit && outcome === "out_of_rollout_bound")
    return {
      index,
      outcome,
      groupType: aggregation === "person" ? null : aggregation.groupType ?? null,
      identifier: identity?.identifier ?? null,
      hash: hashWith((identifier) => rolloutHash(flag.source.key, identifier), identity),
      rolloutPercentage: percentage,
      properties: identity === undefined ? [] : properties.map((one) => explainProperty(one, identity, evaluation))
    }
  })
}

function* explainActive(
  compiled: CompiledFlags,
  flag: CompiledFlag,
  evaluation: Evaluation
): PausingWork<FlagExplanation> {
  const result = yield* evaluateOneInSlices(compiled, flag, evaluation)
  evaluation.left = maxFlagWork
  const base = identityOf(flag, flag.aggregation, evaluation)
  const isFinal = result.reason.code === "super_condition_value" || result.reason.code === "holdout_condition_value"
    || result.reason.code === "missing_dependency"
  const conditions = explainConditions(flag, evaluation)
  return {
    key: flag.source.key,
    state: isSelected(flag.source, evaluation.request.selection) ? "evaluated" : "filtered",
    result,
    variantHash: flag.variants.keys.length === 0
      ? null
      : hashWith((identifier) => variantHash(flag.source.key, identifier), base),
    holdoutHash: flag.holdout === undefined ? null : hashWith(holdoutHash, base),
    conditions: isFinal ? conditions.map((one) => ({ ...one, outcome: "not_reached" as const })) : conditions,
    dependencies: compiled.graph.chainOf(flag).flatMap(({ source: { id } }) => evaluation.values?.get(id) || [])
  }
}

const unevaluated = (key: string, state: FlagExplanation["state"], result: FlagResult | null): FlagExplanation => ({
  key,
  state,
  result,
  variantHash: null,
  holdoutHash: null,
  conditions: [],
  dependencies: []
})

/** Explains the value of a flag for a request, condition by condition. */
export function* explainFlagInSlices(
  compiled: CompiledFlags,
  key: string,
  request: EvaluationRequest
): PausingWork<FlagExplanation> {
  const flag = compiled.byKey(key)
  if (flag === undefined) return unevaluated(key, "absent", null)
  return flag.source.active
    ? yield* explainActive(compiled, flag, startEvaluation(request))
    : unevaluated(key, "disabled", { ...flag.unmatched, reason: disabledReason })
}

/** The same without pauses. */
export const explainFlag = (compiled: CompiledFlags, key: string, request: EvaluationRequest): FlagExplanation =>
  drained(explainFlagInSlices(compiled, key, request))
