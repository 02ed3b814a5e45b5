import { DateTime, Duration, Effect, Schema } from "effect"
import { defineJob, handle } from "../jobs/JobKind.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import { TraceRemoval } from "./TraceRemoval.ts"

/** Deletions, and removals of projects, that are completed within this time share a compaction: it goes over the tables of every project. */
const gatherFor = Duration.minutes(1)

/** Frees the place on disk of what deletions have removed, for the whole installation. */
export const compacting = defineJob({
  name: "data.compact",
  payload: Schema.Struct({}),
  concurrency: 1
})

/** Has what was removed compacted soon; the last step of what completes a deletion. */
export const enqueueCompaction = Effect.fnUntraced(function*(jobs: Jobs["Service"]) {
  const runAt = DateTime.addDuration(yield* DateTime.now, gatherFor)
  yield* jobs.enqueue(compacting, { project: null, payload: {}, uniqueKey: "all", runAt })
})

/** Does `compacting`. */
export const handler = handle(
  compacting,
  Effect.fnUntraced(function*() {
    const traces = yield* TraceRemoval
    yield* traces.compact
  })
)
