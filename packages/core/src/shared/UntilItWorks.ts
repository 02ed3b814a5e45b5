import { type Cause, Duration, Effect } from "effect"

const pauseAfterFailure = Duration.seconds(1)

/** Logs the failure of an effect, waits a second and does it until it works. */
export const againAfter =
  (message: string) =>
  <A, R>(effect: Effect.Effect<A, never, R>) =>
  (cause: Cause.Cause<never>): Effect.Effect<A, never, R> =>
    Effect.logWarning(message, cause).pipe(
      Effect.andThen(Effect.sleep(pauseAfterFailure)),
      Effect.andThen(untilItWorks(message)(effect))
    )

/** Logs a failure, waits a second and tries again: background work outlives its storage's troubles. */
export const untilItWorks =
  (message: string) => <A, R>(effect: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
    Effect.catchCause(effect, againAfter(message)(effect))
