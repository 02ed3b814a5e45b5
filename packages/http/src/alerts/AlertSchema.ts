import { alertStates, calculationIntervals } from "@hedgerow/core/alerts/Alert"
import { alertFields, newAlertFields } from "@hedgerow/core/alerts/AlertInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTime = Schema.NullOr(Timestamp)
const Sent = Schema.Record(Schema.String, Schema.Json)

/** An alert on the wire, as lists show it. */
const listed = {
  id: described(Schema.String, "The alert's id, a uuid."),
  name: described(Schema.String, "The name that people see."),
  insight: described(
    Schema.Struct({
      id: described(Schema.Int, "The insight's id."),
      short_id: described(Schema.NullOr(Schema.String), "The id that stands in links; null where it is deleted."),
      name: described(Schema.NullOr(Schema.String), "The insight's name; null where it is deleted.")
    }),
    "The insight whose value is looked at; only its id where it is deleted."
  ),
  subscribed_users: described(Schema.Array(UserBasicRecord), "The people who are told by e-mail."),
  threshold: described(
    Schema.Struct({
      id: described(Schema.String, "The alert's id."),
      created_at: described(Timestamp, "The time at which the alert was created."),
      name: described(Schema.String, "Empty: thresholds have no names of their own."),
      configuration: described(Sent, "The bounds, and what they are measured in.")
    }),
    "The bounds, as sent."
  ),
  condition: described(Sent, "What the bounds are of, as sent."),
  config: described(Sent, "The series that is looked at, as sent."),
  calculation_interval: described(Schema.Literals(calculationIntervals), "The time between two checks."),
  enabled: described(Schema.Boolean, "Whether it is checked."),
  skip_weekend: described(Schema.Boolean, "Whether hourly and daily checks leave out Saturday and Sunday."),
  state: described(Schema.Literals(alertStates), "The outcome of the last check."),
  snoozed_until: described(MaybeTime, "Quiet until then; null where it is not."),
  last_notified_at: described(MaybeTime, "The last time at which webhooks and people were told."),
  last_checked_at: described(MaybeTime, "The time of the last check."),
  next_check_at: described(MaybeTime, "The time of the next check."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who created the alert."),
  created_at: described(Timestamp, "The time at which the alert was created.")
}

/** An alert in a list. */
export const ListedAlert = Schema.Struct(listed).annotate({
  identifier: "ListedAlert",
  description: "A bound on the value of an insight."
})

const AlertCheckRecord = Schema.Struct({
  id: described(Schema.String, "The check's id, a uuid."),
  created_at: described(Timestamp, "The time of the check."),
  calculated_value: described(Schema.NullOr(Schema.Number), "The value; null where there is none, or an infinite one."),
  state: described(Schema.Literals(alertStates), "The outcome."),
  targets_notified: described(Schema.Boolean, "Whether anyone was mailed.")
})

/** An alert by itself. */
export const AlertRecord = Schema.Struct({
  ...listed,
  checks: described(Schema.Array(AlertCheckRecord), "The latest five checks, the newest first.")
}).annotate({ identifier: "Alert", description: "A bound on the value of an insight, with its latest checks." })

/** A new alert. */
export const NewAlert = createBody(newAlertFields, {
  identifier: "NewAlert",
  description: "A bound on the value of an insight, which is checked at once and then on its interval."
})

/** A change of an alert. */
export const AlertChanges = changeBody(alertFields, {
  identifier: "AlertChanges",
  description: "A change of an alert. One of what it looks at begins anew, with a check at once."
})
