import { assert, it } from "@effect/vitest"
import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { Users } from "@hedgerow/core/access/Users"
import type { UserId } from "@hedgerow/core/identity/User"
import { Effect } from "effect"
import { layer, makeFlagWorld } from "../flags/FlagWorld.ts"

it.effect("users are found by id, also those of no organisation; unknown ids are left out", () =>
  Effect.gen(function*() {
    const { caller, project } = yield* makeFlagWorld
    const gone = yield* (yield* Users).create({ email: "gone@example.com", first_name: "Gone" })
    const { people } = yield* UserLookup
    const unknown = 2147483647 as UserId
    const found = yield* people(project, [gone.id, caller.user.id, unknown, gone.id])
    assert.deepStrictEqual(Array.from(found, ([id, { email }]) => [id, email]), [
      [caller.user.id, caller.user.email],
      [gone.id, "gone@example.com"]
    ])
    assert.strictEqual((yield* people(project, [])).size, 0)
  }).pipe(Effect.provide(layer)))
