import { Effect } from "effect"
import { CurrentPending, PendingCommit } from "./PendingCommit.ts"
import type { Transaction } from "./Transaction.ts"

/**
 * Runs once the outermost `Transaction.run` has committed, at once outside of one, and never after a roll-back; when it
 * is not known whether the storage committed, it runs. It is for what follows from a change and may be missed when the
 * process dies, such as waking who waits for it. The step must not carry the context of the transaction, which has
 * ended by then.
 */
export const afterCommit = (step: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(CurrentPending, (pending) => pending?.add(step) === true ? Effect.void : step)

/** Whether a transaction is open here, so that reads see what others do not see yet. */
export const isInTransaction: Effect.Effect<boolean> = Effect.map(CurrentPending, (pending) => pending !== undefined)

/**
 * Runs in the transaction that is open here, otherwise in one of its own. Inside of an open one there is no savepoint: a
 * failure is one of that transaction.
 */
export const joined = ({ run }: Transaction["Service"]): Transaction["Service"]["run"] => (effect) =>
  Effect.flatMap(isInTransaction, (isOpen) => isOpen ? effect : run(effect))

const runAll = (steps: ReadonlyArray<Effect.Effect<void>>): Effect.Effect<void> =>
  Effect.forEach(
    steps,
    (step) => Effect.catchCause(step, (cause) => Effect.logError("A step after a commit failed", cause)),
    { discard: true }
  )

/** Runs the last steps of the transaction; those of a savepoint are run by the transaction around it. */
const finish = (pending: PendingCommit): Effect.Effect<void> =>
  Effect.suspend(() =>
    pending.around === undefined
      ? Effect.forEach(pending.lastSteps, (step) => step.finish(pending), { discard: true })
      : Effect.void
  )

/**
 * Runs a transaction or a savepoint of a storage. It runs `whenKept` once that is committed or released, and when a
 * commit got no answer; an interruption must not come between.
 */
export type TransactionRun = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  whenKept: Effect.Effect<void>
) => Effect.Effect<A, E, R>

/** Gives a storage's transactions their `afterCommit` and `BeforeCommit`. */
export const withAfterCommit =
  (run: TransactionRun): Transaction["Service"]["run"] => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CurrentPending, (outer) => {
      const pending = new PendingCommit(outer)
      const attempt = Effect.suspend(() => {
        pending.restart()
        return Effect.provideService(Effect.tap(effect, finish(pending)), CurrentPending, pending)
      })
      const whenKept = Effect.suspend(() => runAll(pending.close(true)))
      return Effect.ensuring(run(attempt, whenKept), Effect.sync(() => pending.close(false)))
    })
