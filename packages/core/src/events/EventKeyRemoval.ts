import { DateTime, Duration, Effect, Schema } from "effect"
import { defineJob, handle } from "../jobs/JobKind.ts"
import { EventKeys } from "./EventKeys.ts"

/** The time for which a stored event is known as a duplicate. */
export const eventKeysKept = Duration.days(30)

/** Removes the keys of events that were stored longer ago than `eventKeysKept`, every day. */
export const removeOldEventKeys = defineJob({
  name: "events.remove_old_keys",
  payload: Schema.Struct({}),
  schedule: Duration.days(1)
})

/** Does `removeOldEventKeys`. */
export const handler = handle(
  removeOldEventKeys,
  Effect.fnUntraced(function*() {
    const keys = yield* EventKeys
    yield* keys.removeOld(DateTime.subtractDuration(yield* DateTime.now, eventKeysKept))
  })
)
