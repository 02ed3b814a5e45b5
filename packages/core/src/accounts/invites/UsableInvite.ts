import { DateTime, Effect, Option } from "effect"
import { OrganizationRepository, UserRepository } from "../../access/AccessRepository.ts"
import { secureValueOf } from "../../access/KeyTokens.ts"
import { manages } from "../../access/Membership.ts"
import { LinkInvalid } from "../AccountErrors.ts"
import type { Invite } from "./Invite.ts"
import { InviteRepository } from "./InviteRepository.ts"

/** Whether an invitation is too old. */
export const isTooOld = (invite: Invite, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(now, invite.expires_at)

/**
 * Finds the invitation of a token that can be used now: it is not too old, its organisation is there, and who sent it is
 * active and manages the organisation still.
 */
export const makeUsableInvite = Effect.gen(function*() {
  const invites = yield* InviteRepository
  const organizations = yield* OrganizationRepository
  const users = yield* UserRepository

  const isSenderManager = Effect.fnUntraced(function*({ created_by, organization_id }: Invite) {
    const sender = Option.getOrUndefined(yield* users.find(created_by))
    return sender?.is_active === true && manages(yield* users.memberships(sender.id), organization_id)
  })

  return Effect.fnUntraced(function*(token: string) {
    const invite = Option.getOrUndefined(yield* invites.findBySecureValue(secureValueOf(token)))
    if (invite === undefined || isTooOld(invite, yield* DateTime.now)) return yield* new LinkInvalid()
    if (!(yield* isSenderManager(invite))) return yield* new LinkInvalid()
    const organization = Option.getOrUndefined(yield* organizations.find(invite.organization_id))
    return organization === undefined ? yield* new LinkInvalid() : { invite, organization }
  })
})
