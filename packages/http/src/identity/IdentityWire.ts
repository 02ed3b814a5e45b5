import type { Caller } from "@hedgerow/core/access/Caller"
import type { Organization, OrganizationId } from "@hedgerow/core/access/Organization"
import type { PersonalApiKey } from "@hedgerow/core/access/PersonalApiKey"
import type { Project } from "@hedgerow/core/access/Project"
import { DateTime } from "effect"
import type { OrganizationRecord, PersonalApiKeyRecord, ProjectRecord, UserRecord } from "./IdentityRecords.ts"

const levelIn = (caller: Caller, organization: OrganizationId): number | null =>
  caller.memberships.find((membership) => membership.organization_id === organization)?.level ?? null

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
  effective_membership_level: levelIn(caller, project.organization_id),
  created_at: DateTime.formatIso(project.created_at),
  updated_at: DateTime.formatIso(project.updated_at)
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
    created_at: DateTime.formatIso(organization.created_at),
    updated_at: DateTime.formatIso(organization.updated_at)
  }
}

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
    id: user.id,
    uuid: user.uuid,
    distinct_id: user.distinct_id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    is_email_verified: user.is_email_verified,
    mascot_config: {},
    role_at_organization: user.role_at_organization,
    date_joined: DateTime.formatIso(user.created_at),
    team: team === undefined ? null : projectRecord(caller)(team),
    organization: records.find(({ id }) => id === user.current_organization_id) ?? null,
    organizations: records
  }
}

/** A key on the wire, without its value. */
export const personalApiKeyRecord = (key: PersonalApiKey): typeof PersonalApiKeyRecord.Type => ({
  id: key.id,
  label: key.label,
  value: null,
  mask_value: key.mask_value,
  user_id: key.user_id,
  scopes: key.scopes,
  scoped_teams: key.scoped_teams,
  scoped_organizations: key.scoped_organizations,
  created_at: DateTime.formatIso(key.created_at),
  last_used_at: key.last_used_at === null ? null : DateTime.formatIso(key.last_used_at)
})
