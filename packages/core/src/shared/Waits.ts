import { type Clock, Effect, type Scope } from "effect"

/** The waits for a store, and their beginnings. */
export class Waits {
  readonly #clock: Clock.Clock
  /** The oldest first. */
  readonly #begun = new Set<{ readonly since: number }>()

  constructor(clock: Clock.Clock) {
    this.#clock = clock
  }

  /** The time at which the longest wait began, in milliseconds; undefined without one. */
  get oldest(): number | undefined {
    for (const { since } of this.#begun) return since
    return undefined
  }

  #begin() {
    const wait = { since: this.#clock.currentTimeMillisUnsafe() }
    this.#begun.add(wait)
    return Effect.sync(() => this.#begun.delete(wait))
  }

  /** The effect waits for the store until it ends. */
  readonly during = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => Effect.ensuring(effect, this.#begin()))

  /** Waits for the store until the scope is closed. */
  readonly scoped: Effect.Effect<void, never, Scope.Scope> = Effect.acquireRelease(
    Effect.sync(() => this.#begin()),
    (end) => end
  ).pipe(Effect.asVoid)
}
