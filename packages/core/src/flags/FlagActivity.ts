import type { NewActivity } from "../activity/Activity.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"
import type { FlagEditing } from "./FlagEditing.ts"

/** A change of a flag; payloads are readable in both, so that an unchanged secret is no difference. */
export interface FlagChange {
  readonly before?: FeatureFlag
  readonly after: FeatureFlag
}

const recordOf = (flag: FeatureFlag): JsonRecord => ({
  name: flag.name,
  key: flag.key,
  filters: flag.filters,
  deleted: flag.deleted,
  active: flag.active,
  version: flag.version,
  ensure_experience_continuity: flag.ensure_experience_continuity,
  rollback_conditions: flag.rollback_conditions,
  performed_rollback: flag.performed_rollback,
  tags: flag.tags,
  evaluation_tags: flag.evaluation_tags,
  has_enriched_analytics: flag.has_enriched_analytics,
  is_remote_configuration: flag.is_remote_configuration,
  has_encrypted_payloads: flag.has_encrypted_payloads,
  evaluation_runtime: flag.evaluation_runtime,
  bucketing_identifier: flag.bucketing_identifier
})

const activityOf = ({ after, before }: FlagChange): string => {
  if (before === undefined) return "created"
  if (before.deleted === after.deleted) return "updated"
  return after.deleted ? "deleted" : "restored"
}

/** The entry of one change. */
export const flagActivity = ({ actor, project }: FlagEditing, change: FlagChange): NewActivity => {
  const { after, before } = change
  const isSecret = after.has_encrypted_payloads || before?.has_encrypted_payloads === true
  return {
    organization: project.organization_id,
    project: project.id,
    actor,
    scope: "FeatureFlag",
    activity: activityOf(change),
    itemId: String(after.id),
    name: after.key,
    ...(before === undefined ? undefined : { before: recordOf(before), after: recordOf(after) }),
    ...(isSecret ? { secrets: ["filters.payloads"] } : undefined)
  }
}
