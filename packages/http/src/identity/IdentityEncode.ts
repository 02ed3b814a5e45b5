import type { Caller } from "@hedgerow/core/access/Caller"
import { idOfMember, type Member } from "@hedgerow/core/access/Member"
import { levelIn as levelOf } from "@hedgerow/core/access/Membership"
import type { PersonalApiKey } from "@hedgerow/core/access/PersonalApiKey"
import type { ProjectSecretKey } from "@hedgerow/core/access/ProjectSecretKey"
import type { MonthlyUsage } from "@hedgerow/core/access/ProjectUsage"
import type { Organization, OrganizationId } from "@hedgerow/core/identity/Organization"
import type { Project } from "@hedgerow/core/identity/Project"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import type {
  MemberRecord,
  OrganizationRecord,
  PersonalApiKeyRecord,
  ProjectRecord,
  ProjectSecretKeyRecord,
  ProjectUsageRecord,
  UserBasicRecord,
  UserRecord
} from "./IdentitySchema.ts"

const levelIn = (caller: Caller, organization: OrganizationId): number | null =>
  levelOf(caller.memberships, organization) ?? null

/** What a project has used of its quota, on the wire. */
export const usageRecord = ({ resets_at, ...usage }: MonthlyUsage): typeof ProjectUsageRecord.Type => ({
  ...usage,
  resets_at: isoText(resets_at)
})

/** A project on the wire. */
export const projectRecord = (caller: Caller) => (project: Project): typeof ProjectRecord.Type => ({
  id: project.id,
  uuid: project.uuid,
  organization: project.organization_id,
  project_id: project.id,
  name: project.name,
  api_token: project.api_token,
  timezone: project.timezone,
  week_start_day: project.week_start_day,
  test_account_filters: project.test_account_filters,
  events_retention_days: project.events_retention_days,
  events_monthly_quota: project.events_monthly_quota,
  events_sample_rate: project.events_sample_rate,
  flag_approvals: project.flag_approvals,
  effective_membership_level: levelIn(caller, project.organization_id),
  created_at: isoText(project.created_at),
  updated_at: isoText(project.updated_at)
})

/** An organisation on the wire, with those of the given projects that are its own. */
export const organizationRecord = (caller: Caller, projects: ReadonlyArray<Project>) =>
(
  organization: Organization
): typeof OrganizationRecord.Type => {
  const own = projects.filter((project) => project.organization_id === organization.id).map(projectRecord(caller))
  return {
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    membership_level: levelIn(caller, organization.id),
    projects: own,
    teams: own,
    created_at: isoText(organization.created_at),
    updated_at: isoText(organization.updated_at)
  }
}

/** A user on the wire, as other records name them. */
export const userBasicRecord = (user: User): typeof UserBasicRecord.Type => ({
  id: user.id,
  uuid: user.uuid,
  distinct_id: user.distinct_id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  is_email_verified: user.is_email_verified,
  mascot_config: {},
  role_at_organization: user.role_at_organization
})

/** The user with this id on the wire; null when nobody is named, or nobody among these people. */
export const namedUser = (people: ReadonlyMap<UserId, User>, id: UserId | null): typeof UserBasicRecord.Type | null => {
  const user = id === null ? undefined : people.get(id)
  return user === undefined ? null : userBasicRecord(user)
}

/** One of an organisation's people on the wire. */
export const memberRecord = (member: Member): typeof MemberRecord.Type => ({
  id: idOfMember(member),
  user: userBasicRecord(member.user),
  level: member.level,
  joined_at: isoText(member.joined_at),
  updated_at: isoText(member.updated_at)
})

/** The caller's user on the wire. */
export const userRecord = (
  caller: Caller,
  organizations: ReadonlyArray<Organization>,
  projects: ReadonlyArray<Project>
): typeof UserRecord.Type => {
  const { user } = caller
  const records = organizations.map(organizationRecord(caller, projects))
  const team = projects.find((project) => project.id === user.current_project_id)
  return {
    ...userBasicRecord(user),
    date_joined: isoText(user.created_at),
    team: team === undefined ? null : projectRecord(caller)(team),
    organization: records.find(({ id }) => id === user.current_organization_id) ?? null,
    organizations: records
  }
}

/** A key on the wire, with its value only when it has just been issued. */
export const personalApiKeyRecord = (
  key: PersonalApiKey,
  value: string | null = null
): typeof PersonalApiKeyRecord.Type => ({
  id: key.id,
  label: key.label,
  value,
  mask_value: key.mask_value,
  user_id: key.user_id,
  scopes: key.scopes,
  scoped_teams: key.scoped_teams,
  scoped_organizations: key.scoped_organizations,
  created_at: isoText(key.created_at),
  last_used_at: isoTextOrNull(key.last_used_at),
  last_rolled_at: isoTextOrNull(key.last_rolled_at)
})

/** A project's secret on the wire, with its value only when it has just been issued. */
export const projectSecretKeyRecord =
  (people: ReadonlyMap<UserId, User>) =>
  (key: ProjectSecretKey, value: string | null = null): typeof ProjectSecretKeyRecord.Type => ({
    id: key.id,
    label: key.label,
    value,
    mask_value: key.mask_value,
    scopes: key.scopes,
    created_at: isoText(key.created_at),
    last_used_at: isoTextOrNull(key.last_used_at),
    last_rolled_at: isoTextOrNull(key.last_rolled_at),
    created_by: namedUser(people, key.created_by)
  })
