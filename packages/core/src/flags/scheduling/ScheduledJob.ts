import { Effect, Schema } from "effect"
import { defineJob } from "../../jobs/JobKind.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { type ScheduledChange, ScheduledChangeId } from "./ScheduledChange.ts"

/** Applies a scheduled change whose time has come. */
export const applying = defineJob({
  name: "flags.apply_scheduled_change",
  payload: Schema.Struct({ change: ScheduledChangeId })
})

/** Has a change applied at its time. A job that comes too early, as the time was moved, looks again then. */
export const makeArming = Effect.map(
  Jobs,
  (jobs) => ({ id, project_id, scheduled_at }: ScheduledChange) =>
    jobs.enqueue(applying, {
      project: project_id,
      payload: { change: id },
      uniqueKey: String(id),
      runAt: scheduled_at
    })
)
