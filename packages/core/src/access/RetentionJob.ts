import { DateTime, Duration, Effect, Schema } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { defineJob } from "../jobs/JobKind.ts"
import type { Jobs } from "../jobs/Jobs.ts"

/** The longest time that a project can say it keeps its events for, in days: a hundred years. */
export const mostRetentionDays = 36_500

/** What a new setting hides stays in the storage for this long: a mistake is undone without a loss. */
const grace = Duration.days(1)

/** Removes the events of a project that are older than it keeps them. */
export const retaining = defineJob({
  name: "events.retain",
  payload: Schema.Struct({}),
  maxAttempts: 500,
  concurrency: 1
})

/** Has the old events of a project removed at a time, once; a step of the caller's transaction. */
export const enqueueRetention = (jobs: Jobs["Service"], project: ProjectId, runAt: DateTime.Utc) =>
  jobs.enqueue(retaining, { project, payload: {}, uniqueKey: DateTime.formatIsoDateUtc(runAt), runAt })

/** Has a new setting carried out when a mistake would have been noticed; a step of the caller's transaction. */
export const enqueueNewRetention = Effect.fnUntraced(function*(jobs: Jobs["Service"], project: ProjectId) {
  yield* enqueueRetention(jobs, project, DateTime.addDuration(yield* DateTime.now, grace))
})
