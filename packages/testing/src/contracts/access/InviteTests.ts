import { assert } from "@effect/vitest"
import { Invite, type InviteId } from "@hedgerow/core/accounts/invites/Invite"
import { InviteRepository } from "@hedgerow/core/accounts/invites/InviteRepository"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Option } from "effect"
import { makeOrganization } from "../fixtures.ts"
import { type AccessTests, assertEqual, makeUser } from "./AccessWorld.ts"

const at = (iso: string) => DateTime.makeUnsafe(iso)

const makeInvite = Effect.fnUntraced(function*(organization: OrganizationId, overrides: Partial<Invite> = {}) {
  const id = (yield* makeUuid7) as InviteId
  return new Invite({
    id,
    organization_id: organization,
    target_email: "Grace.\"O'Hara\"@example.com",
    level: 8,
    secure_value: `sha256$${id}`,
    is_mailed: false,
    created_by: (yield* Effect.orDie(makeUser)).id,
    created_at: at("2024-02-29T23:59:59.998Z"),
    expires_at: at("2024-03-07T23:59:59.998Z"),
    ...overrides
  })
})

/** The promises of every storage of invitations. */
export const inviteTests = (it: AccessTests): void => {
  it.effect("an invitation is found by its value and within its organisation alone, changed and removed there", () =>
    Effect.gen(function*() {
      const invites = yield* InviteRepository
      const [here, there] = yield* Effect.all([makeOrganization(), makeOrganization()])
      const invite = yield* makeInvite(here.id)
      const other = yield* makeInvite(there.id)
      yield* invites.insert(invite)
      yield* invites.insert(other)
      assertEqual(yield* invites.find(here.id, invite.id), Option.some(invite))
      assert.isTrue(Option.isNone(yield* invites.find(there.id, invite.id)))
      assertEqual(yield* invites.findBySecureValue(invite.secure_value), Option.some(invite))
      assert.isTrue(Option.isNone(yield* invites.findBySecureValue("sha256$unknown")))
      const changed = new Invite({ ...invite, is_mailed: true, level: 1, secure_value: `${invite.secure_value}x` })
      yield* invites.update(changed)
      assertEqual(yield* invites.findBySecureValue(changed.secure_value), Option.some(changed))
      assert.isTrue(Option.isNone(yield* invites.findBySecureValue(invite.secure_value)))
      yield* invites.update(new Invite({ ...changed, organization_id: there.id, level: 8 }))
      yield* invites.remove(there.id, invite.id)
      assertEqual(yield* invites.list(here.id), [changed])
      yield* invites.remove(here.id, invite.id)
      assertEqual(yield* invites.list(here.id), [])
      assertEqual(yield* invites.list(there.id), [other])
    }))

  it.effect("invitations are listed by creation, the first one first", () =>
    Effect.gen(function*() {
      const invites = yield* InviteRepository
      const { id } = yield* makeOrganization()
      const young = yield* makeInvite(id, { created_at: at("2024-03-01T00:00:00.001Z") })
      const old = yield* makeInvite(id, { created_at: at("2024-03-01T00:00:00Z") })
      yield* invites.insert(young)
      yield* invites.insert(old)
      assertEqual(yield* invites.list(id), [old, young])
    }))
}
