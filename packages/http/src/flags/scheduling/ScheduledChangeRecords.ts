import { recurrenceIntervals, scheduledModels } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { scheduledChangeFields } from "@hedgerow/core/flags/scheduling/ScheduledChangeInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../../identity/IdentityRecords.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const Interval = Schema.NullOr(Schema.Literals(recurrenceIntervals))

/** A change of a flag that waits for its time, or is over. */
export const ScheduledChangeRecord = Schema.Struct({
  id: Schema.Int,
  team_id: Schema.Int,
  record_id: Schema.String,
  model_name: Schema.Literals(scheduledModels),
  payload: Schema.Record(Schema.String, Schema.Json),
  scheduled_at: Timestamp,
  executed_at: MaybeTimestamp,
  failure_reason: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  created_by: Schema.NullOr(UserBasicRecord),
  updated_at: Timestamp,
  is_recurring: Schema.Boolean,
  recurrence_interval: Interval,
  cron_expression: Schema.NullOr(Schema.String),
  last_executed_at: MaybeTimestamp,
  end_date: MaybeTimestamp,
  timezone: Schema.String
}).annotate({ identifier: "ScheduledChange" })

/** A change to be planned. */
export const NewScheduledChange = createBody(scheduledChangeFields, {
  identifier: "NewScheduledChange",
  description: "A change of a flag that is applied at its time."
})

/** What may be changed of a plan that is not over. */
export const ScheduledChangeChanges = changeBody(scheduledChangeFields, {
  identifier: "ScheduledChangeChanges",
  description: "What may be changed of a plan that is not over.",
  example: { scheduled_at: "2099-02-01T09:00:00Z" }
})
