import type { Mail } from "../mail/OutgoingMail.ts"
import type { SentInsight, SentTable } from "./DeliveryContent.ts"
import { type Delivered, moreInsights, moreRows, nameOf, pageOf, tableLines, titleOf } from "./DeliveryWords.ts"
import { scheduleSummary } from "./SubscriptionSchedule.ts"

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? "")

/** Mail programs know little of style sheets: every element has its own style. */
const styles = {
  page: "margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2937;"
    + "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5",
  card: "max-width:640px;margin:0 auto;padding:24px 28px;background:#ffffff;border:1px solid #e5e7eb;border-radius:8px",
  title: "margin:0 0 2px;font-size:21px;line-height:1.3;font-weight:600",
  note: "margin:0;color:#4b5563;font-size:13px",
  text: "margin:16px 0 0;white-space:pre-line",
  name: "margin:28px 0 6px;padding-top:20px;border-top:1px solid #e5e7eb;font-size:16px;font-weight:600",
  number: "margin:0 0 4px;font-size:34px;line-height:1.2;font-weight:600",
  beside: "color:#4b5563;font-size:15px;font-weight:400",
  picture: "display:block;width:100%;height:auto;margin:0 0 12px;border:0",
  table: "width:100%;border-collapse:collapse;font-size:13px",
  head: "padding:5px 8px;border-bottom:1px solid #8a93a1;color:#4b5563;font-weight:600",
  cell: "padding:5px 8px;border-bottom:1px solid #e5e7eb",
  foot: "max-width:640px;margin:16px auto 0;padding:0 28px;color:#4b5563;font-size:12px",
  link: "color:#194f81"
} as const

const cidOf = (place: number, { delivery }: Delivered): string => `insight-${place + 1}-${delivery.id}@hedgerow`

const cellHtml = (tag: "td" | "th", style: string) => (text: string, place: number): string =>
  `<${tag}${tag === "th" ? " scope=\"col\"" : ""} style="${style};text-align:${place === 0 ? "left" : "right"}">${
    escaped(text)
  }</${tag}>`

const rowHtml = (tag: "td" | "th", style: string, row: ReadonlyArray<string>): string =>
  `<tr>${row.map(cellHtml(tag, style)).join("")}</tr>`

const tableHtml = (table: SentTable): ReadonlyArray<string> => {
  const more = moreRows(table)
  return [
    `<table style="${styles.table}"><thead>${rowHtml("th", styles.head, table.columns)}</thead><tbody>`,
    ...table.rows.map((row) => rowHtml("td", styles.cell, row)),
    "</tbody></table>",
    ...more === undefined ? [] : [`<p style="${styles.note}">${more}</p>`]
  ]
}

/** A number, and in smaller letters what stands in brackets behind it. */
const headlineHtml = (headline: string): string => {
  const [number = "", rest] = headline.split(/ (?=\()/)
  const small = rest === undefined ? "" : ` <span style="${styles.beside}">${escaped(rest)}</span>`
  return `<p style="${styles.number}">${escaped(number)}${small}</p>`
}

const insightHtml = (delivered: Delivered) => (insight: SentInsight, place: number): ReadonlyArray<string> => {
  const { error, headline, picture, table } = insight
  return [
    `<h2 style="${styles.name}">${escaped(nameOf(insight))}</h2>`,
    ...headline === null ? [] : [headlineHtml(headline)],
    ...picture === null ? [] : [
      `<img src="cid:${cidOf(place, delivered)}" width="${Math.min(584, picture.width)}" alt="${
        escaped(picture.alt)
      }" style="${styles.picture};max-width:${picture.width}px">`
    ],
    ...table === null ? [] : tableHtml(table),
    ...error === null ? [] : [`<p style="${styles.note}">${escaped(error)}</p>`]
  ]
}

const insightText = (insight: SentInsight): ReadonlyArray<string> => {
  const { error, headline, table } = insight
  return [
    "",
    nameOf(insight),
    ...headline === null ? [] : [headline],
    ...table === null ? [] : tableLines(table),
    ...error === null ? [] : [error]
  ]
}

/** Where a mail comes from, and how it ends. */
const footOf = (delivered: Delivered, unsubscribe: string | undefined) => ({
  from: `${delivered.project.name}, ${scheduleSummary(delivered.subscription)}.`,
  open: pageOf(delivered),
  unsubscribe,
  ask: "Ask who runs this project if you want no such mails."
})

const footHtml = (foot: ReturnType<typeof footOf>): string => {
  const link = (url: string, text: string) => `<a href="${escaped(url)}" style="${styles.link}">${text}</a>`
  const links = [
    ...foot.open === undefined ? [] : [link(foot.open, "Open it")],
    foot.unsubscribe === undefined ? foot.ask : link(foot.unsubscribe, "Unsubscribe")
  ]
  return `<p style="${styles.foot}">${escaped(foot.from)} ${links.join(" · ")}</p>`
}

const htmlOf = (delivered: Delivered, foot: ReturnType<typeof footOf>): string => {
  const { content, delivery, project, subscription } = delivered
  const more = moreInsights(content)
  const kind = delivery.is_test ? "A test delivery" : content.resource_name
  return [
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    `<meta name="color-scheme" content="light"><title>${escaped(titleOf(delivered))}</title></head>`,
    `<body style="${styles.page}"><div style="${styles.card}">`,
    `<h1 style="${styles.title}">${escaped(titleOf(delivered))}</h1>`,
    `<p style="${styles.note}">${escaped(project.name)}${kind === "" ? "" : ` · ${escaped(kind)}`}</p>`,
    ...subscription.invite_message === null || subscription.invite_message === ""
      ? []
      : [`<p style="${styles.text}">${escaped(subscription.invite_message)}</p>`],
    ...content.insights.flatMap(insightHtml(delivered)),
    ...more === undefined ? [] : [`<p style="${styles.text}">${more}</p>`],
    `</div>${footHtml(foot)}</body></html>`
  ].join("\n")
}

const textOf = (delivered: Delivered, foot: ReturnType<typeof footOf>): string => {
  const { content, subscription: { invite_message } } = delivered
  const more = moreInsights(content)
  return [
    titleOf(delivered),
    ...invite_message === null || invite_message === "" ? [] : ["", invite_message],
    ...content.insights.flatMap(insightText),
    ...more === undefined ? [] : ["", more],
    "",
    foot.from,
    ...foot.open === undefined ? [] : [foot.open],
    foot.unsubscribe === undefined ? foot.ask : `Unsubscribe: ${foot.unsubscribe}`,
    ""
  ].join("\n")
}

/** The mail of a delivery to one address. Each address has a link of its own to end its mails. */
export const deliveryMail = (delivered: Delivered, to: string, unsubscribe: string | undefined): Mail => {
  const { content, delivery, project } = delivered
  const foot = footOf(delivered, unsubscribe)
  const place = delivery.targets.findIndex(({ target }) => target === to)
  return {
    id: `subscription-${delivery.id}-${place}`,
    to,
    subject: `[${project.name}] ${titleOf(delivered)}`.replaceAll(/\s+/g, " "),
    text: textOf(delivered, foot),
    html: htmlOf(delivered, foot),
    pictures: content.insights.flatMap(({ picture }, at) =>
      picture === null ? [] : [{ cid: cidOf(at, delivered), png: picture.png }]
    ),
    ...(unsubscribe === undefined ? undefined : { unsubscribe })
  }
}
