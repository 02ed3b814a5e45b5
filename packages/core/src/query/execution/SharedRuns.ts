import { Cause, Effect, Exit, Fiber, type Scope } from "effect"

interface SharedRun<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  waiting: number
}

/** Runs that several callers wait for. */
export interface SharedRuns<A, E> {
  /**
   * Waits for the run of this key, which the first caller begins. A caller that leaves does not take it from the others; the
   * last one that leaves stops it. When somebody `stop`s it, all who wait fail with `stopped`.
   */
  readonly join: <R>(key: string, run: Effect.Effect<A, E, R>, stopped: () => E) => Effect.Effect<A, E, R>
}

/** Runs that several callers wait for, as long as the scope is open. */
export const makeSharedRuns = <A, E>(scope: Scope.Scope): SharedRuns<A, E> => {
  const running = new Map<string, SharedRun<A, E>>()

  const begin = Effect.fnUntraced(function*<R>(key: string, run: Effect.Effect<A, E, R>) {
    const shared: SharedRun<A, E> = { fiber: yield* Effect.forkIn(Effect.interruptible(run), scope), waiting: 0 }
    running.set(key, shared)
    shared.fiber.addObserver(() => {
      if (running.get(key) === shared) running.delete(key)
    })
    return shared
  })

  const leave = (key: string, shared: SharedRun<A, E>) =>
    Effect.suspend(() => {
      shared.waiting--
      if (shared.waiting > 0) return Effect.void
      if (running.get(key) === shared) running.delete(key)
      return Fiber.interrupt(shared.fiber)
    })

  return {
    join: (key, run, stopped) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          const shared = running.get(key) ?? (yield* begin(key, run))
          shared.waiting++
          const exit = yield* restore(Fiber.await(shared.fiber)).pipe(Effect.ensuring(leave(key, shared)))
          if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.fail(stopped())
          return yield* exit
        })
      )
  }
}
