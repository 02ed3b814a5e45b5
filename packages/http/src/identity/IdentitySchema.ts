import { Schema } from "effect"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** The events of a project in the current month, beside its quota. */
export const ProjectUsageRecord = Schema.Struct({
  month: described(Schema.String, "The calendar month, in UTC, as `YYYY-MM`."),
  resets_at: described(Timestamp, "When the next month begins."),
  events: described(
    Schema.NullOr(Schema.Int),
    "The events that count for the quota: those that arrived this month and were stored while the project had one. Null without a quota: none is counted."
  ),
  events_monthly_quota: described(
    Schema.NullOr(Schema.Int),
    "The most events that are stored in a month; null: any number."
  ),
  events_remaining: described(Schema.NullOr(Schema.Int), "The events that are left; null without a quota."),
  quota_limited: described(Schema.Boolean, "Whether further events of this month are dropped."),
  events_sample_rate: described(Schema.Finite, "The share of distinct ids whose events are stored.")
}).annotate({ identifier: "ProjectUsage", description: "The events of a project in the current month." })

/** A project as lists and records show it. */
export const ProjectRecord = Schema.Struct({
  id: described(Schema.Int, "The project's id."),
  uuid: described(Schema.String, "The project's uuid."),
  organization: described(Schema.String, "The id of the project's organisation."),
  project_id: described(Schema.Int, "The project's id once more."),
  name: described(Schema.String, "The project's name."),
  api_token: described(Schema.String, "The project's token (`phc_…`), which SDKs send events with."),
  timezone: described(Schema.String, "The project's time zone: a name of the IANA database."),
  week_start_day: described(Schema.Int, "The first day of the week: 0 is Sunday, 1 is Monday."),
  test_account_filters: described(
    Schema.Array(Schema.Json),
    "Conditions that all hold for events of real users: what `filterTestAccounts` keeps."
  ),
  events_retention_days: described(
    Schema.NullOr(Schema.Int),
    "The number of days that events are kept for, by their time; null: for ever."
  ),
  events_monthly_quota: described(
    Schema.NullOr(Schema.Int),
    "The most events that are stored in a calendar month, in UTC; null: any number."
  ),
  events_sample_rate: described(
    Schema.Finite,
    "The share of distinct ids whose events are stored, above 0 and at most 1."
  ),
  flag_approvals: described(
    Schema.NullOr(Schema.Struct({
      approvals: described(Schema.Int, "The number of members who must approve, beside the one who asks."),
      tags: described(
        Schema.optionalKey(Schema.Array(Schema.String)),
        "A flag with one of these tags is meant; empty or absent: every flag."
      )
    })),
    "The approvals that a change of a feature flag needs; null: none."
  ),
  effective_membership_level: described(
    Schema.NullOr(Schema.Int),
    "The caller's level in the organisation: 1 member, 8 admin, 15 owner; null without one."
  ),
  created_at: described(Timestamp, "The time at which the project was made."),
  updated_at: described(Timestamp, "The time at which the project was last changed.")
}).annotate({ identifier: "Project" })

/** An organisation with the projects the caller reaches in it; `teams` is `projects` by its older name. */
export const OrganizationRecord = Schema.Struct({
  id: described(Schema.String, "The organisation's id."),
  name: described(Schema.String, "The organisation's name."),
  slug: described(Schema.String, "The organisation's name in URLs; it stays when the name changes."),
  membership_level: described(
    Schema.NullOr(Schema.Int),
    "The caller's level: 1 member, 8 admin, 15 owner; null without one."
  ),
  projects: described(Schema.Array(ProjectRecord), "The projects that the caller reaches in the organisation."),
  teams: described(Schema.Array(ProjectRecord), "`projects` by its older name."),
  created_at: described(Timestamp, "The time at which the organisation was made."),
  updated_at: described(Timestamp, "The time at which the organisation was last changed.")
}).annotate({ identifier: "Organization" })

