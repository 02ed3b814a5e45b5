import { loginIdentityEntity } from "@hedgerow/core/accounts/providers/LoginIdentity"
import { LoginIdentityRepository } from "@hedgerow/core/accounts/providers/LoginIdentityRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keyBySecureValue } from "../entities/KeyBySecureValue.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Identities of providers in PostgreSQL. */
export const layer: Layer.Layer<LoginIdentityRepository, never, SqlClient.SqlClient> = Layer.effect(
  LoginIdentityRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return LoginIdentityRepository.of({
      ...yield* PgEntity.make(loginIdentityEntity),
      findBySecureValue: Effect.fn("PgLoginIdentityRepository.findBySecureValue")(
        keyBySecureValue(sql, loginIdentityEntity)
      )
    })
  })
)
