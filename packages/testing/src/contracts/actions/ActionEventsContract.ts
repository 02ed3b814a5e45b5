import { assert, layer } from "@effect/vitest"
import type { ActionStep } from "@hedgerow/core/actions/ActionStep"
import { sql } from "@hedgerow/core/filters/SqlFragment"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { actionCondition } from "@hedgerow/core/query/structured/ActionsNode"
import { runStatement } from "@hedgerow/core/query/structured/RunStatement"
import { Effect, type Layer } from "effect"
import { unstoredProject } from "../fixtures.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { statementRun } from "../query/StatementRuns.ts"
import { eventRows, type SeededEvent, timeOf } from "./SeededEvents.ts"

const here = 929_001 as ProjectId
const elsewhere = 929_002 as ProjectId
const now = timeOf("2020-01-11T00:00:00Z")

const button = "button.btn.btn-primary:attr__class=\"btn btn-primary\"attr__data-attr=\"buy\"attr__type=\"submit\""
  + "nth-child=\"2\"nth-of-type=\"1\"text=\"Buy \\\"now\\\"; please\""
const link = "a.nav:attr__href=\"/plans?a=1\"href=\"/plans?a=1\"nth-child=\"1\"nth-of-type=\"1\"text=\"Plans\""
const list =
  "li:nth-child=\"3\"nth-of-type=\"3\";ul.menu:attr__id=\"side\"attr_id=\"side\"nth-child=\"1\"nth-of-type=\"1\""

const click = (distinctId: string, elements_chain: string): SeededEvent => ({
  event: "$autocapture",
  distinctId,
  elements_chain
})

const view = (distinctId: string, url: string | undefined): SeededEvent => ({
  event: "$pageview",
  distinctId,
  properties: url === undefined ? {} : { $current_url: url }
})

const events: ReadonlyArray<SeededEvent> = [
  click("button", `${button};${list};body:nth-child="2"`),
  click("link", `span:text="Plans here";${link};${list}`),
  click("bare", "div"),
  view("home", "https://a.test/"),
  view("done", "https://a.test/signup/done?x=1"),
  view("nowhere", undefined),
  { event: "paid", distinctId: "paid", properties: { plan: "pro", price: 10 }, personProperties: { vip: "yes" } }
]

const everyone = events.map(({ distinctId }) => distinctId)

const cases: ReadonlyArray<readonly [name: string, steps: ReadonlyArray<ActionStep>, found: ReadonlyArray<string>]> = [
  ["no step", [], []],
  ["an empty step", [{}], everyone],
  ["an event", [{ event: "paid" }], ["paid"]],
  ["any of several steps", [{ event: "paid" }, { event: "$pageview", url: "signup" }], ["paid", "done"]],
  ["an address by a part", [{ event: "$pageview", url: "signup", url_matching: "contains" }], ["done"]],
  ["an address by a pattern for LIKE", [{ url: "a.test/s%x=_" }], ["done"]],
  ["an address in full", [{ url: "https://a.test/", url_matching: "exact" }], ["home"]],
  ["an address by a pattern", [{ url: "^https://a\\.test/(signup|$)", url_matching: "regex" }], ["home", "done"]],
  [
    "conditions",
    [{
      event: "paid",
      properties: [{ type: "event", key: "plan", value: "pro" }, { type: "person", key: "vip", value: "yes" }]
    }],
    ["paid"]
  ],
  ["conditions that do not hold", [{ properties: [{ type: "event", key: "plan", value: "free" }] }], []],
  ["a tag", [{ event: "$autocapture", tag_name: "button" }], ["button"]],
  ["a tag around", [{ event: "$autocapture", tag_name: "ul" }], ["button", "link"]],
  ["no part of a tag", [{ event: "$autocapture", tag_name: "l" }], []],
  ["a text", [{ event: "$autocapture", text: "Plans" }], ["link"]],
  ["a text with quotation marks", [{ event: "$autocapture", text: "Buy \"now\"; please" }], ["button"]],
  ["a text by a part, in any letter case", [{ event: "$autocapture", text: "plans h", text_matching: "contains" }], [
    "link"
  ]],
  ["a text by a pattern", [{ event: "$autocapture", text: "^(Buy|Sell)", text_matching: "regex" }], ["button"]],
  ["a link", [{ event: "$autocapture", href: "/plans?a=1" }], ["link"]],
  ["a link by a part", [{ event: "$autocapture", href: "PLANS", href_matching: "contains" }], ["link"]],
  ["a link by a pattern", [{ event: "$autocapture", href: "a=\\d$", href_matching: "regex" }], ["link"]],
  ["elements of another event are ignored", [{ event: "paid", tag_name: "button" }], ["paid"]],
  ["elements of any event", [{ tag_name: "button" }], ["button"]],
  ["a selector: a class", [{ selector: ".btn-primary" }], ["button"]],
  ["a selector: classes in any order", [{ selector: "button.btn-primary.btn" }], ["button"]],
  ["a selector: no part of a class", [{ selector: ".bt" }], []],
  ["a selector: an attribute", [{ selector: "[data-attr=\"buy\"]" }], ["button"]],
  ["a selector: attributes", [{ selector: "button[type='submit'][data-attr=buy]:nth-child(2)" }], ["button"]],
  ["a selector: an attribute of another value", [{ selector: "[data-attr=\"b\"]" }], []],
  ["a selector: an id", [{ selector: "#side" }], ["button", "link"]],
  ["a selector: a child", [{ selector: "ul.menu > li" }], ["button", "link"]],
  ["a selector: no child", [{ selector: "ul.menu > button" }], []],
  ["a selector: within", [{ selector: "ul button" }], ["button"]],
  ["a selector: any element within", [{ selector: "#side a > *" }], ["link"]],
  ["a selector: a link", [{ selector: "a[href=\"/plans?a=1\"]" }], ["link"]],
  ["a selector and a text", [{ selector: "button", text: "Plans" }], []]
]

const byText = (one: string, other: string) => one < other ? -1 : 1

/** Every engine finds the same events of an action. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>): void =>
  layer(storage, { timeout: "2 minutes" })(`The events of actions: ${name}`, (it) => {
    it.effect("each step finds its events, and those of its project alone", () =>
      Effect.gen(function*() {
        const tables = yield* SeedTables
        yield* tables.seed(here, { events: eventRows(here, events) })
        yield* tables.seed(elsewhere, {
          events: eventRows(
            elsewhere,
            events.map(({ distinctId, ...one }) => Object.assign(one, { distinctId: "x", person: distinctId }))
          )
        })
        const run = yield* statementRun(unstoredProject(here), now)
        const moment = { now, timezone: "UTC", week_start_day: 0 as const }
        for (const [what, steps, expected] of cases) {
          const condition = actionCondition({ steps }, moment)
          const { rows } = yield* runStatement(
            sql`SELECT distinct_id FROM events WHERE ${condition} ORDER BY uuid`,
            run
          )
          assert.deepStrictEqual(rows.map(([id]) => String(id)).toSorted(byText), [...expected].toSorted(byText), what)
        }
      }), 120_000)
  })
