import { Duration, Effect, Schema } from "effect"
import { defineJob } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { type Alert, AlertId } from "./Alert.ts"

/** Checks an alert. A storage that is away does not end the checks: an attempt that fails is made again. */
export const checking = defineJob({
  name: "alerts.check",
  payload: Schema.Struct({ alert: AlertId }),
  maxAttempts: 10_000,
  firstBackOff: Duration.seconds(30),
  concurrency: 2,
  spare: 1
})

/** Queues the next check of an alert, in the transaction that sets its time. */
export const makeAlertArming = Effect.map(
  Jobs,
  (jobs) => ({ enabled, id, next_check_at, project_id }: Alert) =>
    !enabled || next_check_at === null
      ? Effect.void
      : Effect.asVoid(
        jobs.enqueue(checking, { project: project_id, payload: { alert: id }, uniqueKey: id, runAt: next_check_at })
      )
)
