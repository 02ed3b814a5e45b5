import type { DateTime } from "effect"
import type { DashboardId } from "../../dashboards/Dashboard.ts"
import type { Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { withTextPayloads } from "../../evaluation/filters/PayloadRules.ts"
import { withoutCohortNames } from "../../evaluation/FlagConditions.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { isJsonRecord, type JsonRecord, withMember } from "../../shared/JsonRecord.ts"
import { FeatureFlag } from "../model/FeatureFlag.ts"
import { cleanTags, type FlagChanges } from "./FlagFields.ts"

/** The first state of a flag. */
export const blankFlag = (
  id: FeatureFlagId,
  key: string,
  project: ProjectId,
  by: Editing["actor"],
  now: DateTime.Utc
): FeatureFlag =>
  new FeatureFlag({
    id,
    project_id: project,
    key,
    name: "",
    filters: {},
    deleted: false,
    active: true,
    created_by: by === "system" ? null : by.id,
    created_at: now,
    updated_at: now,
    version: 1,
    last_modified_by: by === "system" ? null : by.id,
    ensure_experience_continuity: false,
    rollback_conditions: null,
    performed_rollback: false,
    usage_dashboard: null,
    analytics_dashboards: [],
    has_enriched_analytics: false,
    is_remote_configuration: false,
    has_encrypted_payloads: false,
    evaluation_runtime: "all",
    bucketing_identifier: "distinct_id",
    last_called_at: null,
    tags: [],
    evaluation_tags: [],
    creation_context: null,
    is_internal: false
  })

/** Filters that were sent with conditions replace the old ones; without, they are laid over them. */
export const mergedFilters = (before: JsonRecord, sent: JsonRecord | undefined): JsonRecord => {
  if (sent === undefined) return before
  const own = withoutCohortNames(sent)
  const isWhole = Object.hasOwn(sent, "groups") || Object.keys(before).length === 0
  return withTextPayloads(isWhole ? own : { ...before, ...own })
}

const enrolmentKey = (key: string): string => `$feature_enrollment/${key}`

const renamedProperty = (property: unknown, from: string, to: string): unknown =>
  isJsonRecord(property) && property["key"] === enrolmentKey(from)
    ? withMember(property, "key", enrolmentKey(to))
    : property

const renamedGroup = (group: unknown, from: string, to: string): unknown => {
  const properties = isJsonRecord(group) ? group["properties"] : undefined
  return isJsonRecord(group) && Array.isArray(properties)
    ? withMember(group, "properties", properties.map((one) => renamedProperty(one, from, to)))
    : group
}

/** Enrolled users are known by the flag's key: when that changes, the conditions of enrolment go with it. */
const renamedEnrolment = (filters: JsonRecord, from: string, to: string): JsonRecord => {
  const { super_groups: groups } = filters
  if (from === to || !Array.isArray(groups)) return filters
  return withMember(filters, "super_groups", groups.map((group) => renamedGroup(group, from, to)))
}

/** A tag that is taken away is no context of evaluation any more, unless contexts are named in the same breath. */
const evaluationTags = (before: FeatureFlag, changes: FlagChanges): ReadonlyArray<string> => {
  if (changes.evaluation_tags !== undefined) return cleanTags(changes.evaluation_tags)
  if (changes.tags === undefined) return before.evaluation_tags
  const kept = new Set(cleanTags(changes.tags))
  return before.evaluation_tags.filter((tag) => kept.has(tag))
}

/** The flag after a change, with the version it had. */
export const changedFlag = (before: FeatureFlag, changes: FlagChanges): FeatureFlag => {
  const {
    _approval_comment: _,
    _approval_scheduled_at: __,
    filters: sent,
    original_flag: ___,
    version: ____,
    ...plain
  } = changes
  const key = changes.key ?? before.key
  return new FeatureFlag({
    ...before,
    ...plain,
    filters: renamedEnrolment(mergedFilters(before.filters, sent), before.key, key),
    tags: changes.tags === undefined ? before.tags : cleanTags(changes.tags),
    evaluation_tags: evaluationTags(before, changes),
    analytics_dashboards: (changes.analytics_dashboards as ReadonlyArray<DashboardId> | undefined)
      ?? before.analytics_dashboards,
    performed_rollback: changes.active === true ? false : changes.performed_rollback ?? before.performed_rollback
  })
}

/** A remote configuration is for all users by default. */
export const withDefaultCondition = (flag: FeatureFlag): FeatureFlag =>
  flag.is_remote_configuration && !Object.hasOwn(flag.filters, "groups")
    ? new FeatureFlag({
      ...flag,
      filters: { ...flag.filters, groups: [{ properties: [], rollout_percentage: 100 }] }
    })
    : flag
