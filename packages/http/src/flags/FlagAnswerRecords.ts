import { Schema } from "effect"
import { MinimalFeatureFlagRecord } from "./FeatureFlagRecords.ts"
import { FilterCondition } from "./FilterSchemas.ts"

const Value = Schema.Union([Schema.Boolean, Schema.String])
const Json = Schema.Record(Schema.String, Schema.Json)

/** What each flag answers for someone, and why; disabled ones too. */
export const EvaluationReasonsRecord = Schema.Record(
  Schema.String,
  Schema.Struct({
    value: Value,
    evaluation: Schema.Struct({ reason: Schema.String, condition_index: Schema.NullOr(Schema.Int) })
  })
).annotate({ identifier: "FeatureFlagEvaluationReasons" })

/** What an active flag answers for the caller. */
export const MyFlagRecord = Schema.Struct({ feature_flag: MinimalFeatureFlagRecord, value: Value })
  .annotate({ identifier: "MyFeatureFlag" })

/** A condition of which one wants to know whom it would concern. */
export const BlastRadiusRequest = Schema.Struct({
  condition: FilterCondition,
  group_type_index: Schema.optionalKey(Schema.NullOr(Schema.Int))
}).annotate({ identifier: "BlastRadiusRequest" })

/**
 * How many persons or groups have the properties a condition wants, of all of them; `users_affected_after_rollout` is about
 * how many of them its rollout lets in. The numbers stand under their newer names, too.
 */
export const BlastRadiusRecord = Schema.Struct({
  users_affected: Schema.Int,
  total_users: Schema.Int,
  users_affected_after_rollout: Schema.Int,
  affected: Schema.Int,
  total: Schema.Int
}).annotate({ identifier: "BlastRadius" })

const Reason = Schema.Struct({
  code: Schema.String,
  condition_index: Schema.NullOr(Schema.Int),
  description: Schema.String
})

/** How one filter of a condition came out. `actual` is told to who may read persons, `limit` where comparing was given up. */
const PropertyExplanation = Schema.Struct({
  property: Json,
  matched: Schema.Boolean,
  missing: Schema.Boolean,
  limit: Schema.optionalKey(Schema.String),
  actual: Schema.optionalKey(Schema.Json)
}).annotate({ identifier: "FeatureFlagPropertyExplanation" })

/** How one condition came out. `hash` is where the identifier stands in the rollout, from 0 to 1. */
const ConditionExplanation = Schema.Struct({
  index: Schema.Int,
  outcome: Schema.Literals([
    "condition_match",
    "no_condition_match",
    "out_of_rollout_bound",
    "no_group_type",
    "failed",
    "not_reached"
  ]),
  group_type: Schema.NullOr(Schema.String),
  identifier: Schema.NullOr(Schema.String),
  hash: Schema.NullOr(Schema.Finite),
  rollout_percentage: Schema.Finite,
  properties: Schema.Array(PropertyExplanation)
}).annotate({ identifier: "FeatureFlagConditionExplanation" })

/**
 * Why a flag has its value for someone. `state` is `absent` when there is no such flag, `disabled` when it is not active,
 * `filtered` when the request's selection leaves it out, else `evaluated`.
 */
export const FlagExplanationRecord = Schema.Struct({
  key: Schema.String,
  state: Schema.Literals(["absent", "disabled", "filtered", "evaluated"]),
  value: Schema.NullOr(Value),
  variant: Schema.NullOr(Schema.String),
  payload: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Reason),
  variant_hash: Schema.NullOr(Schema.Finite),
  holdout_hash: Schema.NullOr(Schema.Finite),
  conditions: Schema.Array(ConditionExplanation),
  dependencies: Schema.Array(Schema.Struct({ id: Schema.Int, key: Schema.String, value: Value, reason: Reason }))
}).annotate({ identifier: "FeatureFlagExplanation" })
