import { Struct } from "effect"
import type { OrganizationId } from "../identity/Organization.ts"
import type { ProjectId } from "../identity/Project.ts"
import { isoTextOrNull } from "../shared/IsoText.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { PersonalApiKey } from "./PersonalApiKey.ts"
import type { Reach } from "./PersonalApiKeyInput.ts"

/** The part of a key's change that one organisation sees: before and after. */
export interface KeyView {
  readonly organization: OrganizationId
  readonly before?: JsonRecord
  readonly after?: JsonRecord
}

const projectsIn = (reach: Reach, organization: OrganizationId): ReadonlySet<ProjectId> =>
  new Set(reach.projects.filter((project) => project.organization_id === organization).map(({ id }) => id))

/** Whether a key gives access to an organisation, or to one of its projects. */
const givesAccess = (reach: Reach, organization: OrganizationId, key: PersonalApiKey): boolean => {
  if (key.scoped_organizations.length > 0) return key.scoped_organizations.includes(organization)
  const own = projectsIn(reach, organization)
  return key.scoped_teams.length === 0 || key.scoped_teams.some((id) => own.has(id))
}

/**
 * The fields that an organisation's log compares: of the bounds only its own ids, and whether the key gives access to it.
 * The log masks what is shown of the value; the value's hash is not in it.
 */
const recordOf = (reach: Reach, organization: OrganizationId, key: PersonalApiKey): JsonRecord => {
  const own = projectsIn(reach, organization)
  return {
    ...Struct.pick(key, ["label", "mask_value", "scopes"]),
    scoped_teams: key.scoped_teams.filter((id) => own.has(id)),
    scoped_organizations: key.scoped_organizations.filter((id) => id === organization),
    gives_access: givesAccess(reach, organization, key),
    last_rolled_at: isoTextOrNull(key.last_rolled_at)
  }
}

/** The entries of a key's change, one for each organisation that the key gives access to, or gave access to before. */
export const keyViews = (reach: Reach, key: PersonalApiKey, before?: PersonalApiKey): ReadonlyArray<KeyView> =>
  reach.organizations
    .filter((organization) =>
      givesAccess(reach, organization, key) || before !== undefined && givesAccess(reach, organization, before)
    )
    .map((organization): KeyView =>
      before === undefined
        ? { organization }
        : { organization, before: recordOf(reach, organization, before), after: recordOf(reach, organization, key) }
    )
