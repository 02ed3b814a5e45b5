import { withAfterCommit } from "@hedgerow/core/shared/AfterCommit"
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

/** Between attempts real time passes, whatever clock the domain runs on: what it waits for is the database. */
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

    const once = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      sql.withTransaction(Effect.mapError(effect, (error) => new OwnFailure(error))).pipe(
        Effect.catch((error) => error._tag === "OwnFailure" ? Effect.fail(error.error) : Effect.die(error))
      )

    const retried = <A, E, R>(effect: Effect.Effect<A, E, R>, attempt: number): Effect.Effect<A, E, R> =>
      Effect.catchCauseIf(
        once(effect),
        (cause) => attempt < attempts && lostToAnother(cause),
        () => Effect.andThen(backOff(attempt), retried(effect, attempt + 1))
      )

    return Transaction.of({
      run: withAfterCommit((effect) =>
        Effect.flatMap(
          Effect.serviceOption(sql.transactionService),
          (open) => Option.isSome(open) ? once(effect) : retried(effect, 0)
        )
      )
    })
  })
)
