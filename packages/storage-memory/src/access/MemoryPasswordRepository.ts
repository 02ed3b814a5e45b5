import { passwordEntity } from "@hedgerow/core/accounts/passwords/Password"
import { PasswordRepository } from "@hedgerow/core/accounts/passwords/PasswordRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Passwords in memory. */
export const layer: Layer.Layer<PasswordRepository, never, MemoryDatabase> = Layer.effect(
  PasswordRepository,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase
    return PasswordRepository.of({
      ...yield* MemoryEntity.make(passwordEntity),
      anyExists: operation((state) =>
        [...state.users.values()].some(({ id }) => [...state.entities(passwordEntity, id).rows.values()].length > 0)
      )
    })
  })
)