/** A user as other records name them. */
export const UserBasicRecord = Schema.Struct({
  id: described(Schema.Int, "The user's number."),
  uuid: described(Schema.String, "The user's uuid."),
  distinct_id: described(Schema.String, "The distinct id of the user's own events."),
  first_name: described(Schema.String, "The first name."),
  last_name: described(Schema.String, "The last name; may be empty."),
  email: described(Schema.String, "The email."),
  is_email_verified: described(Schema.Boolean, "Whether the email was verified."),
  mascot_config: described(Schema.Record(Schema.String, Schema.Json), "Always empty."),
  role_at_organization: described(Schema.String, "The user's role in words; may be empty.")
}).annotate({ identifier: "UserBasic" })

/** The caller's user, with what `@current` means for them. */
export const UserRecord = Schema.Struct({
  ...UserBasicRecord.fields,
  date_joined: described(Timestamp, "The time at which the user was made."),
  team: described(Schema.NullOr(ProjectRecord), "The current project: what `@current` means as a project's id."),
  organization: described(
    Schema.NullOr(OrganizationRecord),
    "The current organisation: what `@current` means as an organisation's id."
  ),
  organizations: described(Schema.Array(OrganizationRecord), "All organisations that the user belongs to.")
}).annotate({ identifier: "User" })

/** A personal API key; `value` is null but in the answer that issues it. */
export const PersonalApiKeyRecord = Schema.Struct({
  id: described(Schema.String, "The key's id."),
  label: described(Schema.String, "The name of the key; up to 40 characters."),
  value: described(Schema.NullOr(Schema.String), "The key itself in the answer that issues it, else null."),
  mask_value: described(Schema.String, "The first and last characters of the key."),
  user_id: described(Schema.Int, "The number of the user whom the key belongs to."),
  scopes: described(Schema.Array(Schema.String), "The rights of the key: `object:read`, `object:write` or `*`."),
  scoped_teams: described(Schema.Array(Schema.Int), "The projects that the key is bound to; empty for all."),
  scoped_organizations: described(
    Schema.Array(Schema.String),
    "The organisations that the key is bound to; empty for all."
  ),
  created_at: described(Timestamp, "The time at which the key was made."),
  last_used_at: described(Schema.NullOr(Timestamp), "The time at which the key was last used; null if never."),
  last_rolled_at: described(Schema.NullOr(Timestamp), "The time at which the key last got a new value; null if never.")
}).annotate({ identifier: "PersonalApiKey" })

/** A project's secret API key; `value` is null but in the answer that issues it. */
export const ProjectSecretKeyRecord = Schema.Struct({
  id: described(Schema.String, "The key's id."),
  label: described(Schema.String, "The name of the key; up to 40 characters."),
  value: described(Schema.NullOr(Schema.String), "The key itself in the answer that issues it, else null."),
  mask_value: described(Schema.String, "The first and last characters of the key."),
  scopes: described(Schema.Array(Schema.String), "The rights of the key: `object:read`, `object:write` or `*`."),
  created_at: described(Timestamp, "The time at which the key was made."),
  last_used_at: described(Schema.NullOr(Timestamp), "The time at which the key was last used; null if never."),
  last_rolled_at: described(Schema.NullOr(Timestamp), "The time at which the key last got a new value; null if never."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made the secret.")
}).annotate({ identifier: "ProjectSecretApiKey" })

/** One of an organisation's people: `level` is 1 (member), 8 (admin) or 15 (owner). */
export const MemberRecord = Schema.Struct({
  id: described(Schema.String, "The membership's id."),
  user: described(UserBasicRecord, "The user."),
  level: described(Schema.Int, "The level: 1 member, 8 admin, 15 owner."),
  joined_at: described(Timestamp, "The time at which the user joined."),
  updated_at: described(Timestamp, "The time at which the membership was last changed.")
}).annotate({ identifier: "OrganizationMember" })
