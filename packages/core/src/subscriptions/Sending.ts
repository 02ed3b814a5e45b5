import { DateTime, Effect, Option, Schema } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { cutText } from "../shared/CapturedText.ts"
import { isoText } from "../shared/IsoText.ts"
import { baseOf, PublicUrl } from "../shared/PublicUrl.ts"
import { Transaction } from "../shared/Transaction.ts"
import { OutgoingHttp } from "../webhooks/OutgoingHttp.ts"
import { deliveryHeaders, slackBody, webhookBody } from "./DeliveryBodies.ts"
import { DeliveryContentRepository } from "./DeliveryContentRepository.ts"
import { deliveryMail } from "./DeliveryMail.ts"
import type { Delivered } from "./DeliveryWords.ts"
import { Subscription } from "./Subscription.ts"
import {
  type DeliveryTarget,
  isSettled,
  SubscriptionDelivery,
  type SubscriptionDeliveryId
} from "./SubscriptionDelivery.ts"
import { SubscriptionDeliveryRepository } from "./SubscriptionDeliveryRepository.ts"
import { sending } from "./SubscriptionJobs.ts"
import { SubscriptionRepository } from "./SubscriptionRepository.ts"
import { Subscriptions } from "./Subscriptions.ts"
import { hasTarget } from "./SubscriptionTargets.ts"
import { makeUnsubscribeToken } from "./UnsubscribeLinks.ts"

/** A subscription of which so many deliveries in a row reached nobody is turned off. */
export const mostFailures = 5

/** A delivery did not reach a target. */
class NotSent extends Schema.TaggedError<NotSent>()("NotSent", {
  reason: Schema.String,
  /** Whether trying again cannot help. */
  isFinal: Schema.Boolean,
  /** Whether the address says that it is gone for good. */
  isGone: Schema.Boolean
}) {
  override get message(): string {
    return this.reason
  }
}

const notSent = (reason: string, { isFinal = false, isGone = false } = {}) => new NotSent({ reason, isFinal, isGone })

/** The link that ends the mails to an address, where the server knows its own address and has a key. */
const unsubscribeLink = Effect.fnUntraced(function*({ base, subscription }: Delivered, email: string) {
  if (base === undefined) return undefined
  const token = yield* Effect.option(makeUnsubscribeToken(subscription, email))
  return Option.isSome(token) ? `${base}/api/unsubscribe/?token=${token.value}` : undefined
})

const mail = Effect.fnUntraced(function*(delivered: Delivered, to: string) {
  const { send } = yield* OutgoingMail
  const unsubscribe = yield* unsubscribeLink(delivered, to)
  yield* send(deliveryMail(delivered, to, unsubscribe)).pipe(
    Effect.mapError(({ isFinal, reason }) => notSent(reason, { isFinal }))
  )
})

const post = Effect.fnUntraced(function*(delivered: Delivered, url: string) {
  const http = yield* OutgoingHttp
  const body = delivered.subscription.target_type === "slack" ? slackBody(delivered) : webhookBody(delivered)
  const headers = yield* Effect.mapError(
    deliveryHeaders(delivered, body),
    () => notSent("The secret of the subscription cannot be opened: make another one.", { isFinal: true })
  )
  const { status } = yield* Effect.mapError(http.post({ url, headers, body }), ({ reason }) => notSent(reason))
  if (status === 410) return yield* notSent("The address answered 410: it is gone.", { isFinal: true, isGone: true })
  if (status < 200 || status >= 300) return yield* notSent(`The address answered ${status}.`)
})

type Outcome = NotSent | undefined

const ended = (one: DeliveryTarget, outcome: Outcome, now: DateTime.Utc): DeliveryTarget => ({
  ...one,
  state: outcome === undefined ? "sent" : "failed",
  error: outcome === undefined ? null : cutText(outcome.reason, 1_000),
  ended_at: isoText(now)
})

