import { Schema } from "effect"
import { DashboardId } from "../dashboards/Dashboard.ts"
import { InsightId } from "../dashboards/Insight.ts"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { frequencies, weekdays } from "./SubscriptionSchedule.ts"

/** A positive int4, unique over the installation. */
export const SubscriptionId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("SubscriptionId")
)
export type SubscriptionId = typeof SubscriptionId.Type

/** The ways by which a subscription is sent: to addresses, to a channel of Slack, to another system. */
export const targetTypes = ["email", "slack", "webhook"] as const
export type TargetType = (typeof targetTypes)[number]

/** A dashboard or an insight that is sent on a schedule. */
export class Subscription extends Schema.Class<Subscription>("Subscription")({
  project_id: ProjectId,
  id: SubscriptionId,
  title: Schema.String,
  /** The dashboard or the insight that is sent: one of the two. */
  dashboard_id: Schema.NullOr(DashboardId),
  insight_id: Schema.NullOr(InsightId),
  /** The insights of the dashboard that are sent; empty: its first ones. */
  dashboard_export_insights: Schema.Array(InsightId),
  target_type: Schema.Literals(targetTypes),
  /** E-mail addresses with commas between them, or the address of a webhook. */
  target_value: Schema.String,
  /** A text above the numbers. */
  invite_message: Schema.NullOr(Schema.String),
  frequency: Schema.Literals(frequencies),
  interval: Schema.Int,
  byweekday: Schema.Array(Schema.Literals(weekdays)),
  bysetpos: Schema.NullOr(Schema.Int),
  count: Schema.NullOr(Schema.Int),
  start_date: Schema.DateTimeUtc,
  until_date: Schema.NullOr(Schema.DateTimeUtc),
  enabled: Schema.Boolean,
  /** The reason for which the server turned it off; null where a person did, and where it is on. */
  paused_reason: Schema.NullOr(Schema.String),
  /** The number of deliveries in a row that nobody got. */
  failed_deliveries: Schema.Int,
  /** The key of the signatures of bodies, sealed; mails have none. */
  secret: Schema.NullOr(Schema.String),
  /** Null where there is none to come. */
  next_delivery_date: Schema.NullOr(Schema.DateTimeUtc),
  deleted: Schema.Boolean,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc
}) {}

/** The place to which the secret of a subscription is sealed. */
export const secretPlace = ({ id, project_id }: Pick<Subscription, "id" | "project_id">): string =>
  `subscription/${project_id}/${id}/secret`

/** The entity of subscriptions. */
export const subscriptionEntity = entity({
  name: "Subscription",
  table: "subscriptions",
  model: Subscription,
  ids: { sequence: "subscriptions_id_seq" },
  activity: {
    scope: "Subscription",
    name: ({ title }) => title,
    // The address of a channel is itself what lets one write there.
    secrets: ({ target_type }) => target_type === "email" ? [] : ["target_value"]
  }
})
