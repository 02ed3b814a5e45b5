import { passwordEntity } from "@hedgerow/core/accounts/passwords/Password"
import { PasswordRepository } from "@hedgerow/core/accounts/passwords/PasswordRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"

/** Passwords in PostgreSQL. */
export const layer: Layer.Layer<PasswordRepository, never, SqlClient.SqlClient> = Layer.effect(
  PasswordRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return PasswordRepository.of({
      ...yield* PgEntity.make(passwordEntity),
      anyExists: sql`SELECT 1 FROM user_passwords LIMIT 1`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie,
        Effect.withSpan("PgPasswordRepository.anyExists")
      )
    })
  })
)
