import { type DateTime, Effect, Schema } from "effect"
import { defineJob } from "../../jobs/JobKind.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { type ChangeRequest, ChangeRequestId } from "./ChangeRequest.ts"

/** Applies a request whose time has come, or ends one that nobody approved in time. */
export const settling = defineJob({
  name: "flags.settle_change_request",
  payload: Schema.Struct({ request: ChangeRequestId })
})

/** Has a request looked at again at a time. */
export const makeSettlingAt = Effect.map(
  Jobs,
  (jobs) => ({ id, project_id }: ChangeRequest, runAt: DateTime.Utc, what: "due" | "expiry") =>
    jobs.enqueue(settling, { project: project_id, payload: { request: id }, uniqueKey: `${id}/${what}`, runAt })
)
