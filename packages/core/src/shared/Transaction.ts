import type { Effect } from "effect"
import { Context } from "effect"

/**
 * Runs changes that belong together: all of them are kept, or none.
 *
 * A failure, a defect or an interruption rolls back. A `run` inside a `run` is a savepoint: its failure undoes only its
 * own changes. The outermost `run` is retried when the storage reports a serialisation failure or a deadlock, so the
 * effect must be safe to repeat. No event-store call belongs inside.
 */
export class Transaction extends Context.Service<Transaction, {
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("@hedgerow/core/shared/Transaction") {}
