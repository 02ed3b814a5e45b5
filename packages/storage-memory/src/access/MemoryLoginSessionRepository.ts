import { loginSessionEntity } from "@hedgerow/core/accounts/LoginSession"
import { LoginSessionRepository } from "@hedgerow/core/accounts/LoginSessionRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { keysBySecureValue } from "../entities/KeysBySecureValue.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Sessions in memory. */
export const layer: Layer.Layer<LoginSessionRepository, never, MemoryDatabase> = Layer.effect(
  LoginSessionRepository,
  Effect.gen(function*() {
    const rows = yield* MemoryEntity.make(loginSessionEntity)
    const { findBySecureValue, insert, update } = keysBySecureValue(yield* MemoryDatabase, loginSessionEntity, rows)
    return LoginSessionRepository.of({ ...rows, insert, update, findBySecureValue })
  })
)
