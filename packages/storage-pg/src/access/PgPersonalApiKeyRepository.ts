import { personalApiKeyEntity, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keyBySecureValue } from "../entities/KeyBySecureValue.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Personal API keys in PostgreSQL. */
export const layer: Layer.Layer<PersonalApiKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  PersonalApiKeyRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return PersonalApiKeyRepository.of({
      ...yield* PgEntity.make(personalApiKeyEntity),

      findBySecureValue: Effect.fn("PgPersonalApiKeyRepository.findBySecureValue")(
        keyBySecureValue(sql, personalApiKeyEntity)
      ),

      markUsed: Effect.fn("PgPersonalApiKeyRepository.markUsed")(function*(id: PersonalApiKeyId, at: DateTime.Utc) {
        yield* sql`UPDATE personal_api_keys SET last_used_at = ${DateTime.toDateUtc(at)} WHERE id = ${id}`
      }, Effect.orDie)
    })
  })
)
