import type { Membership } from "./Membership.ts"
import type { OrganizationId } from "./Organization.ts"
import type { PersonalApiKey } from "./PersonalApiKey.ts"
import type { ProjectId } from "./Project.ts"
import type { User } from "./User.ts"

/**
 * The user behind a request, and the reach of the credential. Without a key (a host application's own login) the scopes are
 * `["*"]` and the `scoped_*` lists empty.
 */
export interface Caller {
  readonly user: User
  readonly memberships: ReadonlyArray<Membership>
  readonly scopes: ReadonlyArray<string>
  readonly scopedProjects: ReadonlyArray<ProjectId>
  readonly scopedOrganizations: ReadonlyArray<OrganizationId>
  readonly key: PersonalApiKey | undefined
}
