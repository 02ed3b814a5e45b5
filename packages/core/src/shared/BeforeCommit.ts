import { Effect } from "effect"
import { CurrentPending, type LastStep, type PendingCommit } from "./PendingCommit.ts"

/**
 * Gathers items of one kind in a transaction and handles all of them at once as its last step, inside of it and in the
 * order they came. Items of a savepoint that is taken back are left out; outside of a transaction nothing is gathered.
 */
export class BeforeCommit<A> implements LastStep {
  readonly #run: (items: ReadonlyArray<A>) => Effect.Effect<void>
  readonly #gathered = new WeakMap<PendingCommit, Array<A>>()

  constructor(run: (items: ReadonlyArray<A>) => Effect.Effect<void>) {
    this.#run = run
  }

  /** Has the items dealt with before the commit, at once outside of a transaction. */
  readonly add = (items: ReadonlyArray<A>): Effect.Effect<void> =>
    Effect.flatMap(CurrentPending, (pending) => {
      if (pending === undefined) return this.#run(items)
      this.#gather(pending, items)
      return Effect.void
    })

  handOver(inner: PendingCommit, outer: PendingCommit): void {
    this.#gather(outer, this.#take(inner))
  }

  finish(pending: PendingCommit): Effect.Effect<void> {
    return Effect.suspend(() => this.#run(this.#take(pending)))
  }

  #gather(pending: PendingCommit, items: ReadonlyArray<A>): void {
    const known = pending.lastSteps.has(this) ? this.#gathered.get(pending) : undefined
    if (known === undefined) this.#gathered.set(pending, [...items])
    else for (const item of items) known.push(item)
    pending.addLast(this)
  }

  #take(pending: PendingCommit): ReadonlyArray<A> {
    const items = this.#gathered.get(pending) ?? []
    this.#gathered.delete(pending)
    return items
  }
}
