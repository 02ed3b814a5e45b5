import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { is } from "../entities/Where.ts"
import { ProjectId } from "../identity/Project.ts"
import { Uuid } from "../shared/Uuid.ts"
import { SubscriptionId, targetTypes } from "./Subscription.ts"

/** A uuid of version 7. */
export const SubscriptionDeliveryId = Uuid.pipe(Schema.brand("SubscriptionDeliveryId"))
export type SubscriptionDeliveryId = typeof SubscriptionDeliveryId.Type

/** Still to be sent, taken by who receives it, or given up. */
export const targetStates = ["pending", "sent", "failed"] as const

/** One address that a delivery is for, and how sending it there went. */
export const DeliveryTarget = Schema.Struct({
  target: Schema.String,
  state: Schema.Literals(targetStates),
  /** The reason for which it was given up. */
  error: Schema.NullOr(Schema.String),
  ended_at: Schema.NullOr(Schema.String)
})
export type DeliveryTarget = typeof DeliveryTarget.Type

/** One time that a subscription was sent. */
export class SubscriptionDelivery extends Schema.Class<SubscriptionDelivery>("SubscriptionDelivery")({
  project_id: ProjectId,
  id: SubscriptionDeliveryId,
  subscription_id: SubscriptionId,
  /** Whether somebody asked for it by hand. */
  is_test: Schema.Boolean,
  target_type: Schema.Literals(targetTypes),
  targets: Schema.Array(DeliveryTarget),
  created_at: Schema.DateTimeUtc
}) {}

/** The entity of deliveries; their log is themselves. */
export const subscriptionDeliveryEntity = entity({
  name: "SubscriptionDelivery",
  table: "subscription_deliveries",
  model: SubscriptionDelivery,
  ids: "uuid"
})

/** Whether every target has it, or was given up. */
export const isSettled = ({ targets }: Pick<SubscriptionDelivery, "targets">): boolean =>
  targets.every(({ state }) => state !== "pending")

/** The deliveries of a subscription, the latest first. */
export const deliveriesOf = (subscription: SubscriptionId): EntityQuery<SubscriptionDelivery> => ({
  where: is("subscription_id", subscription),
  order: [{ field: "created_at", isDescending: true }]
})

/** The number of deliveries of a subscription that are kept. */
export const deliveriesKept = 20
