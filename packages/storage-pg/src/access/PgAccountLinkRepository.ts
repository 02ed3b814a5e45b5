import { accountLinkEntity } from "@hedgerow/core/accounts/AccountLink"
import { AccountLinkRepository } from "@hedgerow/core/accounts/AccountLinkRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keyBySecureValue } from "../entities/KeyBySecureValue.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Links of accounts in PostgreSQL. */
export const layer: Layer.Layer<AccountLinkRepository, never, SqlClient.SqlClient> = Layer.effect(
  AccountLinkRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return AccountLinkRepository.of({
      ...yield* PgEntity.make(accountLinkEntity),
      findBySecureValue: Effect.fn("PgAccountLinkRepository.findBySecureValue")(
        keyBySecureValue(sql, accountLinkEntity)
      )
    })
  })
)
