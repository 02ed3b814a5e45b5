import { assert } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { PersonalApiKey, personalApiKeyEntity } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import type { EntityColumns } from "@hedgerow/core/entities/Where"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Exit, Option, Struct } from "effect"
import type { EntityCase } from "../entities/EntityCase.ts"
import { makeProject } from "../fixtures.ts"
import { type AccessPorts, type AccessTests, assertEqual, makeKey, makeUser, userFields } from "./AccessWorld.ts"

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

  it.effect("two keys never have the same value, whoever's they are", () =>
    Effect.gen(function*() {
      const repository = yield* PersonalApiKeyRepository
      const [user, other] = yield* Effect.all([makeUser, makeUser])
      const key = yield* makeKey(user.id)
      yield* repository.insert(key)
      const twice = yield* makeKey(other.id, { secure_value: key.secure_value })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(repository.insert(twice))))
      assertEqual(yield* repository.findBySecureValue(key.secure_value), Option.some(key))
    }))
}

/** Personal keys as an entity: their owner is a user. */
export const personalKeyCase: EntityCase<
  PersonalApiKeyRepository,
  PersonalApiKey,
  EntityColumns,
  never,
  AccessPorts
> = {
  entity: personalApiKeyEntity,
  port: PersonalApiKeyRepository,
  unique: ["secure_value"],
  owner: Effect.orDie(Effect.map(makeUser, ({ id }) => id)),
  fields: (user) => makeKey(user),
  changes: Effect.fnUntraced(function*() {
    const project = yield* makeProject
    const changes: Partial<PersonalApiKey> = {
      label: "Rolled",
      secure_value: `sha256$${yield* makeUuid7}`,
      mask_value: "phx_...next",
      scopes: ["*"],
      scoped_teams: [project.id],
      scoped_organizations: [project.organization_id],
      last_rolled_at: DateTime.makeUnsafe("2024-03-01T00:00:00.001Z"),
      created_at: DateTime.makeUnsafe("2020-01-01T00:00:00Z"),
      last_used_at: DateTime.makeUnsafe("2024-02-29T12:00:00.123Z")
    }
    return changes
  })
}
