import { Context, DateTime, Effect, Layer, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { DashboardId } from "../dashboards/Dashboard.ts"
import type { DashboardRepository } from "../dashboards/DashboardRepository.ts"
import type { DashboardTextRepository } from "../dashboards/DashboardTextRepository.ts"
import type { DashboardTileRepository } from "../dashboards/DashboardTileRepository.ts"
import type { InsightId } from "../dashboards/Insight.ts"
import type { InsightRepository } from "../dashboards/InsightRepository.ts"
import type { Changes, Editing } from "../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../entities/EntityEditing.ts"
import { all, given, is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import * as Secrets from "../secrets/Secrets.ts"
import {
  type ChangedFields,
  differs,
  type FieldValues,
  readChanges,
  readFields,
  withChanges
} from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { makeWebhookSecret } from "../webhooks/WebhookSignature.ts"
import { secretPlace, Subscription, subscriptionEntity, type SubscriptionId, type TargetType } from "./Subscription.ts"
import { deliveriesOf, isSettled, SubscriptionDelivery, type SubscriptionDeliveryId } from "./SubscriptionDelivery.ts"
import { SubscriptionDeliveryRepository } from "./SubscriptionDeliveryRepository.ts"
import { SubscriptionNotFound, type UnsubscribeLinkInvalid } from "./SubscriptionErrors.ts"
import { newSubscriptionFields, subscriptionFields } from "./SubscriptionInput.ts"
import { makeSubscriptionJobs } from "./SubscriptionJobs.ts"
import { SubscriptionRepository } from "./SubscriptionRepository.ts"
import { makeSubscriptionRules } from "./SubscriptionRules.ts"
import { nextDelivery } from "./SubscriptionSchedule.ts"
import { hasTarget, targetsOf, withoutTarget } from "./SubscriptionTargets.ts"
import { readUnsubscribeToken, type UnsubscribePayload } from "./UnsubscribeLinks.ts"

/** The subscriptions that a list shows. */
export interface SubscriptionFilter {
  readonly dashboard?: number | undefined
  readonly insight?: number | undefined
  readonly target_type?: TargetType | undefined
}

/** A subscription together with the key of its signatures, where it was just made. */
export interface IssuedSubscription {
  readonly subscription: Subscription
  readonly secret: string | null
}

type New = FieldValues<typeof newSubscriptionFields> & { readonly secret: string | null }

/** The fields of a change that clients send, and those that the server changes. */
type Sent = ChangedFields<typeof subscriptionFields> & { readonly paused_reason?: string }
type Missing = InvalidInput | SubscriptionNotFound

const notSealed = InvalidInput.at(
  ["target_type"],
  "invalid_input",
  "Nothing can be sent to a webhook: this installation has no secret key to seal its secret with."
)

const underWay = InvalidInput.at([], "invalid_input", "A test delivery is under way: wait until it has ended.")

/** Said of a subscription whose last address was removed by who reads it. */
const nobodyLeft = "Everybody who got it has unsubscribed."

const scheduleFields = ["frequency", "interval", "byweekday", "bysetpos", "count", "start_date", "until_date"] as const

/** The changes of the stored fields. */
const storedFields = ({ byweekday, dashboard, dashboard_export_insights: chosen, insight, ...plain }: Sent) => ({
  ...plain,
  ...(dashboard === undefined ? undefined : { dashboard_id: dashboard as DashboardId | null }),
  ...(insight === undefined ? undefined : { insight_id: insight as InsightId | null }),
  ...(chosen === undefined ? undefined : { dashboard_export_insights: chosen as ReadonlyArray<InsightId> }),
  ...(byweekday === undefined ? undefined : { byweekday: byweekday ?? [] })
})

/** What a change of the schedule, or of whether it is sent, means for its other fields. */
const follows = (edit: Edit<Subscription, Sent>, changed: Subscription): Partial<Subscription> => {
  const { before, by: { project }, now } = edit
  const turnedOn = changed.enabled && before?.enabled === false
  const isScheduled = before === undefined || turnedOn || before.deleted && !changed.deleted
    || scheduleFields.some((field) => differs(before, { [field]: changed[field] }))
  return {
    ...(turnedOn ? { paused_reason: null, failed_deliveries: 0 } : undefined),
    ...(isScheduled ? { next_delivery_date: nextDelivery(changed, now, project.timezone) ?? null } : undefined)
  }
}

const draft = (edit: Edit<Subscription, Sent>) => {
  const changed = withChanges(edit.from, storedFields(edit.sent) as Partial<Subscription>)
  return Effect.succeed({ ...edit, after: withChanges(changed, follows(edit, changed)) })
}

const blank = ({ made, sent }: NewEdit<Subscription, New>): Subscription => {
  const { byweekday, dashboard, dashboard_export_insights: chosen, insight, ...plain } = sent
  return new Subscription({
    ...plain,
    ...made,
    dashboard_id: dashboard as DashboardId | null,
    insight_id: insight as InsightId | null,
    dashboard_export_insights: chosen as ReadonlyArray<InsightId>,
    byweekday: byweekday ?? [],
    paused_reason: null,
    failed_deliveries: 0,
    next_delivery_date: null,
    deleted: false
  })
}

/** Dashboards and insights that are sent on schedules. Ids stand as in URLs: a text that is none finds nothing. */
export class Subscriptions extends Context.Service<Subscriptions, {
  /** By id. */
  readonly list: (
    project: ProjectId,
    filter: SubscriptionFilter,
    page: PageRequest
  ) => Effect.Effect<Page<Subscription>>
  /** Also a deleted one. */
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Subscription, SubscriptionNotFound>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<IssuedSubscription, InvalidInput>
  /** Changes what `body` names; marks as deleted and restores, too. */
  readonly patch: (by: Editing, id: string, body: unknown) => Effect.Effect<Subscription, Missing>
  /** Turns it off, with the reason. */
  readonly pause: (by: Editing, id: SubscriptionId, reason: string) => Effect.Effect<Subscription, Missing>
  /** Sends it to its targets now, beside the schedule. */
  readonly test: (project: ProjectId, id: string) => Effect.Effect<SubscriptionDelivery, Missing>
  /** The latest first. */
  readonly deliveries: (
    project: ProjectId,
    id: string,
    page: PageRequest
  ) => Effect.Effect<Page<SubscriptionDelivery>, SubscriptionNotFound>
  /** The address that the token of a link is for, whether mails still go there or not. */
  readonly unsubscribing: (token: string) => Effect.Effect<string, UnsubscribeLinkInvalid>
  /** Ends the mails to the address of the token. */
  readonly unsubscribe: (token: string) => Effect.Effect<string, UnsubscribeLinkInvalid>
}>()("@hedgerow/core/subscriptions/Subscriptions") {
  static readonly layer: Layer.Layer<
    Subscriptions,
    never,
    | Changes
    | DashboardRepository
    | DashboardTextRepository
    | DashboardTileRepository
    | InsightRepository
    | Jobs
    | ProjectRepository
    | SubscriptionDeliveryRepository
    | SubscriptionRepository
    | Transaction
  > = Layer.effect(
    Subscriptions,
    Effect.gen(function*() {
      const repository = yield* SubscriptionRepository
      const rows = yield* SubscriptionDeliveryRepository
      const projects = yield* ProjectRepository
      const transaction = yield* Transaction
      const queue = yield* makeSubscriptionJobs
      const check = yield* makeSubscriptionRules

      const editing = yield* makeEntityEditing(subscriptionEntity, repository, {
        missing: () => new SubscriptionNotFound(),
        lock: repository.lock,
        blank,
        draft,
        check,
        // The secret of a new one is sealed for its id, which is known by now.
        seal: Effect.fnUntraced(function*({ after, before }) {
          if (after.secret === null || before !== undefined) return after
          const secret = yield* Effect.mapError(Secrets.seal(after.secret, secretPlace(after)), () => notSealed)
          return new Subscription({ ...after, secret })
        }),
        // Also where the date stays: a delivery that is being made of what it was is made anew.
        follow: (_, stored) => queue.arm(stored)
      })

      const test = Effect.fnUntraced(function*(project: ProjectId, id: string) {
        const subscription = yield* editing.find(project, id)
        yield* repository.findForUpdate(project, subscription.id)
        const known = yield* rows.all(project, deliveriesOf(subscription.id))
        if (known.some((one) => one.is_test && !isSettled(one))) return yield* underWay
        const delivery = new SubscriptionDelivery({
          project_id: project,
          id: (yield* makeUuid7) as SubscriptionDeliveryId,
          subscription_id: subscription.id,
          is_test: true,
          target_type: subscription.target_type,
          targets: targetsOf(subscription).map((target) => ({ target, state: "pending", error: null, ended_at: null })),
          created_at: yield* DateTime.now
        })
        yield* rows.insert(delivery)
        yield* queue.test(delivery)
        return delivery
      }, transaction.run)

      const removeAddress = Effect.fnUntraced(function*({ email, project, subscription }: UnsubscribePayload) {
        const owner = Option.getOrUndefined(yield* projects.find(project))
        yield* repository.lock(project)
        const found = Option.getOrUndefined(yield* repository.findForUpdate(project, subscription))
        if (owner === undefined || found?.target_type !== "email" || !hasTarget(found, email)) return
        const target_value = withoutTarget(found, email)
        const isLast = target_value === ""
        const changes = isLast ? { enabled: false, paused_reason: nobodyLeft, target_value } : { target_value }
        const by: Editing = { project: owner, actor: "system" }
        yield* Effect.orDie(editing.update(by, subscription, () => Effect.succeed(changes)))
      }, transaction.run)

      return Subscriptions.of({
        list: Effect.fn("Subscriptions.list")((project, { dashboard, insight, target_type }, page) =>
          repository.list(project, {
            where: all([
              given(dashboard, (id) => is("dashboard_id", id)),
              given(insight, (id) => is("insight_id", id)),
              given(target_type, (type) => is("target_type", type))
            ])
          }, page)
        ),
        find: Effect.fn("Subscriptions.find")(editing.find),

        create: Effect.fn("Subscriptions.create")(function*(by, body) {
          const made = yield* makeWebhookSecret
          const read = Effect.map(readFields(newSubscriptionFields, body), (fields) => ({
            ...fields,
            secret: fields.target_type === "webhook" ? made : null
          }))
          const subscription = yield* editing.create(by, read)
          return { subscription, secret: subscription.secret === null ? null : made }
        }),

        patch: Effect.fn("Subscriptions.patch")((by, id, body) =>
          editing.update(by, id, () => readChanges(subscriptionFields, body))
        ),

        pause: Effect.fn("Subscriptions.pause")((by, id, paused_reason) =>
          editing.update(by, id, () => Effect.succeed({ enabled: false, paused_reason }))
        ),

        test: Effect.fn("Subscriptions.test")(test),

        deliveries: Effect.fn("Subscriptions.deliveries")(function*(project, id, page) {
          const { id: subscription } = yield* editing.find(project, id)
          return yield* rows.list(project, deliveriesOf(subscription), page)
        }),

        unsubscribing: Effect.fn("Subscriptions.unsubscribing")((token) =>
          Effect.map(readUnsubscribeToken(token), ({ email }) => email)
        ),

        unsubscribe: Effect.fn("Subscriptions.unsubscribe")(function*(token) {
          const payload = yield* readUnsubscribeToken(token)
          yield* removeAddress(payload)
          return payload.email
        })
      })
    })
  )
}
