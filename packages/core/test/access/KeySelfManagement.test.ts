import { assert, describe, it } from "@effect/vitest"
import type { AccessDenied, PersonalApiKeyNotFound } from "@hedgerow/core/access/AccessErrors"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { PersonalApiKeys } from "@hedgerow/core/access/PersonalApiKeys"
import { Users } from "@hedgerow/core/access/Users"
import * as Domain from "@hedgerow/core/Domain"
import type { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer, Option } from "effect"

const layer = Layer.mergeAll(ApiKeyCallers.layer, Domain.layer).pipe(Layer.provideMerge(MemoryStorage.layer))

/** The owner by their first key, the owner by a login, and a second key of theirs. */
const world = Effect.gen(function*() {
  const { personalApiKey, user } = yield* bootstrap({
    projectName: "First",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const byKey = yield* (yield* CallerResolver).resolve({
    bearer: personalApiKey,
    headers: {},
    query: () => undefined,
    body: Effect.undefined
  })
  const byLogin = yield* (yield* Users).callerOf(user.id)
  const keys = yield* PersonalApiKeys
  const { key: second } = yield* keys.create(byLogin, { label: "Second", scopes: ["query:read"] })
  return { byKey, byLogin, keys, second, own: byKey.key?.id ?? "" }
})

type Refusal = AccessDenied | InvalidInput | PersonalApiKeyNotFound

const outcome = <A>(effect: Effect.Effect<A, Refusal>) =>
  Effect.match(effect, {
    onSuccess: () => "allowed",
    onFailure: (error) => error._tag === "AccessDenied" ? error.reason._tag : error._tag
  })

describe("managing keys by any caller of the service", () => {
  it.effect("a key with all scopes sees itself and nothing more", () =>
    Effect.gen(function*() {
      const { byKey, byLogin, keys, own, second } = yield* world
      for (const id of ["@current", own]) assert.strictEqual((yield* keys.read(byKey, id)).label, "First key")
      const attempts = {
        list: outcome(keys.list(byKey)),
        create: outcome(keys.create(byKey, { label: "x", scopes: ["*"] })),
        read: outcome(keys.read(byKey, second.id)),
        patch: outcome(keys.patch(byKey, own, { scopes: ["*"] })),
        roll: outcome(keys.roll(byKey, own)),
        revoke: outcome(keys.revoke(byKey, second.id))
      }
      for (const [name, attempt] of Object.entries(attempts)) {
        assert.strictEqual(yield* attempt, "KeySelfManagement", name)
      }
      const labels = (yield* keys.list(byLogin)).map(({ label }) => label)
      assert.deepStrictEqual(labels.toSorted(), ["First key", "Second"])
    }).pipe(Effect.provide(layer)))

  it.effect("a login manages all keys of its user", () =>
    Effect.gen(function*() {
      const { byLogin, keys, own, second } = yield* world
      assert.strictEqual((yield* keys.read(byLogin, own)).label, "First key")
      assert.strictEqual((yield* keys.patch(byLogin, second.id, { label: "Renamed" })).label, "Renamed")
      yield* keys.revoke(byLogin, own)
      assert.deepStrictEqual((yield* keys.list(byLogin)).map(({ label }) => label), ["Renamed"])
    }).pipe(Effect.provide(layer)))
})
