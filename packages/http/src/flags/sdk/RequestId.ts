import { makeUuid7, parseUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, References } from "effect"

/** The id of the current request when that is a uuid, as in its log entries and its `X-Request-Id`; else a new one. */
export const requestUuid: Effect.Effect<Uuid> = Effect.flatMap(
  References.CurrentLogAnnotations,
  ({ requestId }) => {
    const uuid = typeof requestId === "string" ? parseUuid(requestId) : undefined
    return uuid === undefined ? makeUuid7 : Effect.succeed(uuid)
  }
)
