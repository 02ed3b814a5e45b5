import { withAfterCommit } from "@hedgerow/core/shared/AfterCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/**
 * Transactions over all memory ports. One lock serves the whole database, so nothing ever has to be retried; an effect
 * inside must not wait for a fiber outside that itself waits for the database.
 */
export const layer: Layer.Layer<Transaction, never, MemoryDatabase> = Layer.effect(
  Transaction,
  Effect.map(
    MemoryDatabase,
    (database) =>
      Transaction.of({
        run: withAfterCommit((effect, whenKept) =>
          Effect.suspend(() => {
            let isKept = false
            const transaction = database.transaction(effect, () => {
              isKept = true
            })
            // An interruption may arrive once the changes are kept: the work that waits for them runs all the same.
            return Effect.onExit(transaction, () => isKept ? whenKept : Effect.void)
          })
        )
      })
  )
)
