import { Duration, Effect, Schema } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { defineJob } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { type Subscription, SubscriptionId } from "./Subscription.ts"
import { isSettled, type SubscriptionDelivery, SubscriptionDeliveryId } from "./SubscriptionDelivery.ts"

/**
 * Makes what a subscription tells when its date has come, or for a delivery that was asked for by hand. A storage that is
 * away does not end the schedule: an attempt that fails is made again.
 */
export const delivering = defineJob({
  name: "subscriptions.deliver",
  payload: Schema.Struct({ subscription: SubscriptionId, test: Schema.NullOr(SubscriptionDeliveryId) }),
  maxAttempts: 10_000,
  firstBackOff: Duration.seconds(30),
  concurrency: 2,
  spare: 1
})

/** Sends a delivery to one of its targets; tried again for about half a day. */
export const sending = defineJob({
  name: "subscriptions.send",
  payload: Schema.Struct({ delivery: SubscriptionDeliveryId, target: Schema.String }),
  maxAttempts: 16,
  firstBackOff: Duration.minutes(1),
  concurrency: 4,
  spare: 1
})

/** Queues the work of subscriptions, each in the transaction that asks for it. */
export const makeSubscriptionJobs = Effect.map(Jobs, (jobs) => ({
  /** Has the next date kept. */
  arm: ({ deleted, enabled, id, next_delivery_date: runAt, project_id: project }: Subscription) =>
    !enabled || deleted || runAt === null ? Effect.void : Effect.asVoid(
      jobs.enqueue(delivering, {
        project,
        payload: { subscription: id, test: null },
        uniqueKey: String(id),
        runAt
      })
    ),

  /** Has the content of a delivery made that was asked for by hand. */
  test: ({ id: test, project_id: project, subscription_id: subscription }: SubscriptionDelivery) =>
    Effect.asVoid(
      jobs.enqueue(delivering, { project, payload: { subscription, test }, uniqueKey: `${subscription}/${test}` })
    ),

  /** Has a delivery sent to every target. */
  send: Effect.fnUntraced(function*(project: ProjectId, delivery: SubscriptionDelivery) {
    if (isSettled(delivery)) return
    for (const { target } of delivery.targets) {
      const payload = { delivery: delivery.id, target }
      yield* jobs.enqueue(sending, { project, payload, uniqueKey: `${delivery.id}/${target}` })
    }
  })
}))
