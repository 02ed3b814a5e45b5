import { type DateTime, Predicate, Schema } from "effect"
import type { ActivityEntry, Change } from "../activity/Activity.ts"
import { isoText } from "../shared/IsoText.ts"
import { type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import type { Webhook } from "./Webhook.ts"

/** A message before it has the form that a webhook wants. */
export interface WebhookMessage {
  readonly type: string
  /** The time of what it tells of. */
  readonly at: DateTime.Utc
  /** The record that it is about: messages about one arrive in their order. */
  readonly record: string
  /** One line for people. */
  readonly summary: string
  readonly data: JsonRecord
}

/** Longer values are cut in lines for people. */
const maxShown = 80

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "nothing"
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

const changeWords = ({ after, before, field }: Change): string =>
  before === null && after === null || Predicate.isObjectOrArray(before) || Predicate.isObjectOrArray(after)
    ? String(field)
    : `${field}: ${shown(before)} → ${shown(after)}`

const authorOf = ({ user }: ActivityEntry): string => user === null ? "the system" : user.email

/** The message about an entry of the activity log. */
export const changeMessage = (type: string, entry: ActivityEntry): WebhookMessage => {
  const { activity, created_at, detail, item_id, project_id, scope, user } = entry
  const changes = detail.changes ?? []
  const words = changes.map(changeWords).join("; ")
  return {
    type,
    at: created_at,
    record: `${scope}/${item_id}`,
    summary: `${scope} ${detail.name ?? item_id}: ${activity} by ${authorOf(entry)}${
      words === "" ? "" : ` (${words})`
    }`,
    data: {
      project_id,
      scope,
      id: item_id,
      name: detail.name,
      action: activity,
      user: user === null ? null : { id: user.id, uuid: user.uuid, first_name: user.first_name, email: user.email },
      changes,
      activity_id: entry.id
    }
  }
}

/** A captured event as the outbox carries it to webhooks. */
export const CapturedPayload = Schema.Struct({
  type: Schema.String,
  /** The webhooks that it is for. */
  webhooks: Schema.Array(Schema.Int),
  uuid: Schema.String,
  event: Schema.String,
  distinct_id: Schema.String,
  person_id: Schema.String,
  timestamp: Schema.String,
  /** Null where they are too large. */
  properties: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
})
export type CapturedPayload = typeof CapturedPayload.Type

/** The message about a captured event or response. */
export const capturedMessage = (project_id: number, payload: CapturedPayload, at: DateTime.Utc): WebhookMessage => {
  const { type, webhooks: _, ...event } = payload
  const survey = recordOrEmpty(event.properties)["$survey_id"]
  return {
    type,
    at,
    record: typeof survey === "string" ? `survey/${survey}` : `person/${event.distinct_id}`,
    summary: `${event.event} by ${event.distinct_id}`,
    data: { project_id, ...event, properties_truncated: event.properties === null }
  }
}

/** The body of a message in the form that a webhook wants. */
export const bodyOf = ({ format }: Pick<Webhook, "format">, message: WebhookMessage): string =>
  JSON.stringify(
    format === "slack"
      ? { text: `*${message.type}* ${message.summary.replaceAll(/[&<>]/g, (sign) => slackSigns[sign] ?? sign)}` }
      : { type: message.type, timestamp: isoText(message.at), data: message.data }
  )

/** The signs that Slack reads as its own. */
const slackSigns: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
