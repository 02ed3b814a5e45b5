import { accountLinkEntity } from "@hedgerow/core/accounts/AccountLink"
import { AccountLinkRepository } from "@hedgerow/core/accounts/AccountLinkRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { keysBySecureValue } from "../entities/KeysBySecureValue.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Links of accounts in memory. */
export const layer: Layer.Layer<AccountLinkRepository, never, MemoryDatabase> = Layer.effect(
  AccountLinkRepository,
  Effect.gen(function*() {
    const rows = yield* MemoryEntity.make(accountLinkEntity)
    const { findBySecureValue, insert, update } = keysBySecureValue(yield* MemoryDatabase, accountLinkEntity, rows)
    return AccountLinkRepository.of({ ...rows, insert, update, findBySecureValue })
  })
)
