import { type DateTime, Schema } from "effect"
import type { OrganizationId } from "../identity/Organization.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { User, UserId } from "../identity/User.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { Uuid } from "../shared/Uuid.ts"

export const ActivityId = Uuid.pipe(Schema.brand("ActivityId"))
export type ActivityId = typeof ActivityId.Type

/** The kinds of records whose changes are logged, one row per kind; `ActivityFields` has the fields of each. */
export const activityScopes = [
  "Action",
  "Alert",
  "ChangeRequest",
  "Cohort",
  "Dashboard",
  "DataDeletion",
  "DataExport",
  "EventDefinition",
  "Experiment",
  "ExperimentHoldout",
  "ExperimentSavedMetric",
  "FeatureFlag",
  "Group",
  "Insight",
  "InsightVariable",
  "Organization",
  "OrganizationInvite",
  "OrganizationMembership",
  "Person",
  "PersonalAPIKey",
  "Project",
  "ProjectSecretAPIKey",
  "PropertyDefinition",
  "ScheduledChange",
  "Subscription",
  "Survey",
  "User",
  "Webhook"
] as const
export type ActivityScope = (typeof activityScopes)[number]

/** From empty to a value, from a value to empty, from one value to another; the rest is worded by domains. */
export type ChangeAction = "changed" | "copied" | "created" | "deleted" | "exported" | "merged" | "split"

/**
 * One difference inside a structured field. `path` holds names and positions joined by dots (a dot or backslash in a name
 * has a backslash before it); `created` means the place did not exist before, `deleted` that it no longer does.
 */
export interface PathChange {
  readonly path: string
  readonly action: "changed" | "created" | "deleted"
  readonly before: Schema.Json
  readonly after: Schema.Json
}

/**
 * One difference of a record: its field as a whole and, where both sides are structured, the places inside that differ.
 */
export interface Change {
  readonly type: ActivityScope
  readonly action: ChangeAction
  readonly field: string | null
  readonly before: Schema.Json
  readonly after: Schema.Json
  readonly paths?: ReadonlyArray<PathChange>
  /** More places differ than `paths` holds. */
  readonly paths_truncated?: true
}

/** The details of an entry beside its user, action and record. */
export interface ActivityDetail {
  readonly changes: ReadonlyArray<Change> | null
  readonly trigger: Schema.Json
  readonly name: string | null
  readonly short_id: string | null
  readonly type: string | null
}

/** The acting user, by the name they had then; null when the system acted. */
export interface ActivityUser {
  readonly id: UserId
  readonly uuid: Uuid
  readonly distinct_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** One entry of the log. Without a project it concerns the organisation or its people. */
export interface ActivityEntry {
  readonly id: ActivityId
  readonly organization_id: OrganizationId
  readonly project_id: ProjectId | null
  readonly user: ActivityUser | null
  readonly activity: string
  readonly scope: ActivityScope
  readonly item_id: string
  readonly detail: ActivityDetail
  readonly created_at: DateTime.Utc
}

/** A change as a domain records it. */
export interface NewActivity {
  readonly organization: OrganizationId
  /** Null when it concerns the organisation or its people. */
  readonly project: ProjectId | null
  readonly actor: User | "system"
  readonly scope: ActivityScope
  /** `created`, `updated`, `deleted`, … */
  readonly activity: string
  readonly itemId: string
  readonly name: string | null
  /** The record as the wire shows it, before and after; with both, the changes are found by comparing them. */
  readonly before?: JsonRecord
  readonly after?: JsonRecord
  /** Changes the domain words itself; they follow those found. */
  readonly changes?: ReadonlyArray<Change>
  /** Secrets of this very record, beside those of its scope: fields, or places inside them (`filters.payloads`). */
  readonly secrets?: ReadonlyArray<string>
  readonly detail?: { readonly short_id?: string; readonly type?: string; readonly trigger?: JsonRecord }
}

/** The log that is meant: of a project, or of an organisation without its projects. */
export type ActivityRealm =
  | { readonly project: ProjectId; readonly organization?: never }
  | { readonly organization: OrganizationId; readonly project?: never }

/** The conditions on the entries of a list; a missing one matches all. */
export type ActivityFilter = ActivityRealm & {
  readonly scope?: string
  readonly scopes?: ReadonlyArray<string>
  readonly itemId?: string
  readonly userId?: UserId
  readonly activity?: string
  /** Created then or later. */
  readonly from?: DateTime.Utc
  /** Created before. */
  readonly before?: DateTime.Utc
}
