import { Effect, Option } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { WebhookId } from "./Webhook.ts"
import { makeDeliveryQueue, sendingAll } from "./WebhookDeliveryQueue.ts"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.ts"
import { WebhookRepository } from "./WebhookRepository.ts"

/** The records whose jobs are queued in one transaction. */
export const recordsAtOnce = 100

const makeCatchUp = Effect.gen(function*() {
  const webhooks = yield* WebhookRepository
  const deliveries = yield* WebhookDeliveryRepository
  const transaction = yield* Transaction
  const queue = yield* makeDeliveryQueue

  /** Answers the last record; undefined when there are no more, or the webhook is off again. */
  const queueSome = Effect.fnUntraced(function*(project: ProjectId, id: WebhookId, after: string) {
    const webhook = Option.getOrUndefined(yield* webhooks.find(project, id))
    if (webhook === undefined || !webhook.active) return undefined
    const records = yield* deliveries.pendingRecords(project, id, after, recordsAtOnce)
    yield* Effect.forEach(records, (record) => queue.send(project, id, record), { discard: true })
    return records.length < recordsAtOnce ? undefined : records.at(-1)
  }, transaction.run)

  return Effect.fnUntraced(function*(project: ProjectId, id: WebhookId) {
    let after: string | undefined = ""
    while (after !== undefined) after = yield* queueSome(project, id, after)
  })
})

/** Does `sendingAll`: one that is interrupted begins with what is still pending. */
export const handler = Effect.flatMap(
  makeCatchUp,
  (catchUp) =>
    handle(
      sendingAll,
      ({ webhook }, { project_id: project }) => project === null ? Effect.void : catchUp(project, webhook)
    )
)
