import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import type { Project } from "@hedgerow/core/identity/Project"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import type { Subscription } from "@hedgerow/core/subscriptions/Subscription"
import type { SubscriptionDelivery } from "@hedgerow/core/subscriptions/SubscriptionDelivery"
import { type IssuedSubscription, Subscriptions } from "@hedgerow/core/subscriptions/Subscriptions"
import { scheduleSummary } from "@hedgerow/core/subscriptions/SubscriptionSchedule"
import { Effect } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers } from "../entities/EntityHandlers.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { answering } from "../errors/ErrorTable.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import { pageRequest, pageText } from "../requests/Paging.ts"
import { subscriptionFilterFields, SubscriptionsApi } from "./SubscriptionsApi.ts"
import type { SubscriptionDeliveryRecord, SubscriptionRecord } from "./SubscriptionSchema.ts"

interface Named {
  readonly id: number
  readonly name: string
  readonly short_id?: string
  readonly deleted: boolean
}

interface Known {
  readonly people: ReadonlyMap<UserId, User>
  readonly dashboards: ReadonlyMap<number, Named>
  readonly insights: ReadonlyMap<number, Named>
}

/** Those that are not deleted, by id. */
const byId = (found: ReadonlyArray<Named>): ReadonlyMap<number, Named> =>
  new Map(found.filter(({ deleted }) => !deleted).map((one) => [one.id, one]))

const recordOf = ({ dashboards, insights, people }: Known) => (row: Subscription): typeof SubscriptionRecord.Type => {
  const insight = row.insight_id === null ? undefined : insights.get(row.insight_id)
  const dashboard = row.dashboard_id === null ? undefined : dashboards.get(row.dashboard_id)
  return {
    id: row.id,
    title: row.title,
    dashboard: row.dashboard_id,
    insight: row.insight_id,
    insight_short_id: insight?.short_id ?? null,
    resource_name: (insight ?? dashboard)?.name ?? null,
    dashboard_export_insights: row.dashboard_export_insights,
    target_type: row.target_type,
    target_value: row.target_value,
    invite_message: row.invite_message,
    frequency: row.frequency,
    interval: row.interval,
    byweekday: row.byweekday.length === 0 ? null : row.byweekday,
    bysetpos: row.bysetpos,
    count: row.count,
    start_date: isoText(row.start_date),
    until_date: isoTextOrNull(row.until_date),
    summary: scheduleSummary(row),
    next_delivery_date: isoTextOrNull(row.next_delivery_date),
    enabled: row.enabled,
    paused_reason: row.paused_reason,
    failed_deliveries: row.failed_deliveries,
    integration_id: null,
    secret: null,
    deleted: row.deleted,
    created_by: namedUser(people, row.created_by),
    created_at: isoText(row.created_at)
  }
}

const deliveryRecord = (row: SubscriptionDelivery): typeof SubscriptionDeliveryRecord.Type => ({
  id: row.id,
  is_test: row.is_test,
  target_type: row.target_type,
  targets: row.targets,
  created_at: isoText(row.created_at)
})

const shownWithout = (subscription: Subscription): IssuedSubscription => ({ subscription, secret: null })

/** Shows and changes subscriptions, and shows their deliveries. */
export const layer = handlerGroup(
  SubscriptionsApi,
  Effect.fnUntraced(function*(handlers) {
    const subscriptions = yield* Subscriptions
    const dashboards = yield* DashboardRepository
    const insights = yield* InsightRepository
    const { people } = yield* UserLookup

    const records = Effect.fnUntraced(function*(project: Project, rows: ReadonlyArray<Subscription>) {
      return recordOf({
        people: yield* people(project, rows.flatMap(({ created_by }) => created_by ?? [])),
        dashboards: byId(
          yield* dashboards.findMany(project.id, rows.flatMap(({ dashboard_id }) => dashboard_id ?? []))
        ),
        insights: byId(yield* insights.findMany(project.id, rows.flatMap(({ insight_id }) => insight_id ?? [])))
      })
    })

    const plain = yield* makeEntityHandlers({
      group: "subscriptions",
      scope: "Subscription",
      list: Effect.fnUntraced(function*(project, query, page) {
        return yield* subscriptions.list(project, yield* readListQuery(subscriptionFilterFields, query), page)
      }),
      find: (project, id) => Effect.map(subscriptions.find(project, id), shownWithout),
      idOf: ({ subscription }: IssuedSubscription) => subscription.id,
      create: subscriptions.create,
      patch: (by, id, body) => Effect.map(subscriptions.patch(by, id, body), shownWithout),
      shownInLists: records,
      shown: (project, { secret, subscription }: IssuedSubscription) =>
        Effect.map(records(project, [subscription]), (record) => ({ ...record(subscription), secret }))
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handle("remove", plain.refuseRemoval)
      .handle("activity", plain.activityOfOne)
      .handle(
        "testDelivery",
        Effect.fn("http.subscriptions.testDelivery")(function*({ params }) {
          const project = yield* CurrentProject
          return deliveryRecord(yield* subscriptions.test(project.id, params.id))
        }, answering)
      )
      .handle(
        "deliveries",
        Effect.fn("http.subscriptions.deliveries")(function*({ params, query }) {
          const project = yield* CurrentProject
          const page = pageRequest(query)
          return yield* pageText(yield* subscriptions.deliveries(project.id, params.id, page), page, deliveryRecord)
        }, answering)
      )
  })
)
