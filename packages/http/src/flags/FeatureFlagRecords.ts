import { bucketingIdentifiers, creationContexts, evaluationRuntimes } from "@hedgerow/core/flags/FeatureFlag"
import { flagTable, newFlagTable } from "@hedgerow/core/flags/FlagFields"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { UserBasicRecord } from "../identity/IdentityRecords.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { Filters, StoredFilters } from "./FilterSchemas.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeUser = Schema.NullOr(UserBasicRecord)
const Json = Schema.Record(Schema.String, Schema.Json)
const Tags = Schema.Array(Schema.String)

/**
 * A feature flag. `rollout_percentage` is that of the only condition of a simple flag when it is a whole number.
 * `evaluation_contexts` is `evaluation_tags` by its newer name.
 */
export const FeatureFlagRecord = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  key: Schema.String,
  filters: StoredFilters,
  deleted: Schema.Boolean,
  active: Schema.Boolean,
  created_by: MaybeUser,
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Schema.Int,
  last_modified_by: MaybeUser,
  is_simple_flag: Schema.Boolean,
  rollout_percentage: Schema.NullOr(Schema.Int),
  ensure_experience_continuity: Schema.Boolean,
  experiment_set: Schema.Array(Schema.Int),
  experiment_set_metadata: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  surveys: Schema.Array(Json),
  features: Schema.Array(Json),
  rollback_conditions: Schema.Json,
  performed_rollback: Schema.Boolean,
  can_edit: Schema.Boolean,
  tags: Tags,
  evaluation_tags: Tags,
  evaluation_contexts: Tags,
  usage_dashboard: Schema.NullOr(Schema.Int),
  analytics_dashboards: Schema.Array(Schema.Int),
  has_enriched_analytics: Schema.Boolean,
  user_access_level: Schema.String,
  creation_context: Schema.Literals(creationContexts),
  is_remote_configuration: Schema.Boolean,
  has_encrypted_payloads: Schema.Boolean,
  is_used_in_replay_settings: Schema.Boolean,
  status: Schema.Literals(["ACTIVE", "STALE", "DELETED"]),
  evaluation_runtime: Schema.Literals(evaluationRuntimes),
  bucketing_identifier: Schema.Literals(bucketingIdentifiers),
  last_called_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "FeatureFlag" })

/** A feature flag as other records show it. */
export const MinimalFeatureFlagRecord = Schema.Struct({
  id: Schema.Int,
  team_id: Schema.Int,
  name: Schema.String,
  key: Schema.String,
  filters: StoredFilters,
  deleted: Schema.Boolean,
  active: Schema.Boolean,
  ensure_experience_continuity: Schema.Boolean,
  has_encrypted_payloads: Schema.Boolean,
  version: Schema.Int,
  evaluation_runtime: Schema.Literals(evaluationRuntimes),
  bucketing_identifier: Schema.Literals(bucketingIdentifiers),
  evaluation_tags: Tags,
  evaluation_contexts: Tags,
  has_experiment: Schema.Boolean
}).annotate({ identifier: "MinimalFeatureFlag" })

const detailed = { filters: Filters }

/** A new feature flag; its key is enough. */
export const NewFeatureFlag = createBody(newFlagTable, {
  identifier: "NewFeatureFlag",
  description: "A new feature flag; its key is enough.",
  detailed,
  example: {
    key: "new-checkout",
    name: "The new checkout",
    filters: { groups: [{ properties: [], rollout_percentage: 40 }] },
    tags: ["checkout"]
  }
})

/** What may be changed of a feature flag. */
export const FeatureFlagChanges = changeBody(flagTable, {
  identifier: "FeatureFlagChanges",
  description:
    "What may be changed of a feature flag. `deleted` is how one is deleted and restored. `version` and `original_flag` "
    + "say what the change is based on: it is refused when somebody else has changed the same field since.",
  detailed,
  example: { name: "The new checkout", active: false }
})

/** Whether a flag is still of use, and why. */
export const FeatureFlagStatusRecord = Schema.Struct({
  status: Schema.Literals(["active", "stale", "deleted", "unknown"]),
  reason: Schema.String
}).annotate({ identifier: "FeatureFlagStatus" })

/** There is no such flag: the reference service's own body of this error. */
export const FlagStatusUnknown = Schema.Struct({ status: Schema.Literal("unknown"), reason: Schema.String })
  .annotate({ identifier: "FeatureFlagStatusUnknown" })
  .pipe(HttpApiSchema.status(404))

/** A flag that other things name. */
export const FlagReferenceRecord = Schema.Struct({ id: Schema.Int, key: Schema.String, name: Schema.String })
  .annotate({ identifier: "FeatureFlagReference" })
