import { Schema } from "effect"
import { described } from "../shared/Described.ts"
import { MinimalFeatureFlagRecord } from "./FeatureFlagSchema.ts"
import { FilterCondition } from "./FilterSchemas.ts"

const Value = Schema.Union([Schema.Boolean, Schema.String])
const Json = Schema.Record(Schema.String, Schema.Json)

/** The answer of each flag for someone, and its reason; disabled ones too. */
export const EvaluationReasonsRecord = Schema.Record(
  Schema.String,
  Schema.Struct({
    value: described(Value, "The variant, or whether the flag is on."),
    evaluation: described(
      Schema.Struct({
        reason: described(Schema.String, "The reason, as a word for programs."),
        condition_index: described(
          Schema.NullOr(Schema.Int),
          "The condition that decided, counted from 0; null without one."
        )
      }),
      "The reason for the flag's value."
    )
  })
).annotate({ identifier: "FeatureFlagEvaluationReasons" })

/** The answer of an active flag for the caller. */
export const MyFlagRecord = Schema.Struct({
  feature_flag: described(MinimalFeatureFlagRecord, "The flag."),
  value: described(Value, "The variant, or whether the flag is on.")
})
  .annotate({ identifier: "MyFeatureFlag" })

/** A condition of which one wants to know whom it would concern. */
export const BlastRadiusRequest = Schema.Struct({
  condition: described(FilterCondition, "The condition."),
  group_type_index: described(
    Schema.optionalKey(Schema.NullOr(Schema.Int)),
    "The number of the group type that the condition is about; null for persons."
  )
}).annotate({
  identifier: "BlastRadiusRequest",
  examples: [{
    condition: {
      properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }],
      rollout_percentage: 40
    }
  }]
})

/**
 * The number of persons or groups with a condition's properties, and of all; `users_affected_after_rollout` is about
 * the number that its rollout lets in. The numbers stand under their newer names, too.
 */
export const BlastRadiusRecord = Schema.Struct({
  users_affected: described(Schema.Int, "The number of persons or groups with the properties."),
  total_users: described(Schema.Int, "The number of all persons or groups."),
  users_affected_after_rollout: described(Schema.Int, "About how many of them the rollout lets in."),
  affected: described(Schema.Int, "`users_affected` by its newer name."),
  total: described(Schema.Int, "`total_users` by its newer name.")
}).annotate({ identifier: "BlastRadius" })

const Reason = Schema.Struct({
  code: described(Schema.String, "The reason, as a word for programs."),
  condition_index: described(
    Schema.NullOr(Schema.Int),
    "The condition that decided, counted from 0; null without one."
  ),
  description: described(Schema.String, "The reason, in words.")
})

/**
 * The outcome of one filter of a condition. `actual` is shown to callers who may read persons, `limit` where comparing
 * was given up.
 */
const PropertyExplanation = Schema.Struct({
  property: described(Json, "The property of the condition."),
  matched: described(Schema.Boolean, "Whether the property holds."),
  missing: described(Schema.Boolean, "Whether the value is not known."),
  limit: described(Schema.optionalKey(Schema.String), "The limit at which the comparison was given up, if it was."),
  actual: described(Schema.optionalKey(Schema.Json), "The value that was compared, for callers who may read persons.")
}).annotate({ identifier: "FeatureFlagPropertyExplanation" })

/** The outcome of one condition. `hash` is the position of the identifier in the rollout, from 0 to 1. */
const ConditionExplanation = Schema.Struct({
  index: described(Schema.Int, "The condition, counted from 0."),
  outcome: described(
    Schema.Literals([
      "condition_match",
      "no_condition_match",
      "out_of_rollout_bound",
      "no_group_type",
      "failed",
      "not_reached"
    ]),
    "The outcome of the condition."
  ),
  group_type: described(Schema.NullOr(Schema.String), "The group type that the condition is about; null for persons."),
  identifier: described(Schema.NullOr(Schema.String), "The text that the share goes by; null when there is none."),
  hash: described(
    Schema.NullOr(Schema.Finite),
    "The position of the identifier in the rollout, from 0 to 1; null without one."
  ),
  rollout_percentage: described(Schema.Finite, "The share of the condition."),
  properties: described(Schema.Array(PropertyExplanation), "The outcome of each property.")
}).annotate({ identifier: "FeatureFlagConditionExplanation" })

/**
 * The explanation of a flag's value for a subject. `state` is `absent` when the flag does not exist, `disabled` when it
 * is not active, `filtered` when the request's selection leaves it out, else `evaluated`.
 */
export const FlagExplanationRecord = Schema.Struct({
  key: described(Schema.String, "The flag's key."),
  state: described(
    Schema.Literals(["absent", "disabled", "filtered", "evaluated"]),
    "Whether the flag was evaluated, and why not."
  ),
  value: described(Schema.NullOr(Value), "The variant, or whether the flag is on; null when it was not evaluated."),
  variant: described(Schema.NullOr(Schema.String), "The variant; null without one."),
  payload: described(Schema.NullOr(Schema.String), "The payload as JSON text; null without one."),
  reason: described(Schema.NullOr(Reason), "The reason for the flag's value; null when it was not evaluated."),
  variant_hash: described(
    Schema.NullOr(Schema.Finite),
    "The position of the user among the variants, from 0 to 1; null without variants."
  ),
  holdout_hash: described(
    Schema.NullOr(Schema.Finite),
    "The position of the user in the holdout, from 0 to 1; null without a holdout."
  ),
  conditions: described(Schema.Array(ConditionExplanation), "The outcome of each condition."),
  dependencies: described(
    Schema.Array(
      Schema.Struct({
        id: described(Schema.Int, "The flag's id."),
        key: described(Schema.String, "The flag's key."),
        value: described(Value, "The value of that flag."),
        reason: described(Reason, "The reason for which that flag has its value.")
      })
    ),
    "The flags that this one depends on."
  )
}).annotate({ identifier: "FeatureFlagExplanation" })
