import { DateTime, Duration, Effect, Schema } from "effect"
import { defineJob, handle } from "../jobs/JobKind.ts"
import { EventKeys } from "./EventKeys.ts"

/** How long a stored event is known as a duplicate. */
export const eventKeysKept = Duration.days(30)

/** Keys removed by one statement. */
const batchSize = 10_000

/** Removes the keys of events that were stored longer ago than `eventKeysKept`, every hour. */
export const removeOldEventKeys = defineJob({
  name: "events.remove_old_keys",
  payload: Schema.Struct({}),
  schedule: Duration.hours(1)
})

/** Does `removeOldEventKeys`, a batch at a time. */
export const handler = handle(
  removeOldEventKeys,
  Effect.fnUntraced(function*() {
    const keys = yield* EventKeys
    const before = DateTime.subtractDuration(yield* DateTime.now, eventKeysKept)
    let removed = batchSize
    while (removed >= batchSize) removed = yield* keys.removeConfirmed(before, batchSize)
  })
)
