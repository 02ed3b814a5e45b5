import { type TransactionRun, withAfterCommit } from "@hedgerow/core/shared/AfterCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Cause, Clock, Effect, Layer, Option, Random } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/** A failure of the effect itself, kept apart from the transaction's own `SqlError`s. */
class OwnFailure<E> {
  readonly _tag = "OwnFailure"
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}

const attempts = 8
const firstDelayMillis = 5

const isConflict = (error: unknown): boolean =>
  SqlError.isSqlError(error)
  && (error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError")

/** Whether the database chose this transaction to give way; repositories let such an error die. */
const lostToAnother = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) =>
    Cause.isDieReason(reason) ? isConflict(reason.defect) : Cause.isFailReason(reason) && isConflict(reason.error)
  )

/** Real time passes between attempts, also under a test's clock: the database is waited for. */
const backOff = Effect.fnUntraced(function*(attempt: number) {
  const longest = firstDelayMillis * 2 ** attempt
  const millis = longest * (0.5 + (yield* Random.next) / 2)
  yield* Effect.sleep(millis).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
})

/** Transactions on the SQL client's connections. */
export const layer: Layer.Layer<Transaction, never, SqlClient.SqlClient> = Layer.effect(
  Transaction,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>, unanswered: Effect.Effect<void>) =>
      sql.withTransaction(Effect.mapError(effect, (error) => new OwnFailure(error))).pipe(
        Effect.catch((error): Effect.Effect<never, E> =>
          error._tag === "OwnFailure"
            ? Effect.fail(error.error)
            : Effect.andThen(isConflict(error) ? Effect.void : unanswered, Effect.die(error))
        )
      )

    /** It has no connection to wait for, so an interruption reaches the effect alone. */
    const savepoint: TransactionRun = (effect, whenKept) =>
      Effect.uninterruptibleMask((restore) => Effect.tap(inTransaction(restore(effect), Effect.void), whenKept))

    const once: TransactionRun = (effect, whenKept) =>
      inTransaction(Effect.andThen(sql.afterCommit(whenKept), effect), whenKept)

    const retried = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      whenKept: Effect.Effect<void>,
      attempt: number
    ): Effect.Effect<A, E, R> =>
      Effect.catchCauseIf(
        once(effect, whenKept),
        (cause) => attempt < attempts && lostToAnother(cause),
        () => Effect.andThen(backOff(attempt), retried(effect, whenKept, attempt + 1))
      )

    return Transaction.of({
      run: withAfterCommit((effect, whenKept) =>
        Effect.flatMap(
          Effect.serviceOption(sql.transactionService),
          (open) => Option.isSome(open) ? savepoint(effect, whenKept) : retried(effect, whenKept, 0)
        )
      )
    })
  })
)
