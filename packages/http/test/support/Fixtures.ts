import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { Membership } from "@hedgerow/core/access/Membership"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { ProjectSecretKey, type ProjectSecretKeyId } from "@hedgerow/core/access/ProjectSecretKey"
import { Organization, type OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, type ProjectId, type ProjectToken } from "@hedgerow/core/identity/Project"
import { User, type UserId } from "@hedgerow/core/identity/User"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime } from "effect"

const at = DateTime.makeUnsafe("2026-03-01T10:00:00Z")

const uuid = (n: number): Uuid => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}` as Uuid

const organization = (n: number, name: string) =>
  new Organization({ id: uuid(n) as OrganizationId, name, slug: name.toLowerCase(), created_at: at, updated_at: at })

/** Ann's organisation. */
export const acme = organization(1, "Acme")
/** An organisation Ann is no member of. */
export const other = organization(2, "Other")

const project = (id: number, owner: Organization) =>
  new Project({
    id: id as ProjectId,
    uuid: uuid(100 + id),
    organization_id: owner.id,
    name: `Project ${id}`,
    api_token: `phc_project_${id}` as ProjectToken,
    timezone: "UTC",
    week_start_day: 0,
    created_at: at,
    updated_at: at
  })

/** Projects 1 and 2 are Acme's, 3 is the other organisation's. */
export const projects = [project(1, acme), project(2, acme), project(3, other)]

/** An owner of Acme whose current project is 1. */
export const ann = new User({
  id: 1 as UserId,
  uuid: uuid(10),
  distinct_id: "ann",
  first_name: "Ann",
  last_name: "Lee",
  email: "ann@example.com",
  is_email_verified: true,
  is_active: true,
  role_at_organization: "engineering",
  current_organization_id: acme.id,
  current_project_id: 1 as ProjectId,
  created_at: at
})

export const membership = new Membership({ organization_id: acme.id, user_id: ann.id, level: 15 })

interface Bounds {
  readonly teams?: ReadonlyArray<number>
  readonly organizations?: ReadonlyArray<OrganizationId>
}

const key = (value: string, scopes: ReadonlyArray<string>, bounds: Bounds = {}) =>
  new PersonalApiKey({
    id: `key-${value}` as PersonalApiKeyId,
    user_id: ann.id,
    label: value,
    secure_value: secureValueOf(value),
    mask_value: "phx_...test",
    scopes,
    scoped_teams: (bounds.teams ?? []) as ReadonlyArray<ProjectId>,
    scoped_organizations: bounds.organizations ?? [],
    created_at: at,
    last_used_at: at
  })

/** Ann's keys, by what they reach. */
export const keys = [
  key("phx_all", ["*"]),
  key("phx_none", []),
  key("phx_query", ["query:read"]),
  key("phx_survey", ["survey:read"]),
  key("phx_team_1", ["*"], { teams: [1] }),
  key("phx_other_org", ["*"], { organizations: [other.id] })
]

const secret = (n: number, project: number, scopes: ReadonlyArray<string>) =>
  new ProjectSecretKey({
    id: uuid(200 + n) as string as ProjectSecretKeyId,
    project_id: project as ProjectId,
    label: `Server ${n}`,
    secure_value: secureValueOf(`phs_${n}`),
    mask_value: "phs_...test",
    scopes,
    created_at: at,
    created_by: ann.id,
    last_rolled_at: null,
    last_used_at: at
  })

/** Project 1's secrets `phs_1` and, without scopes, `phs_2`; `phs_3` is project 3's. */
export const secrets = [secret(1, 1, ["feature_flag:read"]), secret(2, 1, []), secret(3, 3, ["feature_flag:read"])]
