import type { OrganizationId } from "../identity/Organization.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { User } from "../identity/User.ts"
import type { Membership } from "./Membership.ts"
import type { PersonalApiKey } from "./PersonalApiKey.ts"

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
  /** The id of the session that the user is signed in with, where the login is Hedgerow's own. */
  readonly session?: string
}
