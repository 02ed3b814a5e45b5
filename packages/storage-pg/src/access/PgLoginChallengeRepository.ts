import { loginChallengeEntity } from "@hedgerow/core/accounts/second-factors/LoginChallenge"
import { LoginChallengeRepository } from "@hedgerow/core/accounts/second-factors/LoginChallengeRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keyBySecureValue } from "../entities/KeyBySecureValue.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Log-ins that wait for their second step, in PostgreSQL. */
export const layer: Layer.Layer<LoginChallengeRepository, never, SqlClient.SqlClient> = Layer.effect(
  LoginChallengeRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return LoginChallengeRepository.of({
      ...yield* PgEntity.make(loginChallengeEntity),
      findBySecureValue: Effect.fn("PgLoginChallengeRepository.findBySecureValue")(
        keyBySecureValue(sql, loginChallengeEntity)
      )
    })
  })
)
