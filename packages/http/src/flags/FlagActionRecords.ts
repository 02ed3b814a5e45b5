import { copyFields } from "@hedgerow/core/flags/copying/CopyOptions"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { ActivityChangeRecord } from "../activity/ActivityWire.ts"
import { CohortRecord } from "../cohorts/CohortRecords.ts"
import { createBody } from "../requests/RequestBody.ts"
import { FlagReferenceRecord } from "./FeatureFlagRecords.ts"

/** Ids of flags, as numbers or their digits. */
export const FlagIds = Schema.Struct({
  ids: Schema.Array(Schema.Union([Schema.Int, Schema.String]))
}).annotate({ identifier: "FeatureFlagIds" })

/** The keys of flags by id; `warning` names the ids that are none. */
export const FlagKeysRecord = Schema.Struct({
  keys: Schema.Record(Schema.String, Schema.String),
  warning: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "FeatureFlagKeys" })

/** None of the ids is one: the reference service's own body of this error. */
export const FlagIdsRefused = Schema.Struct({ error: Schema.String })
  .annotate({ identifier: "FeatureFlagIdsRefused" })
  .pipe(HttpApiSchema.status(400))

/** It is done. */
export const Done = Schema.Struct({ success: Schema.Literal(true) }).annotate({ identifier: "Done" })

/** A usage dashboard cannot be made or enriched: the reference service's own body of this error. */
export const DashboardRefused = Schema.Struct({ success: Schema.Literal(false), error: Schema.String })
  .annotate({ identifier: "UsageDashboardRefused" })
  .pipe(HttpApiSchema.status(400))

/** The active flags that depend on one. */
export const FlagDependents = Schema.Struct({
  has_active_dependents: Schema.Boolean,
  dependent_flags: Schema.Array(FlagReferenceRecord)
}).annotate({ identifier: "FeatureFlagDependents" })

/** The cohort that was made of a flag's users. */
export const CohortOfFlag = Schema.Struct({ cohort: CohortRecord }).annotate({ identifier: "CohortOfFeatureFlag" })

/** Where a flag is to be copied to. */
export const FlagCopyRequest = createBody(copyFields, {
  identifier: "FeatureFlagCopyRequest",
  description: "Where a flag is copied to, and how."
})

const CopiedThing = Schema.Struct({
  type: Schema.Literals(["feature_flag", "cohort"]),
  action: Schema.Literals(["create", "update", "unchanged"]),
  source_id: Schema.Int,
  id: Schema.NullOr(Schema.Int),
  key: Schema.String,
  changes: Schema.Array(ActivityChangeRecord)
}).annotate({ identifier: "CopiedThing" })

/** What copying did in each project, or would do; the flag itself stands last among the things. */
export const FlagCopiesRecord = Schema.Struct({
  projects: Schema.Array(Schema.Struct({
    project_id: Schema.Int,
    flag_id: Schema.NullOr(Schema.Int),
    things: Schema.Array(CopiedThing)
  }))
}).annotate({ identifier: "FeatureFlagCopies" })

/** Flags to be marked as deleted: by id, or those a list with the same filters has. */
export const BulkDeletion = Schema.Struct({
  ids: Schema.optionalKey(FlagIds.fields.ids),
  filters: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "FeatureFlagBulkDeletion" })

/** What became of each flag. */
export const BulkDeletionRecord = Schema.Struct({
  deleted: Schema.Array(Schema.Struct({
    id: Schema.Int,
    key: Schema.String,
    rollout_state: Schema.Literals(["fully_rolled_out", "not_rolled_out", "partial"]),
    active_variant: Schema.NullOr(Schema.String)
  })),
  errors: Schema.Array(Schema.Struct({
    id: Schema.Union([Schema.Int, Schema.String]),
    key: Schema.optionalKey(Schema.String),
    reason: Schema.String
  }))
}).annotate({ identifier: "FeatureFlagBulkDeletionResult" })

/** The ids of all flags that a list with the same filters has. */
export const MatchingIds = Schema.Struct({ ids: Schema.Array(Schema.Int), total: Schema.Int })
  .annotate({ identifier: "FeatureFlagMatchingIds" })
