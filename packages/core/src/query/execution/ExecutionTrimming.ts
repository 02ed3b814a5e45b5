import { Duration, Effect, Schema } from "effect"
import { type EventTime, now as currentTime } from "../../events/EventTime.ts"
import { defineJob, handle } from "../../jobs/JobKind.ts"
import { ExecutionLimits } from "./ExecutionLimits.ts"
import { QueryResultRepository } from "./QueryResultRepository.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"

/** So many expired runs are removed at a time. */
const runsAtOnce = 1_000

/** Removes runs that have expired and answers beyond their bounds, every five minutes. */
export const trimming = defineJob({
  name: "queries.trim",
  payload: Schema.Struct({}),
  schedule: Duration.minutes(5)
})

/** Does `trimming`. */
export const handler = handle(
  trimming,
  Effect.fnUntraced(function*() {
    const { keptFor, resultBytes, results: most } = yield* ExecutionLimits
    const runs = yield* QueryRunRepository
    const results = yield* QueryResultRepository
    const now = yield* currentTime
    while ((yield* runs.removeExpired(now, runsAtOnce)) === runsAtOnce) yield* Effect.yieldNow
    const since = now - Duration.toMillis(keptFor) * 1000 as EventTime
    yield* results.trim({ since, results: most, bytes: resultBytes })
  })
)
