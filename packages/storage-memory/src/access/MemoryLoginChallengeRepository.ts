import { loginChallengeEntity } from "@hedgerow/core/accounts/second-factors/LoginChallenge"
import { LoginChallengeRepository } from "@hedgerow/core/accounts/second-factors/LoginChallengeRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { keysBySecureValue } from "../entities/KeysBySecureValue.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Log-ins that wait for their second step, in memory. */
export const layer: Layer.Layer<LoginChallengeRepository, never, MemoryDatabase> = Layer.effect(
  LoginChallengeRepository,
  Effect.gen(function*() {
    const rows = yield* MemoryEntity.make(loginChallengeEntity)
    const { findBySecureValue, insert, update } = keysBySecureValue(yield* MemoryDatabase, loginChallengeEntity, rows)
    return LoginChallengeRepository.of({ ...rows, insert, update, findBySecureValue })
  })
)
