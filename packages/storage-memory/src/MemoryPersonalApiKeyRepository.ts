import { PersonalApiKeyRepository } from "@hedgerow/core/access/AccessRepository"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { type DateTime, Effect, Layer, Option, Struct } from "effect"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** Personal API keys in memory. */
export const layer: Layer.Layer<PersonalApiKeyRepository, never, MemoryDatabase> = Layer.effect(
  PersonalApiKeyRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return PersonalApiKeyRepository.of({
      insert: Effect.fn("PersonalApiKeyRepository.insert")((key: PersonalApiKey) =>
        database.operation((state) => {
          if (state.personalApiKeys.has(key.secure_value)) throw new Error("The personal API key exists")
          state.personalApiKeys.set(key.secure_value, key)
        })
      ),
      findBySecureValue: Effect.fn("PersonalApiKeyRepository.findBySecureValue")((secureValue: string) =>
        database.operation((state) => Option.fromUndefinedOr(state.personalApiKeys.get(secureValue)))
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
