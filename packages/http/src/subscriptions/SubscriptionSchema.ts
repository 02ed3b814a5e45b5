import { targetTypes } from "@hedgerow/core/subscriptions/Subscription"
import { targetStates } from "@hedgerow/core/subscriptions/SubscriptionDelivery"
import { newSubscriptionFields, subscriptionFields } from "@hedgerow/core/subscriptions/SubscriptionInput"
import { frequencies, weekdays } from "@hedgerow/core/subscriptions/SubscriptionSchedule"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTime = Schema.NullOr(Timestamp)
const MaybeText = Schema.NullOr(Schema.String)
const MaybeInt = Schema.NullOr(Schema.Int)

/** A subscription on the wire. */
export const SubscriptionRecord = Schema.Struct({
  id: described(Schema.Int, "The subscription's id."),
  title: described(Schema.String, "The name that people see."),
  dashboard: described(MaybeInt, "The id of the dashboard that is sent; null where an insight is."),
  insight: described(MaybeInt, "The id of the insight that is sent; null where a dashboard is."),
  insight_short_id: described(MaybeText, "The id of the insight that stands in links."),
  resource_name: described(MaybeText, "The name of the dashboard or the insight; null where it is deleted."),
  dashboard_export_insights: described(
    Schema.Array(Schema.Int),
    "The ids of the insights of the dashboard that are sent; empty: its first ones."
  ),
  target_type: described(Schema.Literals(targetTypes), "The way by which it is sent."),
  target_value: described(Schema.String, "The email addresses, or the address of a webhook."),
  invite_message: described(MaybeText, "A text above the numbers."),
  frequency: described(Schema.Literals(frequencies), "The unit of the schedule."),
  interval: described(Schema.Int, "The number of units from date to date."),
  byweekday: described(Schema.NullOr(Schema.Array(Schema.Literals(weekdays))), "The days on which it is sent."),
  bysetpos: described(MaybeInt, "The place among these days in the month or year; -1 is the last."),
  count: described(MaybeInt, "The number of dates; null: no end."),
  start_date: described(Timestamp, "The first date, whose local time is that of all."),
  until_date: described(MaybeTime, "No date is later."),
  summary: described(Schema.String, "The schedule in words."),
  next_delivery_date: described(MaybeTime, "The next date; null where there is none to come."),
  enabled: described(Schema.Boolean, "Whether it is sent."),
  paused_reason: described(MaybeText, "The reason for which the server turned it off; null otherwise."),
  failed_deliveries: described(Schema.Int, "The number of deliveries in a row that nobody got."),
  integration_id: described(Schema.Null, "Always null: a channel of Slack is named by its address."),
  secret: described(
    MaybeText,
    "The key of the signatures of bodies for a webhook. Returned once, when the subscription is made; null otherwise."
  ),
  deleted: described(Schema.Boolean, "Whether the subscription is deleted."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who created the subscription."),
  created_at: described(Timestamp, "The time at which the subscription was created.")
}).annotate({ identifier: "Subscription", description: "A dashboard or an insight that is sent on a schedule." })

/** A new subscription. */
export const NewSubscription = createBody(newSubscriptionFields, {
  identifier: "NewSubscription",
  description: "A dashboard or an insight that is sent on a schedule, by email or to a webhook."
})

/** A change of a subscription. */
export const SubscriptionChanges = changeBody(subscriptionFields, {
  identifier: "SubscriptionChanges",
  description: "A change of a subscription. `deleted` deletes and restores it; `target_type` stays as it is."
})

const TargetRecord = Schema.Struct({
  target: described(Schema.String, "The email address, or the address of the webhook."),
  state: described(Schema.Literals(targetStates), "`pending` is still to be sent, `failed` was given up."),
  error: described(MaybeText, "The reason for which it was given up."),
  ended_at: described(MaybeTime, "The time at which it was sent or given up.")
})

/** A delivery on the wire. */
export const SubscriptionDeliveryRecord = Schema.Struct({
  id: described(Schema.String, "The delivery's id; the header `webhook-id` is `msg_` and this id."),
  is_test: described(Schema.Boolean, "Whether somebody asked for it by hand."),
  target_type: described(Schema.Literals(targetTypes), "The way by which it is sent."),
  targets: described(Schema.Array(TargetRecord), "The addresses that it is for, and how sending it there went."),
  created_at: described(Timestamp, "The time at which the delivery was made.")
}).annotate({ identifier: "SubscriptionDelivery", description: "One time that a subscription was sent." })
