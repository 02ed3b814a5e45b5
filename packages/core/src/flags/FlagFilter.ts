import type { DateTime } from "effect"
import type { UserId } from "../access/User.ts"
import type { EvaluationRuntime, FeatureFlagId } from "./FeatureFlag.ts"

/** What flags can be ordered by; equal ones are ordered by id, in the same direction. */
export const flagOrders = [
  "id",
  "key",
  "name",
  "active",
  "deleted",
  "created_at",
  "updated_at",
  "created_by",
  "last_modified_by",
  "last_called_at",
  "version",
  "ensure_experience_continuity",
  "performed_rollback",
  "has_enriched_analytics",
  "is_remote_configuration",
  "has_encrypted_payloads",
  "evaluation_runtime",
  "bucketing_identifier",
  "usage_dashboard"
] as const
export type FlagOrder = (typeof flagOrders)[number]

/** What a flag answers: true or false, one of several variants, or a configuration. */
export const flagTypes = ["boolean", "multivariant", "remote_config"] as const
export type FlagType = (typeof flagTypes)[number]

/** Which flags are meant, of those that are neither deleted nor internal; everything not named is any. */
export interface FlagFilter {
  readonly active?: boolean
  /** Active, and stale as of then (`FlagStatus`). */
  readonly staleAt?: DateTime.Utc
  readonly createdBy?: UserId
  /** Is in the key or the name, in any letter case. */
  readonly search?: string
  readonly type?: FlagType
  readonly evaluationRuntime?: EvaluationRuntime
  /** Is one of these. */
  readonly ids?: ReadonlyArray<FeatureFlagId>
  readonly excludedKeys?: ReadonlyArray<string>
  /** Has one of these. */
  readonly tags?: ReadonlyArray<string>
  readonly hasEvaluationTags?: boolean
  /** The newest first when none is named. Null is greater than every value. */
  readonly order?: { readonly by: FlagOrder; readonly isDescending: boolean }
}
