import { Context, Effect, Layer } from "effect"
import { Outbox } from "../outbox/Outbox.ts"
import { joined } from "../shared/AfterCommit.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { CopiedChange } from "./CopiedChange.ts"

/** Makes changes of rows that may have copies elsewhere. */
export class ChangeCapture extends Context.Service<ChangeCapture, {
  /**
   * Makes the change and appends its messages to the outbox, both or neither. Inside a transaction the messages wait
   * for its last step. Without copies only the change is made.
   */
  readonly capture: (change: CopiedChange) => Effect.Effect<void>
}>()("@hedgerow/core/replication/ChangeCapture") {
  static readonly layer: Layer.Layer<ChangeCapture, never, Outbox | Transaction> = Layer.effect(
    ChangeCapture,
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const join = joined(yield* Transaction)
      return ChangeCapture.of({
        capture: ({ isCopied, uncaptured }) =>
          isCopied ? join(Effect.flatMap(uncaptured, outbox.append)) : Effect.asVoid(uncaptured)
      })
    })
  )
}
