import { DashboardId } from "@hedgerow/core/dashboards/Dashboard"
import { InsightId } from "@hedgerow/core/dashboards/Insight"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { type DeliveryContent, deliveryContentEntity } from "@hedgerow/core/subscriptions/DeliveryContent"
import { DeliveryContentRepository } from "@hedgerow/core/subscriptions/DeliveryContentRepository"
import { type Subscription, subscriptionEntity, SubscriptionId } from "@hedgerow/core/subscriptions/Subscription"
import {
  type SubscriptionDelivery,
  subscriptionDeliveryEntity
} from "@hedgerow/core/subscriptions/SubscriptionDelivery"
import { SubscriptionDeliveryRepository } from "@hedgerow/core/subscriptions/SubscriptionDeliveryRepository"
import { SubscriptionRepository } from "@hedgerow/core/subscriptions/SubscriptionRepository"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

const later = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")

const subscriptionOf = Effect.fnUntraced(function*(project: ProjectId) {
  const now = yield* DateTime.now
  const fields: Omit<Subscription, "id"> = {
    project_id: project,
    title: "Signups of the week",
    dashboard_id: null,
    insight_id: InsightId.make(1),
    dashboard_export_insights: [],
    target_type: "email",
    target_value: "ada@example.com",
    invite_message: null,
    frequency: "weekly",
    interval: 1,
    byweekday: [],
    bysetpos: null,
    count: null,
    start_date: now,
    until_date: null,
    enabled: true,
    paused_reason: null,
    failed_deliveries: 0,
    secret: null,
    next_delivery_date: now,
    deleted: false,
    created_by: null,
    created_at: now
  }
  return fields
})

const subscriptionChanges: Partial<Subscription> = {
  title: "Ünïcode \"quoted\"",
  dashboard_id: DashboardId.make(7),
  insight_id: null,
  dashboard_export_insights: [InsightId.make(3), InsightId.make(2)],
  target_type: "webhook",
  target_value: "https://example.com/hooks",
  invite_message: "Hello\nthere",
  frequency: "monthly",
  interval: 3,
  byweekday: ["friday", "monday"],
  bysetpos: -1,
  count: 12,
  start_date: later,
  until_date: later,
  enabled: false,
  paused_reason: "5 deliveries in a row reached nobody.",
  failed_deliveries: 5,
  secret: "hs1.sealed",
  next_delivery_date: null,
  deleted: true,
  created_by: UserId.make(3),
  created_at: later
}

const deliveryOf = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<SubscriptionDelivery, "id"> = {
    project_id: project,
    subscription_id: SubscriptionId.make(1),
    is_test: false,
    target_type: "email",
    targets: [{ target: "ada@example.com", state: "pending", error: null, ended_at: null }],
    created_at: yield* DateTime.now
  }
  return fields
})

const deliveryChanges: Partial<SubscriptionDelivery> = {
  subscription_id: SubscriptionId.make(2),
  is_test: true,
  target_type: "webhook",
  targets: [
    { target: "ada@example.com", state: "sent", error: null, ended_at: "2026-01-02T03:04:05Z" },
    { target: "bob@example.com", state: "failed", error: "No such user", ended_at: "2026-01-02T03:04:05Z" }
  ],
  created_at: later
}

const picture = { png: "iVBORw0KGgo=", width: 720, height: 320, alt: "12, then 14." }
const table = { columns: ["", "Mon"], rows: [["signed up", "1,234"], ["Ünï", "–"]], more: 2 }

const contentOf = (project: ProjectId) =>
  Effect.succeed<Omit<DeliveryContent, "id">>({
    project_id: project,
    resource_name: "Growth",
    insights: [{ id: 1, short_id: "ab12cd34", name: "Signups", headline: null, table, picture, error: null }],
    more: 0
  })

const contentChanges: Partial<DeliveryContent> = {
  resource_name: "",
  insights: [
    { id: 2, short_id: "x", name: "", headline: "12", table: null, picture: null, error: null },
    { id: 3, short_id: "y", name: "SQL", headline: null, table: null, picture: null, error: "No such table." }
  ],
  more: 3
}

type Repositories = DeliveryContentRepository | SubscriptionDeliveryRepository | SubscriptionRepository

/** The promises of every storage of subscriptions, their deliveries and what these tell. */
export const suite = <E>(name: string, storage: Layer.Layer<Repositories | EntityContract.EntityPorts, E>): void => {
  EntityContract.suite(name, storage, {
    entity: subscriptionEntity,
    port: SubscriptionRepository,
    owner: makeProjectId,
    fields: subscriptionOf,
    changes: () => Effect.succeed(subscriptionChanges)
  })
  EntityContract.suite(name, storage, {
    entity: subscriptionDeliveryEntity,
    port: SubscriptionDeliveryRepository,
    owner: makeProjectId,
    fields: deliveryOf,
    changes: () => Effect.succeed(deliveryChanges)
  })
  EntityContract.suite(name, storage, {
    entity: deliveryContentEntity,
    port: DeliveryContentRepository,
    owner: makeProjectId,
    fields: contentOf,
    changes: () => Effect.succeed(contentChanges)
  })
}
