import { DateTime, Effect } from "effect"
import { v7 } from "uuid"
import { RandomBytes } from "../shared/RandomBytes.ts"
import type { ActivityId } from "./Activity.ts"

/**
 * Ids (uuid v7) whose order is the order they were made in, also within one millisecond: a counter stands behind the time,
 * so that what one transaction records is listed in its order.
 */
export const makeActivityIds = (): (at: DateTime.Utc) => Effect.Effect<ActivityId> => {
  let seq = 0
  return (at) =>
    Effect.map(RandomBytes, (randomBytes) => {
      seq = (seq + 1) >>> 0
      return v7({ msecs: DateTime.toEpochMillis(at), random: randomBytes(16), seq }) as ActivityId
    })
}
