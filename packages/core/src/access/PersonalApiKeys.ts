import { Context, DateTime, Effect, Layer } from "effect"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { differs, readChanges, readFields, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { maskOf } from "../shared/SecretMask.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { AccessDenied, PersonalApiKeyNotFound } from "./AccessErrors.ts"
import { ProjectRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { type KeyAction, mayUseKeys } from "./KeySelfManagement.ts"
import { makeToken, secureValueOf } from "./KeyTokens.ts"
import { PersonalApiKey, type PersonalApiKeyId, personalKeysByAge } from "./PersonalApiKey.ts"
import { keyViews } from "./PersonalApiKeyActivity.ts"
import { keyFields, requireReach } from "./PersonalApiKeyInput.ts"
import { PersonalApiKeyRepository } from "./PersonalApiKeyRepository.ts"

/** The most keys of a user. */
export const maxKeysPerUser = 10

/** A key together with its value, which cannot be asked for again. */
export interface IssuedKey {
  readonly key: PersonalApiKey
  readonly value: string
}

type Refused = AccessDenied | PersonalApiKeyNotFound

const tooMany = InvalidInput.at(
  [],
  "invalid_input",
  `You can only have ${maxKeysPerUser} personal API keys. Remove an existing key before creating a new one.`
)

const requireUse = (caller: Caller, action: KeyAction): Effect.Effect<void, AccessDenied> =>
  mayUseKeys(caller, action)
    ? Effect.void
    : Effect.fail(new AccessDenied({ reason: { _tag: "KeySelfManagement" } }))

/** A user's personal API keys: each user manages their own, and a key can only look at itself. */
export class PersonalApiKeys extends Context.Service<PersonalApiKeys, {
  /** Issues a key: `label`, `scopes`, and optionally `scoped_teams` and `scoped_organizations`. */
  readonly create: (caller: Caller, input: unknown) => Effect.Effect<IssuedKey, AccessDenied | InvalidInput>
  /** By creation, oldest first. */
  readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<PersonalApiKey>, AccessDenied>
  /** The key with this id, or the calling one (`@current`). */
  readonly read: (caller: Caller, id: string) => Effect.Effect<PersonalApiKey, Refused>
  readonly patch: (caller: Caller, id: string, input: unknown) => Effect.Effect<PersonalApiKey, Refused | InvalidInput>
  /** Gives the key a new value; the old one stops working. */
  readonly roll: (caller: Caller, id: string) => Effect.Effect<IssuedKey, Refused>
  readonly revoke: (caller: Caller, id: string) => Effect.Effect<void, Refused>
}>()("@hedgerow/core/access/PersonalApiKeys") {
  static readonly layer: Layer.Layer<
    PersonalApiKeys,
    never,
    ActivityLog | DefinitionsVersions | PersonalApiKeyRepository | ProjectRepository | Transaction | UserRepository
  > = Layer.effect(
    PersonalApiKeys,
    Effect.gen(function*() {
      const keys = yield* PersonalApiKeyRepository
      const users = yield* UserRepository
      const projects = yield* ProjectRepository
      const transaction = yield* Transaction
      const activity = yield* ActivityLog
      const versions = yield* DefinitionsVersions

      const reachOf = Effect.fnUntraced(function*({ user }: Caller) {
        const organizations = (yield* users.memberships(user.id)).map((membership) => membership.organization_id)
        return { organizations, projects: yield* projects.listByOrganizations(organizations) }
      })

      const find = Effect.fnUntraced(function*(caller: Caller, id: string) {
        const found = yield* keys.find(caller.user.id, id as PersonalApiKeyId)
        return yield* Effect.mapError(Effect.fromOption(found), () => new PersonalApiKeyNotFound())
      })

      /** Runs a change of the user's keys: one at a time, since the number of keys is limited. */
      const change = <A, E>(caller: Caller, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
        transaction.run(
          Effect.andThen(users.findForUpdate(caller.user.id), effect)
        )

      /** The end of every change: the organisations that the key gives access to, or gave, log their part. */
      const record = Effect.fnUntraced(
        function*(caller: Caller, what: string, key: PersonalApiKey, before?: PersonalApiKey) {
          yield* versions.bump("installation")
          yield* Effect.forEach(
            keyViews(yield* reachOf(caller), key, before),
            ({ organization, ...records }) =>
              activity.record({
                organization,
                project: null,
                actor: caller.user,
                scope: "PersonalAPIKey",
                activity: what,
                itemId: key.id,
                name: key.label,
                ...records
              }),
            { discard: true }
          )
        }
      )

      const create = Effect.fn("PersonalApiKeys.create")(function*(caller: Caller, input: unknown) {
        yield* requireUse(caller, { _tag: "Manage" })
        const fields = yield* readFields(keyFields, input)
        yield* requireReach(yield* reachOf(caller), fields)
        const value = yield* makeToken("phx_")
        const key = new PersonalApiKey({
          id: (yield* makeUuid7) as string as PersonalApiKeyId,
          user_id: caller.user.id,
          secure_value: secureValueOf(value),
          mask_value: maskOf(value),
          created_at: yield* DateTime.now,
          last_used_at: null,
          ...fields
        })
        yield* change(
          caller,
          Effect.gen(function*() {
            if ((yield* keys.all(caller.user.id)).length >= maxKeysPerUser) return yield* tooMany
            yield* keys.insert(key)
            yield* record(caller, "created", key)
          })
        )
        return { key, value }
      })

      const list = Effect.fn("PersonalApiKeys.list")(function*(caller: Caller) {
        yield* requireUse(caller, { _tag: "Manage" })
        return yield* keys.all(caller.user.id, personalKeysByAge)
      })

      const read = Effect.fn("PersonalApiKeys.read")(function*(caller: Caller, id: string) {
        yield* requireUse(caller, { _tag: "Retrieve", id })
        return yield* find(caller, id === "@current" ? caller.key?.id ?? "" : id)
      })

      const update = (caller: Caller, id: string, changes: Partial<PersonalApiKey>) =>
        change(
          caller,
          Effect.gen(function*() {
            const before = yield* find(caller, id)
            if (!differs(before, changes)) return before
            const after = new PersonalApiKey(withChanges(before, changes))
            yield* keys.update(after)
            yield* record(caller, "updated", after, before)
            return after
          })
        )

      const patch = Effect.fn("PersonalApiKeys.patch")(function*(caller: Caller, id: string, input: unknown) {
        yield* requireUse(caller, { _tag: "Manage" })
        yield* find(caller, id)
        const changes = yield* readChanges(keyFields, input)
        yield* requireReach(yield* reachOf(caller), changes)
        return yield* update(caller, id, changes)
      })

      const roll = Effect.fn("PersonalApiKeys.roll")(function*(caller: Caller, id: string) {
        yield* requireUse(caller, { _tag: "Manage" })
        const value = yield* makeToken("phx_")
        const key = yield* update(caller, id, {
          secure_value: secureValueOf(value),
          mask_value: maskOf(value),
          last_rolled_at: yield* DateTime.now
        })
        return { key, value }
      })

      const revoke = Effect.fn("PersonalApiKeys.revoke")(function*(caller: Caller, id: string) {
        yield* requireUse(caller, { _tag: "Manage" })
        yield* change(
          caller,
          Effect.gen(function*() {
            const key = yield* find(caller, id)
            yield* keys.remove(caller.user.id, key.id)
            yield* record(caller, "deleted", key)
          })
        )
      })

      return PersonalApiKeys.of({ create, list, read, patch, roll, revoke })
    })
  )
}
