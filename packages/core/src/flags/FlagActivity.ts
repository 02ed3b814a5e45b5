import type { Change, NewActivity } from "../activity/Activity.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"
import type { FlagEditing } from "./FlagEditing.ts"

/** A change of a flag; payloads are readable in both, so that an unchanged secret is no difference. */
export interface FlagChange {
  readonly before?: FeatureFlag
  readonly after: FeatureFlag
}

type Told = Omit<NewActivity, "activity" | "before" | "after">

/** What every entry of a flag says. */
const entryOf = ({ actor, project, trigger }: FlagEditing, { id, key }: FeatureFlag): Told => ({
  organization: project.organization_id,
  project: project.id,
  actor,
  scope: "FeatureFlag",
  itemId: String(id),
  name: key,
  ...(trigger === undefined ? undefined : { detail: { trigger } })
})

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
export const flagActivity = (editing: FlagEditing, change: FlagChange): NewActivity => {
  const { after, before } = change
  const isSecret = after.has_encrypted_payloads || before?.has_encrypted_payloads === true
  return {
    ...entryOf(editing, after),
    activity: activityOf(change),
    ...(before === undefined ? undefined : { before: recordOf(before), after: recordOf(after) }),
    ...(isSecret ? { secrets: ["filters.payloads"] } : undefined)
  }
}

/** The entry of a flag that got a usage dashboard in place of the one it had, if any. */
export const usageDashboardActivity = (
  editing: FlagEditing,
  { after, before }: Required<FlagChange>
): NewActivity => {
  const change: Change = {
    type: "FeatureFlag",
    action: before.usage_dashboard === null ? "created" : "changed",
    field: "usage_dashboard",
    before: before.usage_dashboard,
    after: after.usage_dashboard
  }
  return { ...entryOf(editing, after), activity: "updated", changes: [change] }
}
