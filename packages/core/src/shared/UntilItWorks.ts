import { Duration, Effect } from "effect"

const pauseAfterFailure = Duration.seconds(1)

/** Logs a failure, waits a second and tries again: background work outlives its storage's troubles. */
export const untilItWorks =
  (message: string) => <A, R>(effect: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
    Effect.catchCause(effect, (cause) =>
      Effect.logWarning(message, cause).pipe(
        Effect.andThen(Effect.sleep(pauseAfterFailure)),
        Effect.andThen(untilItWorks(message)(effect))
      ))
