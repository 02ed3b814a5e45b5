import type {
  ConditionExplanation,
  FlagExplanation,
  PropertyExplanation
} from "@hedgerow/core/evaluation/FlagExplanation"
import type { FlagReason } from "@hedgerow/core/evaluation/FlagReason"
import { type FlagResult, type FlagResults, flagValue } from "@hedgerow/core/evaluation/FlagResult"
import type { FlagDefinitions } from "@hedgerow/core/flags/serving/FlagDefinitions"
import type { Schema } from "effect"
import { minimalFlagRecord } from "./FeatureFlagEncode.ts"
import type { EvaluationReasonsRecord, FlagExplanationRecord, MyFlagRecord } from "./FlagAnswerSchema.ts"

type Explanation = typeof FlagExplanationRecord.Type
type Reasons = (typeof EvaluationReasonsRecord.Type)[string]

/** The reasons by the names of this answer, which knows no others. */
const reasonNames: ReadonlySet<string> = new Set([
  "super_condition_value",
  "holdout_condition_value",
  "condition_match",
  "out_of_rollout_bound",
  "no_condition_match",
  "no_group_type",
  "missing_dependency"
])

const disabled: Reasons = { value: false, evaluation: { reason: "disabled", condition_index: null } }

const reasonsOf = (result: FlagResult): Reasons => ({
  value: flagValue(result),
  evaluation: {
    reason: reasonNames.has(result.reason.code) ? result.reason.code : "unknown",
    condition_index: result.reason.conditionIndex
  }
})

/** The answer of every flag of a project, and its reason. */
export const evaluationReasons = (
  { flags }: FlagDefinitions,
  results: FlagResults
): typeof EvaluationReasonsRecord.Type =>
  Object.fromEntries(flags.map(({ key }) => {
    const result = results.flags.get(key)
    return [key, result === undefined ? disabled : reasonsOf(result)]
  }))

/** The answers of every active flag that lists show, the newest first. */
export const myFlags = (
  { experiments, flags }: FlagDefinitions,
  results: FlagResults
): ReadonlyArray<typeof MyFlagRecord.Type> =>
  flags.filter(({ active, is_internal }) => active && !is_internal).toReversed().map((flag) => {
    const result = results.flags.get(flag.key)
    return {
      feature_flag: minimalFlagRecord(flag, experiments.has(flag.id)),
      value: result === undefined ? false : flagValue(result)
    }
  })

const reasonRecord = ({ code, conditionIndex, description }: FlagReason) => ({
  code,
  condition_index: conditionIndex,
  description
})

const givenUp = "The comparison takes more steps than are allowed, so that the condition does not match."

const propertyRecord =
  (showsPersons: boolean) => ({ actual, isGivenUp, isMissing, matched, source }: PropertyExplanation) => ({
    property: source as Readonly<Record<string, Schema.Json>>,
    matched,
    missing: isMissing,
    ...(isGivenUp ? { limit: givenUp } : undefined),
    ...(showsPersons && actual !== undefined ? { actual: actual as Schema.Json } : undefined)
  })

const conditionRecord = (showsPersons: boolean) => (condition: ConditionExplanation) => ({
  index: condition.index,
  outcome: condition.outcome,
  group_type: condition.groupType,
  identifier: condition.identifier,
  hash: condition.hash,
  rollout_percentage: condition.rolloutPercentage,
  properties: condition.properties.map(propertyRecord(showsPersons))
})

const dependencyRecord = (result: FlagResult) => ({
  id: result.flag.id,
  key: result.flag.key,
  value: flagValue(result),
  reason: reasonRecord(result.reason)
})

/** An explanation on the wire; `showsPersons`: with the properties that people and groups have. */
export const explanationRecord = (explanation: FlagExplanation, showsPersons: boolean): Explanation => {
  const { result } = explanation
  return {
    key: explanation.key,
    state: explanation.state,
    value: result === null ? null : flagValue(result),
    variant: result?.variant ?? null,
    payload: result?.payload ?? null,
    reason: result === null ? null : reasonRecord(result.reason),
    variant_hash: explanation.variantHash,
    holdout_hash: explanation.holdoutHash,
    conditions: explanation.conditions.map(conditionRecord(showsPersons)),
    dependencies: explanation.dependencies.map(dependencyRecord)
  }
}
