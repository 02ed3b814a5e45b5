import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type EngineError, fromNative } from "./EngineError.ts"

/** The time until a stopped call is stopped again, at first and at most: the engine may not have listed it yet. */
const stopAgainAfter = { first: 50, most: 1_000 }

/** The way to stop a call. */
export interface Stop {
  /** Asks the engine to end it. */
  readonly ask: Effect.Effect<void>
  /** For a call that runs on for long after it was stopped: the engine does not hear while it analyses a statement. */
  readonly giveUp?: { readonly afterMillis: number; readonly end: Effect.Effect<void> } | undefined
}

/**
 * A call of the engine library, which itself cannot be interrupted: it is stopped through the engine, and its end is
 * waited for.
 */
export const stoppable = <A>(call: () => Promise<A>, { ask, giveUp }: Stop): Effect.Effect<A, EngineError> =>
  Effect.callback((resume) => {
    const ended = Deferred.makeUnsafe<void>()
    const end = (effect: Effect.Effect<A, EngineError>): void => {
      Deferred.doneUnsafe(ended, Effect.void)
      resume(effect)
    }
    call().then((value) => end(Effect.succeed(value)), (cause: unknown) => end(Effect.fail(fromNative(cause))))
    // The engine may answer late, too: time passes while it is asked.
    const stopUntilEnded = (pause: number, waited: number, asked?: Fiber.Fiber<void>): Effect.Effect<void> =>
      Effect.gen(function*() {
        if (giveUp !== undefined && waited >= giveUp.afterMillis) yield* giveUp.end
        const isAsked = asked !== undefined && asked.pollUnsafe() === undefined
        const asking = isAsked ? asked : yield* Effect.forkDetach(ask, { startImmediately: true })
        const over = yield* Effect.timeoutOption(Deferred.await(ended), Duration.millis(pause))
        if (over._tag === "Some") yield* Fiber.await(asking)
        else yield* stopUntilEnded(Math.min(stopAgainAfter.most, 2 * pause), waited + pause, asking)
      })
    return stopUntilEnded(stopAgainAfter.first, 0)
  })
