import { DateTime, Effect, Option, Result, Struct } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { differs } from "../shared/Fields.ts"
import { isoText } from "../shared/IsoText.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { DeliveryContent } from "./DeliveryContent.ts"
import { DeliveryContentRepository } from "./DeliveryContentRepository.ts"
import { makeContentMaking } from "./MakeContent.ts"
import { Subscription, type SubscriptionId } from "./Subscription.ts"
import {
  deliveriesKept,
  deliveriesOf,
  isSettled,
  SubscriptionDelivery,
  type SubscriptionDeliveryId
} from "./SubscriptionDelivery.ts"
import { SubscriptionDeliveryRepository } from "./SubscriptionDeliveryRepository.ts"
import { delivering, makeSubscriptionJobs } from "./SubscriptionJobs.ts"
import { SubscriptionRepository } from "./SubscriptionRepository.ts"
import { Subscriptions } from "./Subscriptions.ts"
import { nextDelivery } from "./SubscriptionSchedule.ts"
import { targetsOf } from "./SubscriptionTargets.ts"

/** The fields that say what is sent, to whom and when: with another value a delivery is that of another subscription. */
const sentFields = [
  "dashboard_id",
  "insight_id",
  "dashboard_export_insights",
  "target_value",
  "enabled",
  "deleted",
  "next_delivery_date"
] as const satisfies ReadonlyArray<keyof Subscription>

/** Whether a subscription is still the one that was read. Who changes it otherwise sees to its next delivery. */
const isStill = (read: Subscription, stored: Subscription): boolean =>
  !differs(stored, Struct.pick(read, [...sentFields]))

type Content = Omit<DeliveryContent, "id" | "project_id">

const makeDelivering = Effect.gen(function*() {
  const repository = yield* SubscriptionRepository
  const subscriptions = yield* Subscriptions
  const deliveries = yield* SubscriptionDeliveryRepository
  const contents = yield* DeliveryContentRepository
  const projects = yield* ProjectRepository
  const transaction = yield* Transaction
  const queue = yield* makeSubscriptionJobs
  const makeContent = yield* makeContentMaking

  /** A step of a transaction: keeps a time, and has it kept. */
  const store = Effect.fnUntraced(function*(after: Subscription) {
    yield* Effect.orDie(repository.update(after))
    yield* queue.arm(after)
  })

  /** A step of a transaction: the stored row of a subscription that was read before; undefined where it is another one. */
  const stillStored = Effect.fnUntraced(function*(read: Subscription) {
    yield* repository.lock(read.project_id)
    const stored = Option.getOrUndefined(yield* repository.findForUpdate(read.project_id, read.id))
    return stored !== undefined && isStill(read, stored) ? stored : undefined
  })

  /** A step of a transaction: of each subscription the latest deliveries are kept. */
  const trim = Effect.fnUntraced(function*({ id, project_id: project }: Subscription) {
    const all = yield* deliveries.all(project, deliveriesOf(id))
    for (const old of all.slice(deliveriesKept)) {
      yield* contents.remove(project, old.id)
      yield* deliveries.remove(project, old.id)
    }
  })

  /** A step of a transaction: keeps the content, and has it sent to every target. */
  const send = Effect.fnUntraced(function*(delivery: SubscriptionDelivery, content: Content) {
    const { id, project_id } = delivery
    yield* contents.insert(new DeliveryContent({ ...content, id, project_id }))
    yield* queue.send(project_id, delivery)
  })

  /** The delivery, its jobs and the next date are one change: nothing that ends the server in between sends twice. */
  const conclude = Effect.fnUntraced(function*(project: Project, read: Subscription, content: Content) {
    const stored = yield* stillStored(read)
    if (stored === undefined) return
    const now = yield* DateTime.now
    const delivery = new SubscriptionDelivery({
      project_id: project.id,
      id: (yield* makeUuid7) as SubscriptionDeliveryId,
      subscription_id: stored.id,
      is_test: false,
      target_type: stored.target_type,
      targets: targetsOf(stored).map((target) => ({ target, state: "pending", error: null, ended_at: null })),
      created_at: now
    })
    yield* deliveries.insert(delivery)
    yield* send(delivery, content)
    yield* trim(stored)
    yield* store(
      new Subscription({ ...stored, next_delivery_date: nextDelivery(stored, now, project.timezone) ?? null })
    )
  }, transaction.run)

  /** Without anything to send it is turned off, with the reason. */
  const pause = Effect.fnUntraced(function*(project: Project, read: Subscription, reason: string) {
    if ((yield* stillStored(read)) === undefined) return
    yield* Effect.orDie(subscriptions.pause({ project, actor: "system" }, read.id, reason))
  }, transaction.run)

  const postpone = Effect.fnUntraced(function*(read: Subscription) {
    const stored = yield* stillStored(read)
    if (stored !== undefined) yield* queue.arm(stored)
  }, transaction.run)

  const deliver = Effect.fnUntraced(function*(project: Project, subscription: Subscription) {
    const { deleted, enabled, next_delivery_date: due } = subscription
    if (!enabled || deleted || due === null) return
    if (DateTime.isGreaterThan(due, yield* DateTime.now)) return yield* postpone(subscription)
    const content = yield* makeContent(project, subscription)
    yield* Result.match(content, {
      onFailure: (reason) => pause(project, subscription, reason),
      onSuccess: (made) => conclude(project, subscription, made)
    })
  })

  /** A delivery by hand of which nothing is known yet: it is sent, or every target has failed. */
  const concludeTest = Effect.fnUntraced(
    function*(project: Project, id: SubscriptionDeliveryId, content: Result.Result<Content, string>) {
      const delivery = Option.getOrUndefined(yield* deliveries.findForUpdate(project.id, id))
      if (delivery === undefined || isSettled(delivery)) return
      if (Option.isSome(yield* contents.find(project.id, id))) return yield* queue.send(project.id, delivery)
      if (Result.isSuccess(content)) return yield* send(delivery, content.success)
      const ended_at = isoText(yield* DateTime.now)
      const targets = delivery.targets.map(({ target }) => ({
        target,
        state: "failed" as const,
        error: content.failure,
        ended_at
      }))
      yield* Effect.orDie(deliveries.update(new SubscriptionDelivery({ ...delivery, targets })))
    },
    transaction.run
  )

  return Effect.fnUntraced(
    function*(projectId: ProjectId, id: SubscriptionId, test: SubscriptionDeliveryId | null) {
      const subscription = Option.getOrUndefined(yield* repository.find(projectId, id))
      const project = Option.getOrUndefined(yield* projects.find(projectId))
      if (subscription === undefined || project === undefined) return
      if (test === null) return yield* deliver(project, subscription)
      yield* concludeTest(project, test, yield* makeContent(project, subscription))
    }
  )
})

/** Does `delivering`. */
export const handler = Effect.flatMap(
  makeDelivering,
  (deliver) =>
    handle(
      delivering,
      ({ subscription, test }, { project_id: project }) =>
        project === null ? Effect.void : deliver(project, subscription, test)
    )
)
