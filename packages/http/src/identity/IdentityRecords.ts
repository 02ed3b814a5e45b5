import { Schema } from "effect"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** A project as lists and records show it. */
export const ProjectRecord = Schema.Struct({
  id: Schema.Int,
  uuid: Schema.String,
  organization: Schema.String,
  project_id: Schema.Int,
  name: Schema.String,
  api_token: Schema.String,
  timezone: Schema.String,
  week_start_day: Schema.Int,
  effective_membership_level: Schema.NullOr(Schema.Int),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Project" })

/** An organisation with the projects the caller reaches in it; `teams` is `projects` by its older name. */
export const OrganizationRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  slug: Schema.String,
  membership_level: Schema.NullOr(Schema.Int),
  projects: Schema.Array(ProjectRecord),
  teams: Schema.Array(ProjectRecord),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Organization" })

/** The caller's user, with what `@current` means for them. */
export const UserRecord = Schema.Struct({
  id: Schema.Int,
  uuid: Schema.String,
  distinct_id: Schema.String,
  first_name: Schema.String,
  last_name: Schema.String,
  email: Schema.String,
  is_email_verified: Schema.Boolean,
  mascot_config: Schema.Record(Schema.String, Schema.Json),
  role_at_organization: Schema.String,
  date_joined: Timestamp,
  team: Schema.NullOr(ProjectRecord),
  organization: Schema.NullOr(OrganizationRecord),
  organizations: Schema.Array(OrganizationRecord)
}).annotate({ identifier: "User" })

/** A personal API key; `value` is null but in the answer that issues it. */
export const PersonalApiKeyRecord = Schema.Struct({
  id: Schema.String,
  label: Schema.String,
  value: Schema.NullOr(Schema.String),
  mask_value: Schema.String,
  user_id: Schema.Int,
  scopes: Schema.Array(Schema.String),
  scoped_teams: Schema.Array(Schema.Int),
  scoped_organizations: Schema.Array(Schema.String),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp),
  last_rolled_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "PersonalApiKey" })

/** A user as other records name them. */
export const UserBasicRecord = Schema.Struct({
  id: Schema.Int,
  uuid: Schema.String,
  distinct_id: Schema.String,
  first_name: Schema.String,
  last_name: Schema.String,
  email: Schema.String,
  is_email_verified: Schema.Boolean,
  mascot_config: Schema.Record(Schema.String, Schema.Json),
  role_at_organization: Schema.String
}).annotate({ identifier: "UserBasic" })

/** A project's secret API key; `value` is null but in the answer that issues it. */
export const ProjectSecretKeyRecord = Schema.Struct({
  id: Schema.String,
  label: Schema.String,
  value: Schema.NullOr(Schema.String),
  mask_value: Schema.String,
  scopes: Schema.Array(Schema.String),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp),
  last_rolled_at: Schema.NullOr(Timestamp),
  created_by: Schema.NullOr(UserBasicRecord)
}).annotate({ identifier: "ProjectSecretApiKey" })

/** One of an organisation's people: `level` is 1 (member), 8 (admin) or 15 (owner). */
export const MemberRecord = Schema.Struct({
  id: Schema.String,
  user: UserBasicRecord,
  level: Schema.Int,
  joined_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "OrganizationMember" })
