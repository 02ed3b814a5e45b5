import { Duration, Effect, Schema } from "effect"
import { type EventTime, now as currentTime } from "../../events/EventTime.ts"
import { defineJob, handle } from "../../jobs/JobKind.ts"
import { QueryLogRepository } from "../log/QueryLogRepository.ts"
import { QueryLogSettings } from "../log/QueryLogSettings.ts"
import { ExecutionLimits } from "./ExecutionLimits.ts"
import { QueryResultRepository } from "./QueryResultRepository.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"

/** At most this many expired runs are removed at a time. */
const runsAtOnce = 1_000

/** Removes runs that have expired, and answers beyond their bounds. */
export const makeTrimming = Effect.gen(function*() {
  const { keptFor, resultBytes, results: most } = yield* ExecutionLimits
  const runs = yield* QueryRunRepository
  const results = yield* QueryResultRepository
  return Effect.gen(function*() {
    const now = yield* currentTime
    while ((yield* runs.removeExpired(now, runsAtOnce)) === runsAtOnce) yield* Effect.yieldNow
    const since = now - Duration.toMillis(keptFor) * 1000 as EventTime
    yield* results.trim({ since, results: most, bytes: resultBytes })
  })
})

/** Trims what no query trims any more, every day; a server that keeps answers and logs queries trims those itself. */
export const trimming = defineJob({
  name: "queries.trim",
  payload: Schema.Struct({}),
  schedule: Duration.days(1)
})

/** Does `trimming`, of the log too. */
export const handler = Effect.gen(function*() {
  const trim = yield* makeTrimming
  const log = yield* QueryLogRepository
  const { keptFor, rows } = yield* QueryLogSettings
  const trimLog = Effect.gen(function*() {
    const since = (yield* currentTime) - Duration.toMillis(keptFor) * 1000 as EventTime
    yield* log.trim({ since, rows })
  })
  return yield* handle(trimming, () => Effect.andThen(trim, trimLog))
})
