import { assert } from "@effect/vitest"
import { PersonalApiKeyRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { DateTime, Effect, Option, Struct } from "effect"
import { makeProject } from "../fixtures.ts"
import { type AccessTests, assertEqual, makeKey, makeUser, userFields } from "./AccessWorld.ts"

/** Personal API keys. */
export const keyTests = (it: AccessTests): void => {
  it.effect("a key is found by its secure value with scopes and restrictions, an unknown one is not", () =>
    Effect.gen(function*() {
      const repository = yield* PersonalApiKeyRepository
      const project = yield* makeProject
      const user = yield* (yield* UserRepository).insert(yield* userFields)
      const plain = yield* makeKey(user.id)
      const restricted = yield* makeKey(user.id, {
        scopes: [],
        scoped_teams: [project.id],
        scoped_organizations: [project.organization_id],
        last_used_at: DateTime.makeUnsafe("2024-02-29T23:59:59.999Z")
      })
      yield* repository.insert(plain)
      yield* repository.insert(restricted)
      assertEqual(yield* repository.findBySecureValue(plain.secure_value), Option.some(plain))
      assertEqual(yield* repository.findBySecureValue(restricted.secure_value), Option.some(restricted))
      assert.isTrue(Option.isNone(yield* repository.findBySecureValue("sha256$unknown")))
    }))

  it.effect("marking a key as used keeps the time to the millisecond and touches no other key", () =>
    Effect.gen(function*() {
      const repository = yield* PersonalApiKeyRepository
      const user = yield* (yield* UserRepository).insert(yield* userFields)
      const used = yield* makeKey(user.id)
      const idle = yield* makeKey(user.id)
      yield* repository.insert(used)
      yield* repository.insert(idle)
      const at = DateTime.makeUnsafe("2024-02-29T12:00:00.123Z")
      yield* repository.markUsed(used.id, at)
      const expected = new PersonalApiKey(Struct.assign(used, { last_used_at: at }))
      assertEqual(yield* repository.findBySecureValue(used.secure_value), Option.some(expected))
      assertEqual(yield* repository.findBySecureValue(idle.secure_value), Option.some(idle))
    }))

  it.effect("a user's keys are listed oldest first, found and changed, and no other user's", () =>
    Effect.gen(function*() {
      const repository = yield* PersonalApiKeyRepository
      const [user, other] = yield* Effect.all([makeUser, makeUser])
      const at = (iso: string) => ({ created_at: DateTime.makeUnsafe(iso) })
      const young = yield* makeKey(user.id, at("2024-03-01T00:00:00.500Z"))
      const old = yield* makeKey(user.id, at("2024-03-01T00:00:00.499Z"))
      const foreign = yield* makeKey(other.id)
      yield* Effect.forEach([young, old, foreign], repository.insert, { discard: true })
      assertEqual(yield* repository.list(user.id), [old, young])
      assertEqual(yield* repository.find(user.id, old.id), Option.some(old))
      assert.isTrue(Option.isNone(yield* repository.find(user.id, foreign.id)))
      assert.isTrue(Option.isNone(yield* repository.find(user.id, "no\0key" as PersonalApiKeyId)))

      yield* repository.update(new PersonalApiKey({ ...foreign, user_id: user.id, label: "Stolen" }))
      yield* repository.remove(user.id, foreign.id)
      assertEqual(yield* repository.list(other.id), [foreign])
      assertEqual(yield* repository.list(user.id), [old, young])
    }))

  it.effect("an update replaces the value and the bounds of a key, but not when it was used", () =>
    Effect.gen(function*() {
      const repository = yield* PersonalApiKeyRepository
      const project = yield* makeProject
      const user = yield* makeUser
      const key = yield* makeKey(user.id)
      yield* repository.insert(key)
      const used = DateTime.makeUnsafe("2024-02-29T12:00:00.123Z")
      yield* repository.markUsed(key.id, used)
      const changes = {
        label: "Rolled",
        secure_value: `${key.secure_value}-new`,
        mask_value: "phx_...next",
        scopes: ["*"],
        scoped_teams: [project.id],
        scoped_organizations: [project.organization_id],
        last_rolled_at: DateTime.makeUnsafe("2024-03-01T00:00:00.001Z")
      }
      yield* repository.update(new PersonalApiKey({ ...key, ...changes }))
      const expected = new PersonalApiKey({ ...key, ...changes, last_used_at: used })
      assertEqual(yield* repository.findBySecureValue(changes.secure_value), Option.some(expected))
      assert.isTrue(Option.isNone(yield* repository.findBySecureValue(key.secure_value)))
      yield* repository.remove(user.id, key.id)
      assert.isTrue(Option.isNone(yield* repository.findBySecureValue(changes.secure_value)))
      assertEqual(yield* repository.list(user.id), [])
    }))
}
