import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { SubscriptionDeliveryId } from "./SubscriptionDelivery.ts"

/** A table of texts. */
export const SentTable = Schema.Struct({
  columns: Schema.Array(Schema.String),
  rows: Schema.Array(Schema.Array(Schema.String)),
  /** The number of rows that are left out. */
  more: Schema.Int
})
export type SentTable = typeof SentTable.Type

/** A chart as a picture. */
export const SentPicture = Schema.Struct({
  /** PNG in base64. */
  png: Schema.String,
  /** The size at which it is shown; it has more pixels. */
  width: Schema.Int,
  height: Schema.Int,
  /** The chart in words. */
  alt: Schema.String
})
export type SentPicture = typeof SentPicture.Type

/** An insight as a delivery shows it. */
export const SentInsight = Schema.Struct({
  id: Schema.Int,
  short_id: Schema.String,
  name: Schema.String,
  /** The one number that it shows. */
  headline: Schema.NullOr(Schema.String),
  table: Schema.NullOr(SentTable),
  picture: Schema.NullOr(SentPicture),
  /** The reason for which there are no numbers. */
  error: Schema.NullOr(Schema.String)
})
export type SentInsight = typeof SentInsight.Type

/** What a delivery tells, until everybody has it: all get the same. It has the delivery's id. */
export class DeliveryContent extends Schema.Class<DeliveryContent>("DeliveryContent")({
  project_id: ProjectId,
  id: SubscriptionDeliveryId,
  /** The name of the dashboard or the insight. */
  resource_name: Schema.String,
  insights: Schema.Array(SentInsight),
  /** The number of insights of the dashboard that are left out. */
  more: Schema.Int
}) {}

/** The entity of contents. */
export const deliveryContentEntity = entity({
  name: "DeliveryContent",
  table: "subscription_delivery_contents",
  model: DeliveryContent,
  ids: "uuid"
})
