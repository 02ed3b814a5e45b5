import { loginSessionEntity } from "@hedgerow/core/accounts/LoginSession"
import { LoginSessionRepository } from "@hedgerow/core/accounts/LoginSessionRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keyBySecureValue } from "../entities/KeyBySecureValue.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Sessions in PostgreSQL. */
export const layer: Layer.Layer<LoginSessionRepository, never, SqlClient.SqlClient> = Layer.effect(
  LoginSessionRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return LoginSessionRepository.of({
      ...yield* PgEntity.make(loginSessionEntity),
      findBySecureValue: Effect.fn("PgLoginSessionRepository.findBySecureValue")(
        keyBySecureValue(sql, loginSessionEntity)
      )
    })
  })
)
