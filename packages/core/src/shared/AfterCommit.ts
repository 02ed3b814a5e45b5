import { Context, Effect, Exit } from "effect"
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
 * Runs once the outermost `Transaction.run` has committed, at once outside of one, and never after a roll-back. It is for
 * what follows from a change and may be missed when the process dies, such as waking who waits for it. The step must not
 * carry the context of the transaction, which has ended by then.
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

/** Gives a storage's `Transaction.run` its `afterCommit`. */
export const withAfterCommit =
  (run: Transaction["Service"]["run"]): Transaction["Service"]["run"] => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CurrentPending, (outer) => {
      const pending = new Pending(outer)
      const attempt = Effect.suspend(() => {
        pending.restart()
        return Effect.provideService(effect, CurrentPending, pending)
      })
      return run(attempt).pipe(Effect.onExit((exit) => runAll(pending.close(Exit.isSuccess(exit)))))
    })
