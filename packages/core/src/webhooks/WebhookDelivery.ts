import { DateTime, Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, given, is } from "../entities/Where.ts"
import { ProjectId } from "../identity/Project.ts"
import { Uuid } from "../shared/Uuid.ts"
import { WebhookId } from "./Webhook.ts"

/** A uuid of version 7. */
export const WebhookDeliveryId = Uuid.pipe(Schema.brand("WebhookDeliveryId"))
export type WebhookDeliveryId = typeof WebhookDeliveryId.Type

/** Still to be sent, taken by the address, given up after the last attempt, or left out as the webhook is gone. */
export const deliveryStates = ["pending", "delivered", "failed", "dropped"] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One message for one webhook, and how sending it went. */
export class WebhookDelivery extends Schema.Class<WebhookDelivery>("WebhookDelivery")({
  project_id: ProjectId,
  id: WebhookDeliveryId,
  webhook_id: WebhookId,
  /** The webhook and what the message is about: no second message is made of one. */
  source: Schema.String,
  type: Schema.String,
  /** The record that it is about; messages about one record arrive in their order. */
  record: Schema.String,
  /** The order among messages about one record. */
  position: Schema.Int,
  /** The body as it is posted. */
  body: Schema.String,
  state: Schema.Literals(deliveryStates),
  attempts: Schema.Int,
  /** The earliest time of the next attempt. */
  next_attempt_at: Schema.NullOr(Schema.DateTimeUtc),
  /** The time, status and beginning of the answer of the last attempt; without an answer the reason. */
  last_attempt_at: Schema.NullOr(Schema.DateTimeUtc),
  response_status: Schema.NullOr(Schema.Int),
  response_body: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  created_at: Schema.DateTimeUtc
}) {}

/** A message about the same was made before. */
export class DeliveryKnown extends Schema.TaggedError<DeliveryKnown>()("DeliveryKnown", {}) {}

/** The entity of deliveries; their log is themselves. */
export const webhookDeliveryEntity = entity({
  name: "WebhookDelivery",
  table: "webhook_deliveries",
  model: WebhookDelivery,
  ids: "uuid",
  unique: { field: "source", isFreedByDeletion: false, taken: () => new DeliveryKnown() }
})

/** The deliveries of a list. */
export interface DeliveryFilter {
  readonly webhook_id: WebhookId
  readonly state?: DeliveryState
  readonly type?: string
}

/** The latest first. */
export const deliveriesBy = ({ state, type, webhook_id }: DeliveryFilter): EntityQuery<WebhookDelivery> => ({
  where: all([
    is("webhook_id", webhook_id),
    given(state, (one) => is("state", one)),
    given(type, (one) => is("type", one))
  ]),
  order: [{ field: "created_at", isDescending: true }, { field: "position", isDescending: true }]
})

/** Those of one record that are still to be sent, in their order. */
export const pendingOf = (webhook: WebhookId, record: string): EntityQuery<WebhookDelivery> => ({
  where: all([is("webhook_id", webhook), is("record", record), is("state", "pending")]),
  order: [{ field: "position", isDescending: false }]
})

/** The time for which deliveries are kept, sent or not. */
export const deliveriesKept = { days: 30 }

/** The deliveries that are kept are those since this time. */
export const keptSince = (now: DateTime.Utc): DateTime.Utc => DateTime.subtract(now, deliveriesKept)
