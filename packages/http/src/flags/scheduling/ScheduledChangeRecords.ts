import {
  recurrenceIntervals,
  scheduledModels,
  scheduledOperations
} from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { Schema } from "effect"
import { UserBasicRecord } from "../../identity/IdentityRecords.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const Interval = Schema.NullOr(Schema.Literals(recurrenceIntervals))

const Payload = Schema.Struct({
  operation: Schema.Literals(scheduledOperations),
  value: Schema.Json.annotate({
    description: "`update_status`: true or false. `add_release_condition`: `{groups}`, which are added to the flag's. "
      + "`update_variants`: `{variants, payloads}`, which replace the flag's."
  })
}).annotate({ identifier: "ScheduledChangePayload" })

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

const repetition = {
  is_recurring: Schema.optionalKey(Schema.Boolean),
  recurrence_interval: Schema.optionalKey(Interval),
  cron_expression: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: "Five fields: minute, hour, day, month, weekday, in the project's time zone."
    })
  ),
  end_date: Schema.optionalKey(MaybeTimestamp)
}

/** A change to be planned. */
export const NewScheduledChange = Schema.Struct({
  record_id: Schema.Union([Schema.String, Schema.Int]),
  model_name: Schema.Literals(scheduledModels),
  payload: Payload,
  scheduled_at: Timestamp,
  ...repetition
}).annotate({ identifier: "NewScheduledChange" })

/** What may be changed of a plan that is not over. */
export const ScheduledChangeChanges = Schema.Struct({
  payload: Schema.optionalKey(Payload),
  scheduled_at: Schema.optionalKey(Timestamp),
  ...repetition
}).annotate({ identifier: "ScheduledChangeChanges" })
