import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { makeToken, secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { maskOf } from "@hedgerow/core/shared/SecretMask"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const layer = Layer.mergeAll(ActivityLog.layer, ApiKeyCallers.layer).pipe(Layer.provideMerge(MemoryStorage.layer))

const resolve = (token: string) =>
  Effect.flatMap(CallerResolver, (callers) =>
    callers.resolve({
      bearer: token,
      headers: {},
      query: () => undefined,
      body: Effect.undefined
    }))

const first = bootstrap({ projectName: "First", personalApiKey: Option.some("phx_first"), projectToken: Option.none() })
  .pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)

const lastUsed = Effect.gen(function*() {
  const keys = yield* PersonalApiKeyRepository
  const key = Option.getOrThrow(yield* keys.findBySecureValue(secureValueOf("phx_first")))
  return key.last_used_at === null ? null : DateTime.formatIso(key.last_used_at)
})

describe("ApiKeyCallers", () => {
  it.effect("knows the user, memberships and scopes of a key", () =>
    Effect.gen(function*() {
      const { project, user } = yield* first
      const caller = yield* resolve("phx_first")
      assert.strictEqual(caller.user.id, user.id)
      assert.deepStrictEqual(caller.memberships.map((m) => [m.organization_id, m.level]), [[
        project.organization_id,
        15
      ]])
      assert.deepStrictEqual([caller.scopes, caller.scopedProjects, caller.scopedOrganizations], [["*"], [], []])
    }).pipe(Effect.provide(layer)))

  it.effect("refuses no key and an unknown key", () =>
    Effect.gen(function*() {
      const callers = yield* CallerResolver
      const none = { bearer: undefined, headers: {}, query: () => undefined, body: Effect.undefined }
      assert.strictEqual((yield* Effect.flip(callers.resolve(none)))._tag, "NotAuthenticated")
      const unknown = yield* Effect.flip(resolve("phx_nobody"))
      assert.strictEqual(unknown._tag === "InvalidCredentials" ? unknown.source : unknown._tag, "header")
    }).pipe(Effect.provide(layer)))

  it.effect("refuses the key of an inactive user", () =>
    Effect.gen(function*() {
      const { user } = yield* first
      const users = yield* UserRepository
      const gone = yield* users.insert({ ...user, is_active: false, email: "gone@hedgerow.local" })
      const value = yield* makeToken("phx_")
      const keys = yield* PersonalApiKeyRepository
      yield* keys.insert(
        new PersonalApiKey({
          id: (yield* makeUuid7) as string as PersonalApiKeyId,
          user_id: gone.id,
          label: "Old",
          secure_value: secureValueOf(value),
          mask_value: maskOf(value),
          scopes: ["*"],
          scoped_teams: [],
          scoped_organizations: [],
          created_at: yield* DateTime.now,
          last_used_at: null
        })
      )
      assert.strictEqual((yield* Effect.flip(resolve(value)))._tag, "InvalidCredentials")
    }).pipe(Effect.provide(layer)))

  it.effect("notes the use of a key at most once an hour", () =>
    Effect.gen(function*() {
      yield* first
      yield* resolve("phx_first")
      assert.strictEqual(yield* lastUsed, "1970-01-01T00:00:00.000Z")
      yield* TestClock.adjust("59 minutes")
      yield* resolve("phx_first")
      assert.strictEqual(yield* lastUsed, "1970-01-01T00:00:00.000Z")
      yield* TestClock.adjust("1 minute")
      yield* resolve("phx_first")
      assert.strictEqual(yield* lastUsed, "1970-01-01T01:00:00.000Z")
    }).pipe(Effect.provide(layer)))
})
