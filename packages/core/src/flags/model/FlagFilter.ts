import type { DateTime } from "effect"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import {
  all,
  any,
  before,
  contains,
  given,
  is,
  isEmpty,
  isIn,
  isNotIn,
  overlaps,
  type Where
} from "../../entities/Where.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { UserId } from "../../identity/User.ts"
import type { EvaluationRuntime, FeatureFlag } from "./FeatureFlag.ts"
import type { FlagFacts } from "./FlagFacts.ts"
import { staleBefore } from "./FlagStatus.ts"

/** The fields that flags can be ordered by; equal ones are ordered by id, in the same direction. */
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

/** The kind of a flag's answer: true or false, one of several variants, or a configuration. */
export const flagTypes = ["boolean", "multivariant", "remote_config"] as const
export type FlagType = (typeof flagTypes)[number]

/** The conditions on the flags of a list, which has neither deleted nor internal ones; a missing one matches all. */
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

type Query = EntityQuery<FeatureFlag, FlagFacts>
type Condition = Where<FeatureFlag & FlagFacts>

const isOfType = (type: FlagType): Condition =>
  type === "remote_config" ? is("is_remote_configuration", true) : is("has_variants", type === "multivariant")

/** `flagState` is `stale`. */
const isStale = (at: DateTime.Utc): Condition => {
  const long = staleBefore(at)
  const wasNeverCalled = all<Condition>([
    is("last_called_at", null),
    before("created_at", long),
    is("is_rolled_out", true)
  ])
  return all<Condition>([is("active", true), any<Condition>([before("last_called_at", long), wasNeverCalled])])
}

/** The flags that a filter means. */
export const flagsBy = (filter: FlagFilter): Query => {
  const { active, createdBy, evaluationRuntime, excludedKeys, hasEvaluationTags, ids, search, staleAt, tags, type } =
    filter
  return {
    where: all<Condition>([
      is("is_internal", false),
      given(active, (value) => is("active", value)),
      given(staleAt, isStale),
      given(createdBy, (user) => is("created_by", user)),
      given(search, (text) => any([contains("key", text), contains("name", text)])),
      given(type, isOfType),
      given(evaluationRuntime, (runtime) => is("evaluation_runtime", runtime)),
      given(ids, (values) => isIn("id", values)),
      given(excludedKeys, (keys) => isNotIn("key", keys)),
      given(tags, (values) => overlaps("tags", values)),
      given(hasEvaluationTags, (value) => isEmpty("evaluation_tags", !value))
    ]),
    order: [{ field: filter.order?.by ?? "created_at", isDescending: filter.order?.isDescending ?? true }]
  }
}

/** The flag with a key. */
export const flagByKey = (key: string): Query => ({ where: is("key", key) })

/** The flags with a condition on this one. */
export const dependentsOf = (id: FeatureFlagId): Query => ({ where: overlaps("depends_on", [id]) })

/** The flags with a condition on one of these cohorts. */
export const flagsUsingCohorts = (cohorts: ReadonlyArray<number>): Query => ({ where: overlaps("cohort_ids", cohorts) })

/** The flags with one of these as their usage dashboard or among their analytics dashboards. */
export const flagsUsingDashboards = (dashboards: ReadonlyArray<number>): Query => ({
  where: any<Condition>([isIn("usage_dashboard", dashboards), overlaps("analytics_dashboards", dashboards)])
})
