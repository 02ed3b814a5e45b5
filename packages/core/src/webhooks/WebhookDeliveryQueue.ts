import { DateTime, Effect, Schema } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { defineJob } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { type Webhook, WebhookId } from "./Webhook.ts"
import { type DeliveryKnown, WebhookDelivery, WebhookDeliveryId } from "./WebhookDelivery.ts"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.ts"
import { bodyOf, type WebhookMessage } from "./WebhookMessages.ts"

/** Sends the pending deliveries about one record, in their order. */
export const sending = defineJob({
  name: "webhooks.send",
  payload: Schema.Struct({ webhook: WebhookId, record: Schema.String }),
  // Attempts at the address are counted by the delivery; these are failures of our own.
  maxAttempts: 20,
  spare: 2
})

/** Queues `sending` for every record of a webhook that has pending deliveries. */
export const sendingAll = defineJob({
  name: "webhooks.send_pending",
  payload: Schema.Struct({ webhook: WebhookId }),
  maxAttempts: 20,
  concurrency: 1,
  spare: 1
})

/** The place of a delivery, and what no second one is made of. */
export interface DeliveryPlace {
  readonly source: string
  readonly position: number
}

/** Adds deliveries and has them sent; each a step of the caller's transaction. */
export const makeDeliveryQueue = Effect.gen(function*() {
  const deliveries = yield* WebhookDeliveryRepository
  const jobs = yield* Jobs

  /** Sends what is pending about a record, at a time or now. */
  const send = (project: ProjectId, webhook: WebhookId, record: string, runAt?: DateTime.Utc) =>
    jobs.enqueue(sending, {
      project,
      payload: { webhook, record },
      uniqueKey: `${webhook}/${record}`,
      ...(runAt === undefined ? undefined : { runAt })
    })

  /** Sends everything that is pending of a webhook, in the background. */
  const sendAll = (project: ProjectId, webhook: WebhookId) =>
    jobs.enqueue(sendingAll, { project, payload: { webhook }, uniqueKey: String(webhook) })

  const add = Effect.fnUntraced(function*(
    webhook: Webhook,
    message: WebhookMessage,
    { position, source }: DeliveryPlace
  ): Effect.fn.Return<WebhookDelivery, DeliveryKnown> {
    const delivery = new WebhookDelivery({
      project_id: webhook.project_id,
      id: WebhookDeliveryId.make(yield* makeUuid7),
      webhook_id: webhook.id,
      source,
      type: message.type,
      record: message.record,
      position,
      body: bodyOf(webhook, message),
      state: "pending",
      attempts: 0,
      next_attempt_at: null,
      last_attempt_at: null,
      response_status: null,
      response_body: null,
      error: null,
      created_at: yield* DateTime.now
    })
    yield* deliveries.insert(delivery)
    yield* send(webhook.project_id, webhook.id, message.record)
    return delivery
  })

  return { add, send, sendAll }
})
