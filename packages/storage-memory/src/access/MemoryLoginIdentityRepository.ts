import { loginIdentityEntity } from "@hedgerow/core/accounts/providers/LoginIdentity"
import { LoginIdentityRepository } from "@hedgerow/core/accounts/providers/LoginIdentityRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { keysBySecureValue } from "../entities/KeysBySecureValue.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Identities of providers in memory. */
export const layer: Layer.Layer<LoginIdentityRepository, never, MemoryDatabase> = Layer.effect(
  LoginIdentityRepository,
  Effect.gen(function*() {
    const rows = yield* MemoryEntity.make(loginIdentityEntity)
    const { findBySecureValue, insert, update } = keysBySecureValue(yield* MemoryDatabase, loginIdentityEntity, rows)
    return LoginIdentityRepository.of({ ...rows, insert, update, findBySecureValue })
  })
)
