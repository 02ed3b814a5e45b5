import { PersonalApiKeyRepository } from "@hedgerow/core/access/AccessRepository"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import type { UserId } from "@hedgerow/core/access/User"
import { DateTime, Effect, Layer, Option, Order, Struct } from "effect"
import { MemoryDatabase, type MemoryState } from "./MemoryDatabase.ts"

const byCreation: Order.Order<PersonalApiKey> = Order.combine(
  Order.mapInput(DateTime.Order, (key) => key.created_at),
  Order.mapInput(Order.String, (key) => key.id)
)

const keysOf = (state: MemoryState, user: UserId): ReadonlyArray<PersonalApiKey> =>
  [...state.personalApiKeys.values()].filter((key) => key.user_id === user)

const keyOf = (state: MemoryState, user: UserId, id: PersonalApiKeyId): PersonalApiKey | undefined =>
  keysOf(state, user).find((key) => key.id === id)

const insert = (state: MemoryState, key: PersonalApiKey): void => {
  if (state.personalApiKeys.has(key.secure_value)) throw new Error("The personal API key exists")
  state.personalApiKeys.set(key.secure_value, key)
}

/** Personal API keys in memory. */
export const layer: Layer.Layer<PersonalApiKeyRepository, never, MemoryDatabase> = Layer.effect(
  PersonalApiKeyRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return PersonalApiKeyRepository.of({
      insert: Effect.fn("PersonalApiKeyRepository.insert")((key: PersonalApiKey) =>
        database.operation((state) => insert(state, key))
      ),
      findBySecureValue: Effect.fn("PersonalApiKeyRepository.findBySecureValue")((secureValue: string) =>
        database.operation((state) => Option.fromUndefinedOr(state.personalApiKeys.get(secureValue)))
      ),
      find: Effect.fn("PersonalApiKeyRepository.find")((user: UserId, id: PersonalApiKeyId) =>
        database.operation((state) => Option.fromUndefinedOr(keyOf(state, user, id)))
      ),
      list: Effect.fn("PersonalApiKeyRepository.list")((user: UserId) =>
        database.operation((state) => keysOf(state, user).toSorted(byCreation))
      ),
      update: Effect.fn("PersonalApiKeyRepository.update")((key: PersonalApiKey) =>
        database.operation((state) => {
          const before = keyOf(state, key.user_id, key.id)
          if (before === undefined) return
          state.personalApiKeys.delete(before.secure_value)
          insert(state, new PersonalApiKey(Struct.assign(key, Struct.pick(before, ["created_at", "last_used_at"]))))
        })
      ),
      remove: Effect.fn("PersonalApiKeyRepository.remove")((user: UserId, id: PersonalApiKeyId) =>
        database.operation((state) => {
          const key = keyOf(state, user, id)
          if (key !== undefined) state.personalApiKeys.delete(key.secure_value)
        })
      ),
      markUsed: Effect.fn("PersonalApiKeyRepository.markUsed")((id: PersonalApiKeyId, at: DateTime.Utc) =>
        database.operation((state) => {
          const key = [...state.personalApiKeys.values()].find((known) => known.id === id)
          if (key === undefined) return
          state.personalApiKeys.set(key.secure_value, new PersonalApiKey(Struct.assign(key, { last_used_at: at })))
        })
      )
    })
  })
)
