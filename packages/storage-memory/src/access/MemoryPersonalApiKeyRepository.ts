import { PersonalApiKey, personalApiKeyEntity, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { type DateTime, Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { keysBySecureValue } from "../entities/KeysBySecureValue.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Personal API keys in memory. */
export const layer: Layer.Layer<PersonalApiKeyRepository, never, MemoryDatabase> = Layer.effect(
  PersonalApiKeyRepository,
  Effect.gen(function*() {
    const keys = yield* MemoryEntity.make(personalApiKeyEntity)
    const { change, findBySecureValue, insert, update } = keysBySecureValue(
      yield* MemoryDatabase,
      personalApiKeyEntity,
      keys
    )
    return PersonalApiKeyRepository.of({
      ...keys,
      insert,
      update,
      findBySecureValue,
      markUsed: Effect.fn("PersonalApiKeyRepository.markUsed")((id: PersonalApiKeyId, at: DateTime.Utc) =>
        change(id, (key) => new PersonalApiKey({ ...key, last_used_at: at }))
      )
    })
  })
)
