import { DateTime, Duration, Effect, Option } from "effect"
import { Schema } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { ProjectId } from "../identity/Project.ts"
import { defineJob, handle } from "../jobs/JobKind.ts"
import { RandomBytes } from "../shared/RandomBytes.ts"
import { Transaction } from "../shared/Transaction.ts"
import { nextAttempt } from "./DeliveryRetries.ts"
import { Webhook, type WebhookId } from "./Webhook.ts"
import { attempt, type AttemptOutcome } from "./WebhookAttempt.ts"
import { keptSince, pendingOf, WebhookDelivery } from "./WebhookDelivery.ts"
import { makeDeliveryQueue, sending } from "./WebhookDeliveryQueue.ts"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.ts"
import { WebhookRepository } from "./WebhookRepository.ts"
import { Webhooks } from "./Webhooks.ts"

/** A webhook that has failed for so long is turned off. */
const longestFailing = Duration.days(1)

/** After this number of deliveries a job lets others have a turn. */
const mostInARow = 100

const afterAttempt = (
  delivery: WebhookDelivery,
  outcome: AttemptOutcome,
  now: DateTime.Utc,
  share: number
): WebhookDelivery => {
  const attempts = delivery.attempts + 1
  const next = outcome.isDelivered || outcome.isGone ? undefined : nextAttempt(attempts, now, share, outcome.retryAfter)
  return new WebhookDelivery({
    ...delivery,
    attempts,
    state: outcome.isDelivered ? "delivered" : next === undefined ? "failed" : "pending",
    next_attempt_at: next ?? null,
    last_attempt_at: now,
    response_status: outcome.status,
    response_body: outcome.body,
    error: outcome.error
  })
}

/** The reason for which a webhook is turned off after an attempt; undefined while it stays on. */
const pauseReason = (failingSince: DateTime.Utc, { error, isGone }: AttemptOutcome, now: DateTime.Utc) => {
  if (isGone) return "The address answered 410: it is gone."
  const failing = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(failingSince)
  return failing >= Duration.toMillis(longestFailing)
    ? `Nothing was delivered for a day. The last reason: ${error ?? "unknown"}`
    : undefined
}

const makeSending = Effect.gen(function*() {
  const webhooks = yield* Webhooks
  const repository = yield* WebhookRepository
  const deliveries = yield* WebhookDeliveryRepository
  const projects = yield* ProjectRepository
  const transaction = yield* Transaction
  const queue = yield* makeDeliveryQueue

  /** Keeps the time of the first failure in a row, and turns the webhook off after a day. */
  const noteOutcome = Effect.fnUntraced(function*(project: ProjectId, id: WebhookId, outcome: AttemptOutcome) {
    const webhook = Option.getOrUndefined(yield* repository.findForUpdate(project, id))
    if (webhook === undefined) return
    const now = yield* DateTime.now
    const failing_since = outcome.isDelivered ? null : webhook.failing_since ?? now
    if (failing_since !== webhook.failing_since) yield* repository.update(new Webhook({ ...webhook, failing_since }))
    const reason = failing_since === null ? undefined : pauseReason(failing_since, outcome, now)
    const owner = Option.getOrUndefined(yield* projects.find(project))
    if (reason === undefined || owner === undefined || !webhook.active) return
    yield* Effect.ignore(webhooks.pause({ project: owner, actor: "system" }, id, reason))
  })

  /**
   * Keeps the outcome of an attempt; answers the time of the next one. The delivery counts as it is stored by then: one
   * that somebody sends again meanwhile has all its attempts.
   */
  const note = Effect.fnUntraced(
    function*({ id: webhook, project_id }: Webhook, { id }: WebhookDelivery, outcome: AttemptOutcome) {
      const delivery = Option.getOrUndefined(yield* deliveries.findForUpdate(project_id, id))
      yield* noteOutcome(project_id, webhook, outcome)
      if (delivery?.state !== "pending") return null
      const share = ((yield* RandomBytes)(1)[0] ?? 0) / 255
      const after = afterAttempt(delivery, outcome, yield* DateTime.now, share)
      yield* Effect.orDie(deliveries.update(after))
      return after.next_attempt_at
    },
    transaction.run
  )

  const send = Effect.fnUntraced(function*(webhook: Webhook, delivery: WebhookDelivery) {
    return yield* note(webhook, delivery, yield* attempt(webhook, delivery))
  })

  const drop = (delivery: WebhookDelivery) =>
    Effect.orDie(deliveries.update(
      new WebhookDelivery({ ...delivery, state: "dropped", next_attempt_at: null, error: "The webhook is deleted." })
    ))

  /** Sends the next delivery about a record; answers the time of the next one, or undefined when nothing is left. */
  const sendNext = Effect.fnUntraced(function*(project: ProjectId, id: WebhookId, record: string) {
    const delivery = Option.getOrUndefined(yield* deliveries.first(project, pendingOf(id, record)))
    if (delivery === undefined) return undefined
    const now = yield* DateTime.now
    const webhook = Option.getOrUndefined(yield* repository.find(project, id))
    if (webhook === undefined || webhook.deleted) return Effect.as(drop(delivery), now)
    // What is pending of one that is off is sent when it is turned on again.
    if (!webhook.active) return undefined
    if (delivery.next_attempt_at !== null && DateTime.isGreaterThan(delivery.next_attempt_at, now)) {
      return Effect.succeed(delivery.next_attempt_at)
    }
    return Effect.map(send(webhook, delivery), (next) => next ?? now)
  })

  return Effect.fnUntraced(function*(project: ProjectId, id: WebhookId, record: string) {
    for (let sent = 0;; sent++) {
      const step = yield* sendNext(project, id, record)
      if (step === undefined) return
      const next = yield* step
      const now = yield* DateTime.now
      if (DateTime.isGreaterThan(next, now) || sent === mostInARow) {
        return yield* Effect.asVoid(transaction.run(queue.send(project, id, record, next)))
      }
    }
  })
})

/** Does `sending`. */
export const handler = Effect.flatMap(
  makeSending,
  (sendAll) =>
    handle(
      sending,
      ({ record, webhook }, { project_id: project }) =>
        project === null ? Effect.void : sendAll(project, webhook, record)
    )
)

/** Removes deliveries that are older than thirty days, every day. */
const removeOldDeliveries = defineJob({
  name: "webhooks.remove_old_deliveries",
  payload: Schema.Struct({}),
  schedule: Duration.days(1)
})

/** Does `removeOldDeliveries`. */
export const removalHandler = handle(
  removeOldDeliveries,
  Effect.fnUntraced(function*() {
    const deliveries = yield* WebhookDeliveryRepository
    yield* deliveries.removeOld(keptSince(yield* DateTime.now))
  })
)
