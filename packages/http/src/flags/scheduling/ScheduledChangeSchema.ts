import { recurrenceIntervals, scheduledModels } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { scheduledChangeFields } from "@hedgerow/core/flags/scheduling/ScheduledChangeInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { described, structured } from "../../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const Interval = Schema.NullOr(Schema.Literals(recurrenceIntervals))

/** A change of a flag that waits for its time, or is over. */
export const ScheduledChangeRecord = Schema.Struct({
  id: described(Schema.Int, "The scheduled change's id."),
  team_id: described(Schema.Int, "The project's id."),
  record_id: described(Schema.String, "The flag's id."),
  model_name: described(Schema.Literals(scheduledModels), "The kind of thing that is changed."),
  payload: described(structured("ScheduledOperation"), "The operation on the flag: `operation` and `value`."),
  scheduled_at: described(Timestamp, "The time at which the change is applied next."),
  executed_at: described(MaybeTimestamp, "The time at which it was over; null while it is not."),
  failure_reason: described(
    Schema.NullOr(Schema.String),
    "The reason for which the change could not be applied; null without a failure."
  ),
  created_at: described(Timestamp, "The time at which it was made."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made it, as whom it is applied."),
  updated_at: described(Timestamp, "The time at which it was last changed."),
  is_recurring: described(Schema.Boolean, "Whether the change is applied again and again."),
  recurrence_interval: described(Interval, "The interval in which it repeats; null with `cron_expression`."),
  cron_expression: described(
    Schema.NullOr(Schema.String),
    "The times at which it repeats: minute, hour, day, month, weekday; null with `recurrence_interval`."
  ),
  last_executed_at: described(MaybeTimestamp, "The time at which one that repeats was last applied; null if never."),
  end_date: described(MaybeTimestamp, "The time at which it stops repeating; null for never."),
  timezone: described(Schema.String, "The time zone that `cron_expression` is read in.")
}).annotate({ identifier: "ScheduledChange" })

/** A change to be planned. */
export const NewScheduledChange = createBody(scheduledChangeFields, {
  identifier: "NewScheduledChange",
  description: "A change of a flag that is applied at its time."
})

/** A change of a plan that is not over. */
export const ScheduledChangeChanges = changeBody(scheduledChangeFields, {
  identifier: "ScheduledChangeChanges",
  description: "A change of a plan that is not over.",
  example: { scheduled_at: "2099-02-01T09:00:00Z" }
})
