import { webhookFormats } from "@hedgerow/core/webhooks/Webhook"
import { deliveryStates } from "@hedgerow/core/webhooks/WebhookDelivery"
import { newWebhookFields, webhookFields } from "@hedgerow/core/webhooks/WebhookInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTime = Schema.NullOr(Timestamp)
const MaybeText = Schema.NullOr(Schema.String)

/** A webhook on the wire. */
export const WebhookRecord = Schema.Struct({
  id: described(Schema.Int, "The webhook's id."),
  name: described(Schema.String, "The name that people see."),
  url: described(Schema.String, "The address that bodies are posted to."),
  types: described(Schema.Array(Schema.String), "The types that it is told of."),
  filters: described(Schema.Record(Schema.String, Schema.Json), "What narrows responses and captured events, as sent."),
  format: described(Schema.Literals(webhookFormats), "The form of a body."),
  active: described(Schema.Boolean, "Whether it is told of anything."),
  paused_reason: described(MaybeText, "The reason for which the server turned it off; null otherwise."),
  failing_since: described(MaybeTime, "The first failure since its last success; null while it works."),
  secret: described(
    MaybeText,
    "The key of its signatures. Returned once, when the webhook is made or its secret rotated; null otherwise."
  ),
  previous_secret_until: described(
    MaybeTime,
    "Until then signatures are made with the secret before the last rotation, too."
  ),
  deleted: described(Schema.Boolean, "Whether the webhook is deleted."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who created the webhook."),
  created_at: described(Timestamp, "The time at which the webhook was created."),
  updated_at: described(Timestamp, "The time at which the webhook was last changed.")
}).annotate({ identifier: "Webhook", description: "An address that is told of changes, responses and events." })

/** A new webhook. */
export const NewWebhook = createBody(newWebhookFields, {
  identifier: "NewWebhook",
  description: "An address that is told of changes, responses and events."
})

/** A change of a webhook. */
export const WebhookChanges = changeBody(webhookFields, {
  identifier: "WebhookChanges",
  description: "A change of a webhook. `deleted` deletes and restores it."
})

/** A delivery on the wire. */
export const WebhookDeliveryRecord = Schema.Struct({
  id: described(Schema.String, "The delivery's id; the header `webhook-id` is `msg_` and this id."),
  type: described(Schema.String, "The type of the message."),
  record: described(Schema.String, "The record that the message is about; messages about one arrive in their order."),
  state: described(
    Schema.Literals(deliveryStates),
    "`pending` is still to be sent, `failed` was given up, `dropped` was left out as the webhook is deleted."
  ),
  attempts: described(Schema.Int, "The number of attempts so far."),
  next_attempt_at: described(MaybeTime, "The earliest time of the next attempt."),
  last_attempt_at: described(MaybeTime, "The time of the last attempt."),
  response_status: described(Schema.NullOr(Schema.Int), "The status of the last answer; null without an answer."),
  response_body: described(MaybeText, "The beginning of the last answer, at most 1,000 characters."),
  error: described(MaybeText, "The reason for which the last attempt failed."),
  body: described(Schema.String, "The body as it is posted."),
  created_at: described(Timestamp, "The time at which the message was made.")
}).annotate({ identifier: "WebhookDelivery", description: "One message for one webhook, and how sending it went." })
