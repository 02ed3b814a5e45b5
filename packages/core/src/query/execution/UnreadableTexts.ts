import { Cause, Effect } from "effect"
import { isStorageDown } from "../../shared/StorageDown.ts"

/**
 * Reads a stored text, or does something else where it cannot be read: the log has the reason. A storage that is away has
 * nothing to read from, and who is refused for want of memory reads nothing.
 */
export const orUnreadable = <A, E, R, B, E2, R2>(
  reading: Effect.Effect<A, E, R>,
  message: string,
  otherwise: Effect.Effect<B, E2, R2>
): Effect.Effect<A | B, E | E2, R | R2> =>
  Effect.catchCause(
    reading,
    (cause) =>
      Effect.flatMap(isStorageDown(cause), (isDown): Effect.Effect<B, E | E2, R2> =>
        isDown || Cause.hasInterrupts(cause) || Cause.hasFails(cause)
          ? Effect.failCause(cause)
          : Effect.andThen(Effect.logWarning(message, cause), otherwise))
  )
