import { DateTime, Effect, Option, Schema } from "effect"
import type { ActivityId } from "../activity/Activity.ts"
import { ActivityRepository } from "../activity/ActivityRepository.ts"
import { entityChanged } from "../entities/Changes.ts"
import { is } from "../entities/Where.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import { consume } from "../outbox/OutboxConsumer.ts"
import type { OutboxRow } from "../outbox/OutboxMessage.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import { Transaction } from "../shared/Transaction.ts"
import { parseUuid } from "../shared/Uuid.ts"
import type { Webhook } from "./Webhook.ts"
import { makeDeliveryQueue } from "./WebhookDeliveryQueue.ts"
import type { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.ts"
import { eventTopic } from "./WebhookEvents.ts"
import { capturedMessage, CapturedPayload, changeMessage, type WebhookMessage } from "./WebhookMessages.ts"
import { WebhookRepository } from "./WebhookRepository.ts"
import { isToldOf, typeOfChange } from "./WebhookTypes.ts"

/** A message, the webhooks that it is for, and what no second message is made of. */
interface Told {
  readonly message: WebhookMessage
  readonly isFor: (webhook: Webhook) => boolean
  readonly about: string
}

const readCaptured = Schema.decodeUnknownOption(CapturedPayload)

const ofCaptured = ({ appendedAt, payload, project }: OutboxRow): Option.Option<Told> =>
  Option.map(readCaptured(payload), (captured) => ({
    message: capturedMessage(
      project,
      captured,
      DateTime.make(captured.timestamp).pipe(Option.getOrElse(() => appendedAt))
    ),
    isFor: ({ id }) => captured.webhooks.includes(id),
    about: `${captured.type}/${captured.uuid}`
  }))

/** The entry of the activity log that a change names; rows of an older form name none. */
const ofChange = Effect.fnUntraced(function*({ payload, position, project }: OutboxRow) {
  const { action, activity, scope } = recordOrEmpty(payload)
  const [type, id] = [
    typeOfChange(String(scope), String(action)),
    parseUuid(String(activity)) as ActivityId | undefined
  ]
  if (type === undefined || id === undefined) return Option.none<Told>()
  const entry = yield* (yield* ActivityRepository).find(project, id)
  return Option.map(entry, (found): Told => ({
    message: changeMessage(type, found),
    isFor: ({ types }) => isToldOf(types, type),
    about: `change/${position}`
  }))
})

const toldBy = (row: OutboxRow) => row.topic === entityChanged ? ofChange(row) : Effect.succeed(ofCaptured(row))

/** Makes the deliveries of one outbox row, each once, and has them sent. */
const fanOut = Effect.fnUntraced(function*(row: OutboxRow, webhooks: ReadonlyArray<Webhook>) {
  const told = Option.getOrUndefined(yield* toldBy(row))
  if (told === undefined) return
  const queue = yield* makeDeliveryQueue
  const transaction = yield* Transaction
  for (const webhook of webhooks.filter(told.isFor)) {
    const place = { source: `${webhook.id}/${told.about}`, position: row.position }
    yield* Effect.catchTag(transaction.run(queue.add(webhook, told.message, place)), "DeliveryKnown", () => Effect.void)
  }
})

/** Tells the webhooks of a project of its changes, responses and events. */
export const webhookConsumer = consume({
  name: "webhooks",
  topics: [entityChanged, eventTopic],
  startAt: "head",
  batchSize: 200,
  run: Effect.fnUntraced(function*({ project, rows }) {
    const repository = yield* WebhookRepository
    const webhooks = yield* repository.all(project, { where: is("active", true) })
    if (webhooks.length === 0) return
    for (const row of rows) yield* fanOut(row, webhooks)
  })
})

/** The services that the consumer needs. */
export type FanOutServices = ActivityRepository | Jobs | Transaction | WebhookDeliveryRepository | WebhookRepository
