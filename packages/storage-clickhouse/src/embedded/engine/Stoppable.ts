import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type EngineError, fromNative } from "./EngineError.ts"

/** How long a stopped call may take to end before it is stopped again: the engine may not have listed it yet. */
const stopAgainAfter = "50 millis"

/**
 * A call of the engine library, which itself cannot be interrupted: it is stopped through the engine, and its end is
 * waited for.
 */
export const stoppable = <A>(call: () => Promise<A>, stop: Effect.Effect<void>): Effect.Effect<A, EngineError> =>
  Effect.callback((resume) => {
    const ended = Deferred.makeUnsafe<void>()
    const end = (effect: Effect.Effect<A, EngineError>): void => {
      Deferred.doneUnsafe(ended, Effect.void)
      resume(effect)
    }
    call().then((value) => end(Effect.succeed(value)), (cause: unknown) => end(Effect.fail(fromNative(cause))))
    const stopUntilEnded: Effect.Effect<void> = stop.pipe(
      Effect.andThen(Effect.timeoutOption(Deferred.await(ended), stopAgainAfter)),
      Effect.flatMap((over) => over._tag === "Some" ? Effect.void : stopUntilEnded)
    )
    return stopUntilEnded
  })
