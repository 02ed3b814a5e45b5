import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"

/** A positive int4, unique over the installation. */
export const WebhookId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("WebhookId")
)
export type WebhookId = typeof WebhookId.Type

/** The forms of a body: that of Standard Webhooks, or a message as Slack's incoming webhooks take it. */
export const webhookFormats = ["standard", "slack"] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** An address that is told of changes, responses and events of a project. */
export class Webhook extends Schema.Class<Webhook>("Webhook")({
  project_id: ProjectId,
  id: WebhookId,
  name: Schema.String,
  url: Schema.String,
  /** The types that it is told of; see `WebhookTypes`. */
  types: Schema.Array(Schema.String),
  /** The names of events and the conditions on them that `event.captured` needs, and the surveys of `survey.response`. */
  filters: Schema.Record(Schema.String, Schema.Json),
  format: Schema.Literals(webhookFormats),
  /** Whether it is told of anything; false also after a day of failures. */
  active: Schema.Boolean,
  /** The reason for which the server turned it off; null where a person did, and where it is on. */
  paused_reason: Schema.NullOr(Schema.String),
  /** The first failure since its last success. */
  failing_since: Schema.NullOr(Schema.DateTimeUtc),
  /** The key of its signatures, sealed. */
  secret: Schema.String,
  /** The key before the last rotation, sealed, and the end of the time in which signatures are made with it too. */
  previous_secret: Schema.NullOr(Schema.String),
  previous_secret_until: Schema.NullOr(Schema.DateTimeUtc),
  deleted: Schema.Boolean,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}

/** The place to which a webhook's secrets are sealed. */
export const secretPlace = ({ id, project_id }: Pick<Webhook, "id" | "project_id">): string =>
  `webhook/${project_id}/${id}/secret`

const address = /^(https?:\/\/[^\s/?#@]+)([/?#]\S*)?$/i

/** Whether a text is the address of a server, without a name and a password in it. */
export const isWebAddress = (url: string): boolean => address.test(url)

/** An address without what may be secret in it: tokens of such addresses stand in their paths and queries. */
export const shownUrl = (url: string): string => {
  const [, origin = "", rest = ""] = address.exec(url) ?? []
  return rest === "" || rest === "/" ? origin : `${origin}/…`
}

/** The entity of webhooks. */
export const webhookEntity = entity({
  name: "Webhook",
  table: "webhooks",
  model: Webhook,
  ids: { sequence: "webhooks_id_seq" },
  activity: { scope: "Webhook", name: ({ name, url }) => name === "" ? shownUrl(url) : name },
  bumps: "project"
})
