import { flagTable, newFlagTable } from "@hedgerow/core/flags/editing/FlagFields"
import { bucketingIdentifiers, creationContexts, evaluationRuntimes } from "@hedgerow/core/flags/model/FeatureFlag"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"
import { Filters } from "./FilterSchemas.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeUser = Schema.NullOr(UserBasicRecord)
const Json = Schema.Record(Schema.String, Schema.Json)
const Tags = Schema.Array(Schema.String)

/**
 * A feature flag. `rollout_percentage` is that of the only condition of a simple flag when it is a whole number.
 * `evaluation_contexts` is `evaluation_tags` by its newer name.
 */
export const FeatureFlagRecord = Schema.Struct({
  id: described(Schema.Int, "The flag's id."),
  name: described(Schema.String, "The purpose of the flag, in words."),
  key: described(Schema.String, "The flag's key, which code asks by."),
  filters: described(structured("FeatureFlagFilters"), "For whom the flag is on, and what they get."),
  deleted: described(Schema.Boolean, "Whether the flag is deleted."),
  active: described(Schema.Boolean, "Whether the flag is on at all."),
  created_by: described(MaybeUser, "The user who made the flag."),
  created_at: described(Timestamp, "The time at which the flag was made."),
  updated_at: described(Timestamp, "The time at which the flag was last changed."),
  version: described(Schema.Int, "The flag's version: 1 at first, one more with each change."),
  last_modified_by: described(MaybeUser, "The user who last changed the flag."),
  is_simple_flag: described(Schema.Boolean, "Whether the flag has one condition, without properties, about persons."),
  rollout_percentage: described(
    Schema.NullOr(Schema.Int),
    "The percentage of a simple flag's condition when it is a whole number, else null."
  ),
  ensure_experience_continuity: described(Schema.Boolean, "Whether a user keeps the share they had before the login."),
  experiment_set: described(Schema.Array(Schema.Int), "The ids of the experiments that use the flag."),
  experiment_set_metadata: described(
    Schema.Array(
      Schema.Struct({
        id: described(Schema.Int, "The experiment's id."),
        name: described(Schema.String, "The experiment's name.")
      })
    ),
    "The experiments that use the flag."
  ),
  surveys: described(Schema.Array(Json), "The surveys that use the flag."),
  features: described(Schema.Array(Json), "The early access features that use the flag."),
  rollback_conditions: described(Schema.Json, "Kept for clients; nothing is rolled back by itself."),
  performed_rollback: described(Schema.Boolean, "Kept for clients."),
  can_edit: described(Schema.Boolean, "Whether the caller may change the flag."),
  tags: described(Tags, "Words to find the flag by."),
  evaluation_tags: described(
    Tags,
    "The tags that are contexts: a request that names contexts gets the flag when it names one of these."
  ),
  evaluation_contexts: described(Tags, "`evaluation_tags` by its newer name."),
  usage_dashboard: described(Schema.NullOr(Schema.Int), "The id of the dashboard of the flag's use; null without one."),
  analytics_dashboards: described(Schema.Array(Schema.Int), "The ids of dashboards that go with the flag."),
  has_enriched_analytics: described(
    Schema.Boolean,
    "Whether the flag's views and interactions are known to the usage dashboard."
  ),
  user_access_level: described(Schema.String, "The caller's access: `editor` or `manager`."),
  creation_context: described(Schema.Literals(creationContexts), "The part of the product that the flag was made for."),
  is_remote_configuration: described(
    Schema.Boolean,
    "Whether the flag's payload is read by `remote_config`, without a user."
  ),
  has_encrypted_payloads: described(Schema.Boolean, "Whether the payloads of a remote configuration are encrypted."),
  is_used_in_replay_settings: described(Schema.Boolean, "Always `false`."),
  status: described(
    Schema.Literals(["ACTIVE", "STALE", "DELETED"]),
    "`STALE` when the flag is of no use any more, else `ACTIVE` or `DELETED`."
  ),
  evaluation_runtime: described(
    Schema.Literals(evaluationRuntimes),
    "The SDKs that get the flag: `server`, `client` or `all`."
  ),
  bucketing_identifier: described(
    Schema.Literals(bucketingIdentifiers),
    "The id that a user's share goes by: `distinct_id` or `device_id`."
  ),
  last_called_at: described(
    Schema.NullOr(Timestamp),
    "The time at which the flag was last called, within a minute; null if never."
  )
}).annotate({ identifier: "FeatureFlag" })

const shown = FeatureFlagRecord.fields

/** A feature flag as other records show it. */
export const MinimalFeatureFlagRecord = Schema.Struct({
  id: shown.id,
  team_id: described(Schema.Int, "The project's id."),
  name: shown.name,
  key: shown.key,
  filters: shown.filters,
  deleted: shown.deleted,
  active: shown.active,
  ensure_experience_continuity: shown.ensure_experience_continuity,
  has_encrypted_payloads: shown.has_encrypted_payloads,
  version: shown.version,
  evaluation_runtime: shown.evaluation_runtime,
  bucketing_identifier: shown.bucketing_identifier,
  evaluation_tags: shown.evaluation_tags,
  evaluation_contexts: shown.evaluation_contexts,
  has_experiment: described(Schema.Boolean, "Whether an experiment uses the flag.")
}).annotate({ identifier: "MinimalFeatureFlag" })

const detailed = { filters: described(Filters, "For whom the flag is on, and what they get.") }

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

/** A change of a feature flag. */
export const FeatureFlagChanges = changeBody(flagTable, {
  identifier: "FeatureFlagChanges",
  description:
    "The fields of a feature flag that can be changed. `deleted` deletes and restores it. `version` and `original_flag` "
    + "say what the change is based on: it is refused when another user has changed the same field since.",
  detailed,
  example: { name: "The new checkout", active: false }
})

/** Whether a flag is still of use, and why. */
export const FeatureFlagStatusRecord = Schema.Struct({
  status: described(Schema.Literals(["active", "stale", "deleted", "unknown"]), "Whether the flag is still of use."),
  reason: described(Schema.String, "The reason, in words.")
}).annotate({ identifier: "FeatureFlagStatus" })

/** There is no such flag: the reference service's own body of this error. */
export const FlagStatusUnknown = Schema.Struct({
  status: described(Schema.Literal("unknown"), "Always `unknown`."),
  reason: described(Schema.String, "The reason, in words.")
})
  .annotate({ identifier: "FeatureFlagStatusUnknown" })
  .pipe(HttpApiSchema.status(404))

/** A flag that other records name. */
export const FlagReferenceRecord = Schema.Struct({
  id: described(Schema.Int, "The flag's id."),
  key: described(Schema.String, "The flag's key."),
  name: described(Schema.String, "The purpose of the flag, in words.")
})
  .annotate({ identifier: "FeatureFlagReference" })