const makeSending = Effect.gen(function*() {
  const repository = yield* SubscriptionRepository
  const subscriptions = yield* Subscriptions
  const deliveries = yield* SubscriptionDeliveryRepository
  const contents = yield* DeliveryContentRepository
  const projects = yield* ProjectRepository
  const transaction = yield* Transaction

  /** A step of a transaction: counts deliveries in a row that nobody got, and turns the subscription off after some. */
  const count = Effect.fnUntraced(function*(subscription: Subscription, after: SubscriptionDelivery, outcome: Outcome) {
    const isReached = after.targets.some(({ state }) => state === "sent")
    const failed_deliveries = isReached ? 0 : subscription.failed_deliveries + 1
    yield* Effect.orDie(repository.update(new Subscription({ ...subscription, failed_deliveries })))
    const project = Option.getOrUndefined(yield* projects.find(subscription.project_id))
    const isOver = failed_deliveries >= mostFailures || outcome?.isGone === true
    if (project === undefined || isReached || !isOver || !subscription.enabled) return
    const last = outcome === undefined ? "" : ` The last reason: ${outcome.reason}`
    const reason = outcome?.isGone === true
      ? outcome.reason
      : `${failed_deliveries} deliveries in a row reached nobody.${last}`
    yield* Effect.orDie(subscriptions.pause({ project, actor: "system" }, subscription.id, cutText(reason, 1_000)))
  })

  /** Keeps how sending to a target went. The content goes when the last target has it. */
  const settle = Effect.fnUntraced(
    function*(project: ProjectId, id: SubscriptionDeliveryId, target: string, outcome: Outcome) {
      yield* repository.lock(project)
      const stored = Option.getOrUndefined(yield* deliveries.findForUpdate(project, id))
      if (stored === undefined || isSettled(stored)) return
      const now = yield* DateTime.now
      const targets = stored.targets.map((one) =>
        one.target === target && one.state === "pending" ? ended(one, outcome, now) : one
      )
      const after = new SubscriptionDelivery({ ...stored, targets })
      yield* Effect.orDie(deliveries.update(after))
      if (!isSettled(after)) return
      yield* contents.remove(project, id)
      const subscription = Option.getOrUndefined(yield* repository.findForUpdate(project, after.subscription_id))
      if (subscription !== undefined && !after.is_test) yield* count(subscription, after, outcome)
    },
    transaction.run
  )

  /** What is sent to a target that still waits for it. */
  const find = Effect.fnUntraced(function*(projectId: ProjectId, id: SubscriptionDeliveryId, target: string) {
    const project = Option.getOrUndefined(yield* projects.find(projectId))
    const delivery = Option.getOrUndefined(yield* deliveries.find(projectId, id))
    const isWaiting = delivery?.targets.some((one) => one.target === target && one.state === "pending") === true
    if (project === undefined || delivery === undefined || !isWaiting) return undefined
    const subscription = Option.getOrUndefined(yield* repository.find(projectId, delivery.subscription_id))
    const content = Option.getOrUndefined(yield* contents.find(projectId, id))
    if (subscription === undefined || content === undefined) return undefined
    const base = Option.getOrUndefined(Option.map(yield* PublicUrl, baseOf))
    return { project, subscription, delivery, content, base } satisfies Delivered
  })

  const send = Effect.fnUntraced(function*(delivered: Delivered, target: string) {
    const { subscription } = delivered
    if (subscription.deleted) return yield* notSent("The subscription is deleted.", { isFinal: true })
    // Who unsubscribed meanwhile gets nothing any more.
    if (!hasTarget(subscription, target)) {
      return yield* notSent("The address was removed from the subscription.", { isFinal: true })
    }
    yield* subscription.target_type === "email" ? mail(delivered, target) : post(delivered, target)
  })

  return Effect.fnUntraced(
    function*(project: ProjectId, id: SubscriptionDeliveryId, target: string, isLastAttempt: boolean) {
      const delivered = yield* find(project, id, target)
      if (delivered === undefined) return
      yield* send(delivered, target).pipe(
        Effect.matchEffect({
          onSuccess: () => settle(project, id, target, undefined),
          onFailure: (failure) =>
            // Who asks for a test waits for how it goes.
            failure.isFinal || isLastAttempt || delivered.delivery.is_test
              ? settle(project, id, target, failure)
              : Effect.fail(failure)
        })
      )
    }
  )
})

/** Does `sending`. */
export const handler = Effect.flatMap(
  makeSending,
  (send) =>
    handle(
      sending,
      ({ delivery, target }, { attempts, max_attempts, project_id: project }) =>
        project === null ? Effect.void : send(project, delivery, target, attempts >= max_attempts)
    )
)
