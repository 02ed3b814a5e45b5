import { DateTime, Duration, Effect, Schema } from "effect"
import { defineJob, handle } from "../jobs/JobKind.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import { type Removed, TraceRemoval } from "./TraceRemoval.ts"

/** Deletions, and removals of projects, that are completed within this time share a compaction: it goes over the tables of every project. */
const gatherFor = Duration.minutes(1)

/** Frees the place on disk of what was removed, for the whole installation. */
export const compacting = defineJob({
  name: "data.compact",
  payload: Schema.Struct({ removed: Schema.Literals(["data", "projects"]) }),
  concurrency: 1
})

/** Has the place of what was removed freed soon; the last step of what completes a removal. */
export const enqueueCompaction = Effect.fnUntraced(function*(jobs: Jobs["Service"], removed: Removed) {
  const runAt = DateTime.addDuration(yield* DateTime.now, gatherFor)
  yield* jobs.enqueue(compacting, { project: null, payload: { removed }, uniqueKey: removed, runAt })
})

/** Does `compacting`. */
export const handler = handle(
  compacting,
  Effect.fnUntraced(function*({ removed }) {
    const traces = yield* TraceRemoval
    yield* traces.compact(removed)
  })
)
