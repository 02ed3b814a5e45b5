import { DateTime, Effect } from "effect"
import * as Secrets from "../secrets/Secrets.ts"
import { isoText } from "../shared/IsoText.ts"
import { signedHeaders } from "../webhooks/WebhookSignature.ts"
import type { SentInsight } from "./DeliveryContent.ts"
import { type Delivered, moreInsights, nameOf, pageOf, tableLines, titleOf } from "./DeliveryWords.ts"
import { secretPlace } from "./Subscription.ts"

/** The type of the messages. */
export const subscriptionDelivered = "subscription.delivered"

const urlOf = ({ base, project }: Delivered, rest: string): string | null =>
  base === undefined ? null : `${base}/api/projects/${project.id}/${rest}`

/** What is sent: its kind, id and name. */
const resourceOf = (delivered: Delivered) => {
  const { content, subscription: { dashboard_id, insight_id } } = delivered
  return dashboard_id === null
    ? { type: "insight", id: insight_id, name: content.resource_name, url: urlOf(delivered, `insights/${insight_id}/`) }
    : {
      type: "dashboard",
      id: dashboard_id,
      name: content.resource_name,
      url: urlOf(delivered, `dashboards/${dashboard_id}/`)
    }
}

/** The body of a delivery by Standard Webhooks: the numbers, and where each is found. */
export const webhookBody = (delivered: Delivered): string => {
  const { content, delivery, project, subscription } = delivered
  return JSON.stringify({
    type: subscriptionDelivered,
    timestamp: isoText(delivery.created_at),
    data: {
      project_id: project.id,
      subscription: { id: subscription.id, title: subscription.title, message: subscription.invite_message },
      delivery_id: delivery.id,
      is_test: delivery.is_test,
      resource: resourceOf(delivered),
      insights: content.insights.map(({ error, headline, id, name, short_id, table }) => ({
        id,
        short_id,
        name,
        url: urlOf(delivered, `insights/${id}/`),
        headline,
        table,
        error
      })),
      insights_left_out: content.more
    }
  })
}

/** The signs that Slack reads as its own. */
const slackSigns: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const slackText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => slackSigns[sign] ?? sign)

/** Bold text, which its own sign would end. */
const bold = (text: string): string => `*${slackText(text.replaceAll("*", "∗"))}*`

const block = (lines: ReadonlyArray<string>): string =>
  ["```", ...lines.map((line) => slackText(line.replaceAll("`", "'"))), "```"].join("\n")

const insightLines = (insight: SentInsight): ReadonlyArray<string> => {
  const name = bold(nameOf(insight))
  return [
    "",
    insight.headline === null ? name : `${name} ${slackText(insight.headline)}`,
    ...insight.table === null ? [] : [block(tableLines(insight.table))],
    ...insight.error === null ? [] : [slackText(insight.error)]
  ]
}

/** The body of a delivery for an incoming webhook of Slack. */
export const slackBody = (delivered: Delivered): string => {
  const { content, project, subscription: { invite_message } } = delivered
  const page = pageOf(delivered)
  const more = moreInsights(content)
  const lines = [
    `${bold(titleOf(delivered))} · ${slackText(project.name)}`,
    ...invite_message === null || invite_message === "" ? [] : [slackText(invite_message)],
    ...content.insights.flatMap(insightLines),
    ...more === undefined ? [] : ["", more],
    ...page === undefined ? [] : ["", `<${page}|Open it>`]
  ]
  return JSON.stringify({ text: lines.join("\n") })
}

/** The headers of a body: those of Standard Webhooks, where the subscription has a secret. */
export const deliveryHeaders = Effect.fnUntraced(function*({ delivery, subscription }: Delivered, body: string) {
  if (subscription.secret === null) return { "content-type": "application/json" }
  const secret = yield* Secrets.open(subscription.secret, secretPlace(subscription))
  const timestamp = Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1000)
  const signed = signedHeaders([secret], { id: `msg_${delivery.id}`, timestamp, body })
  return { "content-type": "application/json", ...signed }
})
