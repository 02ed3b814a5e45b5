import { Effect } from "effect"
import type { OrganizationId } from "../identity/Organization.ts"
import { AccessDenied } from "./AccessErrors.ts"
import type { Caller } from "./Caller.ts"
import { manages } from "./Membership.ts"

/** Refuses callers who are no admin or owner of the organisation. */
export const requireManager = (caller: Caller, organization: OrganizationId): Effect.Effect<void, AccessDenied> =>
  manages(caller.memberships, organization)
    ? Effect.void
    : Effect.fail(new AccessDenied({ reason: { _tag: "NotAManager" } }))
