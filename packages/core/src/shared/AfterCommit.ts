import { Context, Effect } from "effect"
import type { Transaction } from "./Transaction.ts"

/** What waits for the commit of one transaction or savepoint. */
class Pending {
  readonly #outer: Pending | undefined
  #steps: Array<Effect.Effect<void>> = []
  #isOpen = true

  constructor(outer: Pending | undefined) {
    this.#outer = outer
  }

  /** Whether the step waits now; it need not when everything around it has ended. */
  add(step: Effect.Effect<void>): boolean {
    if (!this.#isOpen) return this.#outer?.add(step) ?? false
    this.#steps.push(step)
    return true
  }

  /** A new attempt of the same transaction: what the earlier one left is void. */
  restart(): void {
    this.#steps = []
  }

  /** Ends it; answers what is to run now, which is nothing when it ends inside another one or failed. */
  close(isCommitted: boolean): ReadonlyArray<Effect.Effect<void>> {
    const steps = isCommitted ? this.#steps : []
    this.#isOpen = false
    this.#steps = []
    return steps.filter((step) => this.#outer?.add(step) !== true)
  }
}

class CurrentPending extends Context.Reference<Pending | undefined>(
  "@hedgerow/core/shared/AfterCommit/CurrentPending",
  { defaultValue: () => undefined }
) {}

/**
 * Runs once the outermost `Transaction.run` has committed, at once outside of one, and never after a roll-back; when it is
 * not known whether the storage committed, it runs. It is for what follows from a change and may be missed when the
 * process dies, such as waking who waits for it. The step must not carry the context of the transaction, which has ended by then.
 */
export const afterCommit = (step: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(CurrentPending, (pending) => pending?.add(step) === true ? Effect.void : step)

/** Whether a transaction is open here, so that reads see what others do not see yet. */
export const isInTransaction: Effect.Effect<boolean> = Effect.map(CurrentPending, (pending) => pending !== undefined)

const runAll = (steps: ReadonlyArray<Effect.Effect<void>>): Effect.Effect<void> =>
  Effect.forEach(
    steps,
    (step) => Effect.catchCause(step, (cause) => Effect.logError("A step after a commit failed", cause)),
    { discard: true }
  )

/**
 * How a storage runs a transaction or a savepoint. It runs `whenKept` once that is committed or released, and when a
 * commit got no answer; an interruption must not come between.
 */
export type TransactionRun = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  whenKept: Effect.Effect<void>
) => Effect.Effect<A, E, R>

/** Gives a storage's transactions their `afterCommit`. */
export const withAfterCommit =
  (run: TransactionRun): Transaction["Service"]["run"] => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CurrentPending, (outer) => {
      const pending = new Pending(outer)
      const attempt = Effect.suspend(() => {
        pending.restart()
        return Effect.provideService(effect, CurrentPending, pending)
      })
      const whenKept = Effect.suspend(() => runAll(pending.close(true)))
      return Effect.ensuring(run(attempt, whenKept), Effect.sync(() => pending.close(false)))
    })
