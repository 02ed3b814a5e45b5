import { copyFields } from "@hedgerow/core/flags/copying/CopyOptions"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { ActivityChangeRecord } from "../activity/ActivityEncode.ts"
import { CohortRecord } from "../cohorts/CohortSchema.ts"
import { createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"
import { FlagReferenceRecord } from "./FeatureFlagSchema.ts"

/** Ids of flags, as numbers or their digits. */
export const FlagIds = Schema.Struct({
  ids: described(Schema.Array(Schema.Union([Schema.Int, Schema.String])), "The ids, as numbers or their digits.")
}).annotate({
  identifier: "FeatureFlagIds",
  examples: [{ ids: [1, 2] }]
})

/** The keys of flags by id; `warning` names the ids that are none. */
export const FlagKeysRecord = Schema.Struct({
  keys: described(Schema.Record(Schema.String, Schema.String), "The keys by id."),
  warning: described(Schema.optionalKey(Schema.String), "The ids that are no ids; absent when all are.")
}).annotate({ identifier: "FeatureFlagKeys" })

/** None of the ids is one: the reference service's own body of this error. */
export const FlagIdsRefused = Schema.Struct({ error: described(Schema.String, "The fault, in words.") })
  .annotate({ identifier: "FeatureFlagIdsRefused" })
  .pipe(HttpApiSchema.status(400))

/** It is done. */
export const Done = Schema.Struct({ success: described(Schema.Literal(true), "Always `true`.") }).annotate({
  identifier: "Done"
})

/** A usage dashboard cannot be made or enriched: the reference service's own body of this error. */
export const DashboardRefused = Schema.Struct({
  success: described(Schema.Literal(false), "Always `false`."),
  error: described(Schema.String, "The fault, in words.")
})
  .annotate({ identifier: "UsageDashboardRefused" })
  .pipe(HttpApiSchema.status(400))

/** The active flags that depend on one. */
export const FlagDependents = Schema.Struct({
  has_active_dependents: described(Schema.Boolean, "Whether there are any."),
  dependent_flags: described(Schema.Array(FlagReferenceRecord), "The active flags that depend on this one.")
}).annotate({ identifier: "FeatureFlagDependents" })

/** The cohort of a flag's users. */
export const CohortOfFlag = Schema.Struct({
  cohort: described(CohortRecord, "The cohort, which is filled in the background.")
}).annotate({ identifier: "CohortOfFeatureFlag" })

/** The targets of a flag's copy. */
export const FlagCopyRequest = createBody(copyFields, {
  identifier: "FeatureFlagCopyRequest",
  description: "The targets of the copy, and its options."
})

const CopiedThing = Schema.Struct({
  type: described(Schema.Literals(["feature_flag", "cohort"]), "The kind of the copied record."),
  action: described(Schema.Literals(["create", "update", "unchanged"]), "The effect in the project."),
  source_id: described(Schema.Int, "The id of what was copied."),
  id: described(Schema.NullOr(Schema.Int), "The id of the copy; null when a dry run would make it."),
  key: described(Schema.String, "The key of the flag, or the name of the cohort."),
  changes: described(Schema.Array(ActivityChangeRecord), "The changes of the copy.")
}).annotate({ identifier: "CopiedThing" })

/** The outcome of copying in each project, or the expected one; the flag itself is the last record. */
export const FlagCopiesRecord = Schema.Struct({
  projects: described(
    Schema.Array(Schema.Struct({
      project_id: described(Schema.Int, "The project's id."),
      flag_id: described(Schema.NullOr(Schema.Int), "The id of the flag's copy; null when a dry run would make it."),
      things: described(Schema.Array(CopiedThing), "The copies in the project; the flag itself comes last.")
    })),
    "The projects, in the order of the request."
  )
}).annotate({ identifier: "FeatureFlagCopies" })

/** Flags to be marked as deleted: by id, or those a list with the same filters has. */
export const BulkDeletion = Schema.Struct({
  ids: described(Schema.optionalKey(FlagIds.fields.ids), "The flags to delete, by id."),
  filters: described(
    Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
    "The flags to delete, by the filters of the list; instead of `ids`."
  )
}).annotate({
  identifier: "FeatureFlagBulkDeletion",
  examples: [{ ids: [1] }]
})

/** The outcome for each flag. */
export const BulkDeletionRecord = Schema.Struct({
  deleted: described(
    Schema.Array(Schema.Struct({
      id: described(Schema.Int, "The flag's id."),
      key: described(Schema.String, "The flag's key."),
      rollout_state: described(
        Schema.Literals(["fully_rolled_out", "not_rolled_out", "partial"]),
        "The state of the flag's rollout."
      ),
      active_variant: described(Schema.NullOr(Schema.String), "The one variant that all users get; null without one.")
    })),
    "The flags that were deleted."
  ),
  errors: described(
    Schema.Array(Schema.Struct({
      id: described(Schema.Union([Schema.Int, Schema.String]), "The flag's id."),
      key: described(Schema.optionalKey(Schema.String), "The flag's key."),
      reason: described(Schema.String, "The reason for which the flag was not deleted, in words.")
    })),
    "The flags that were not deleted."
  )
}).annotate({ identifier: "FeatureFlagBulkDeletionResult" })

/** The ids of all flags that a list with the same filters has. */
export const MatchingIds = Schema.Struct({
  ids: described(Schema.Array(Schema.Int), "The ids of the flags."),
  total: described(Schema.Int, "The number of ids.")
})
  .annotate({ identifier: "FeatureFlagMatchingIds" })
