import { titleOf } from "@hedgerow/core/dashboards/DrawnInsight"
import type { SharedDashboard } from "@hedgerow/core/sharing/DashboardSharings"
import type { SentTable } from "@hedgerow/core/subscriptions/DeliveryContent"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { DateTime } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { pageOf } from "../pages/Page.ts"
import { escapeHtml } from "../pages/PageText.ts"
import type { PlacedPart } from "./SharedOrder.ts"
import { sharedStyle } from "./SharedStyle.ts"
import { markdownHtml } from "./SharedText.ts"
import type { TileContent, TilePicture } from "./SharedTiles.ts"

/** A part of a page with what is shown of it: the content of an insight, nothing of a text. */
interface ShownPart extends PlacedPart {
  readonly content: TileContent | undefined
}

/** The clock of a page: the time at which it is made, and the project's zone. */
interface PageClock {
  readonly now: DateTime.Utc
  readonly zone: string
}

const page = (title: string, body: string): string => pageOf({ language: "en", title, style: sharedStyle, body })

const longest = [[86_400, "day"], [3_600, "hour"], [60, "minute"]] as const
const relative = new Intl.RelativeTimeFormat("en")

/** The time that has passed, in its largest whole unit. */
const agoText = (seconds: number): string => {
  const found = longest.find(([length]) => seconds >= length)
  return found === undefined ? "less than a minute ago" : relative.format(-Math.floor(seconds / found[0]), found[1])
}

const timeText = (at: DateTime.Utc, zone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: zone }).format(
    at.epochMilliseconds
  )

const timeHtml = (at: DateTime.Utc, zone: string): string =>
  `<time datetime="${DateTime.formatIso(at)}">${timeText(at, zone)}</time>`

const ageHtml = (iso: string, { now, zone }: PageClock): string => {
  const at = DateTime.makeUnsafe(iso)
  const seconds = (now.epochMilliseconds - at.epochMilliseconds) / 1_000
  return `<p class="age">Computed ${timeHtml(at, zone)}, ${agoText(seconds)}</p>`
}

const pictureHtml = ({ alt, height, svg, width }: TilePicture, name: string): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="Chart of ${
    escapeHtml(name)
  }"><img width="${width}" height="${height}" alt="${escapeHtml(alt)}" src="data:image/svg+xml;base64,${
    Base64.encode(svg)
  }"></div>`

const cells = (tag: "td" | "th", scope: string) => (texts: ReadonlyArray<string>): string =>
  `<tr>${texts.map((text) => `<${tag}${scope}>${escapeHtml(text)}</${tag}>`).join("")}</tr>`

const tableHtml = ({ columns, more, rows }: SentTable, name: string): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="Numbers of ${escapeHtml(name)}"><table>
<thead>${cells("th", " scope=\"col\"")(columns)}</thead>
<tbody>${rows.map(cells("td", "")).join("\n")}</tbody>
</table></div>${more === 0 ? "" : `\n<p class="age">${more} more ${more === 1 ? "row" : "rows"}</p>`}`

const numbersHtml = ({ headline, picture, table }: TileContent, name: string): string => {
  const rows = table === null ? "" : tableHtml(table, name)
  return [
    headline === null ? "" : `<p class="headline">${escapeHtml(headline)}</p>`,
    picture === null ? "" : pictureHtml(picture, name),
    picture === null || rows === "" ? rows : `<details><summary>Numbers</summary>${rows}</details>`
  ].join("\n")
}

const contentHtml = (content: TileContent, name: string, clock: PageClock): string =>
  `${content.computedAt === null ? "" : ageHtml(content.computedAt, clock)}
${content.fault === null ? numbersHtml(content, name) : `<p class="fault">${escapeHtml(content.fault)}</p>`}`

const partHtml = (clock: PageClock) => ({ content, part, width }: ShownPart): string => {
  if (!("insight" in part)) {
    return `<section class="tile text w${width}" aria-label="Text">${markdownHtml(part.body)}</section>`
  }
  const name = titleOf(part.insight) || "Without a name"
  const shown = content === undefined ? "" : contentHtml(content, name, clock)
  return `<section class="tile w${width}"><h2>${escapeHtml(name)}</h2>\n${shown}</section>`
}

/** The page of a shared dashboard. Names and values stand in it as text alone. */
export const sharedPage = (
  { page: { dashboard } }: SharedDashboard,
  parts: ReadonlyArray<ShownPart>,
  clock: PageClock
): string => {
  const name = dashboard.name === "" ? "Dashboard" : dashboard.name
  const tiles = parts.length === 0 ? "<p>Nothing is on this dashboard yet.</p>" : parts.map(partHtml(clock)).join("\n")
  return page(
    name,
    `<header><h1>${escapeHtml(name)}</h1>
${dashboard.description === "" ? "" : `<p>${escapeHtml(dashboard.description)}</p>`}</header>
<div class="tiles">
${tiles}
</div>
<footer>Made ${timeHtml(clock.now, clock.zone)}. Times are in ${escapeHtml(clock.zone)}. Shared with Hedgerow.</footer>`
  )
}

/** The page of a link that shows nothing, for whatever reason. */
export const unknownPage: string = page(
  "Nothing is shared here",
  "<h1>Nothing is shared here</h1>\n<p>This link was mistyped, or whoever shared it has ended it.</p>"
)

const styleHash = `'sha256-${Base64.encode(sha256(utf8ToBytes(sharedStyle)))}'`

/** The headers of the pages: nothing is loaded, kept or indexed, and the address is told to nobody. */
export const sharedHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    `default-src 'none'; style-src ${styleHash}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cache-control": "private, no-store",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
  vary: "Accept"
}
