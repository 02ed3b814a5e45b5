// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { signedHeaders } from "@hedgerow/core/webhooks/WebhookSignature"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { capture, Left, settle, trend } from "../alerts/AlertWorld.ts"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"
import {
  at,
  base,
  daily,
  deliveriesOf,
  Drawn,
  on,
  statesOf,
  storages,
  untilDue,
  untilSent
} from "./SubscriptionWorld.ts"

/** A machine that is busy is no failure. */
const patience = 300_000

const big = (event: string, name: string) =>
  Effect.map(
    good("POST", "insights/", {
      name,
      query: {
        kind: "InsightVizNode",
        source: {
          kind: "TrendsQuery",
          series: [{ kind: "EventsNode", event }],
          dateRange: { date_from: "-7d" },
          trendsFilter: { display: "BoldNumber" }
        }
      }
    }),
    ({ id }) => id
  )

describe.each(Object.entries(storages))("subscriptions, with %s", (_, storage) => {
  it.effect(
    "are sent once at each of their dates, to every address, with the numbers and a picture",
    () =>
      Effect.gen(function*() {
        const left = yield* Left
        yield* capture(3)
        const insight = yield* trend()
        const made = yield* good("POST", "subscriptions/", daily({ insight, invite_message: "Hello <you>" }))
        assert.deepInclude(made, {
          title: "Signups of the day",
          insight,
          dashboard: null,
          resource_name: "Signups",
          summary: "sent every day",
          next_delivery_date: "2026-01-05T09:00:00Z",
          enabled: true,
          secret: null
        })
        yield* TestClock.adjust("15 minutes")
        yield* settle
        assert.isEmpty(left.mails)
        yield* TestClock.adjust("5 minutes")
        const [delivery] = yield* untilSent(made["id"], 1)
        assert.deepStrictEqual(statesOf(delivery), [["ada@example.com", "sent", null], [
          "bob@example.com",
          "sent",
          null
        ]])
        assert.deepInclude(yield* good("GET", at(made["id"])), { next_delivery_date: "2026-01-06T09:00:00Z" })
        yield* settle
        assert.deepStrictEqual(left.mails.map(({ subject, to }) => `${to} ${subject}`).toSorted(), [
          "ada@example.com [Meadow] Signups of the day",
          "bob@example.com [Meadow] Signups of the day"
        ])
        const [mail] = left.mails
        assert.include(mail?.text, "signed up | ")
        assert.include(mail?.text, "| 3")
        assert.include(mail?.html, "Hello &lt;you&gt;")
        const cid = mail?.pictures?.[0]?.cid ?? ""
        assert.include(mail?.html, `src="cid:${cid}"`)
        assert.match(mail?.unsubscribe ?? "", /^https:\/\/data\.example\/analytics\/api\/unsubscribe\/\?token=hs1\./)
        assert.notStrictEqual(left.mails[0]?.unsubscribe, left.mails[1]?.unsubscribe)
      }).pipe(on(storage)),
    patience
  )

  it.effect("of a dashboard have its insights under its filters, also as a signed body", () =>
    Effect.gen(function*() {
      const { posts } = yield* Left
      yield* capture(4)
      const dashboard = yield* good("POST", "dashboards/", { name: "Growth", filters: { date_from: "-1d" } })
      const [number, curve] = [yield* big("signed up", "All signups"), yield* trend()]
      for (const id of [number, curve]) {
        yield* good("PATCH", `insights/${String(id)}/`, { dashboards: [dashboard["id"]] })
      }
      const webhook = { dashboard: dashboard["id"], target_type: "webhook", target_value: "https://example.com/hooks" }
      const made = yield* good("POST", "subscriptions/", daily({ ...webhook, title: "" }))
      assert.match(String(made["secret"]), /^whsec_/)
      assert.deepInclude(yield* good("GET", at(made["id"])), { secret: null, resource_name: "Growth" })
      const chosen = { ...webhook, target_value: "https://example.com/one", dashboard_export_insights: [curve] }
      const other = yield* good("POST", "subscriptions/", daily(chosen))
      yield* untilDue
      yield* untilSent(made["id"], 1)
      yield* untilSent(other["id"], 1)
      const bodyTo = (url: string) => JSON.parse(posts.find((post) => post.url === url)?.body ?? "null")
      const { data, type } = bodyTo("https://example.com/hooks")
      assert.strictEqual(type, "subscription.delivered")
      assert.deepStrictEqual(data.resource, {
        type: "dashboard",
        id: dashboard["id"],
        name: "Growth",
        url: `${base}/api/projects/1/dashboards/${String(dashboard["id"])}/`
      })
      assert.deepStrictEqual(
        data.insights.map(({ headline, name }: JsonRecord) => [name, headline]),
        [["All signups", "4"], ["Signups", null]]
      )
      // Its own range is a week, that of the dashboard two days.
      assert.strictEqual(data.insights[1].table.columns.length, 3)
      assert.deepStrictEqual(
        bodyTo("https://example.com/one").data.insights.map(({ id }: JsonRecord) => id),
        [curve]
      )
      const sent = posts.find(({ url }) => url === "https://example.com/hooks")
      const { body = "", headers = {} } = sent ?? {}
      assert.deepStrictEqual(
        headers["webhook-signature"],
        signedHeaders([String(made["secret"])], {
          id: `msg_${data.delivery_id}`,
          timestamp: Number(headers["webhook-timestamp"]),
          body
        })["webhook-signature"]
      )
    }).pipe(on(storage)), patience)

  it.effect("are listed, changed, tested and deleted in their project alone", () =>
    Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      const { mails } = yield* Left
      const insight = yield* trend()
      const { id } = yield* good("POST", "subscriptions/", daily({ insight }))
      const changed = yield* good("PATCH", at(id), { frequency: "monthly", byweekday: ["monday"], bysetpos: 1 })
      assert.deepInclude(changed, {
        summary: "sent every month on the first Monday",
        next_delivery_date: "2026-01-05T09:00:00Z"
      })
      assert.strictEqual((yield* good("GET", `subscriptions/?insight=${String(insight)}`))["count"], 1)
      assert.strictEqual((yield* good("GET", "subscriptions/?target_type=slack"))["count"], 0)

      const test = yield* good("POST", at(id, "test-delivery/"))
      assert.deepInclude(test, { is_test: true })
      const [delivery] = yield* untilSent(id, 1)
      assert.deepInclude(delivery, { id: test["id"], is_test: true })
      assert.deepStrictEqual(mails.map(({ to }) => to).toSorted(), ["ada@example.com", "bob@example.com"])

      const project = yield* good("POST", "/api/projects/", { name: "Other" })
      const foreign = `/api/projects/${String(project["id"])}/`
      for (
        const [method, rest] of [["GET", ""], ["PATCH", ""], ["DELETE", ""], ["POST", "test-delivery/"], [
          "GET",
          "deliveries/"
        ], ["GET", "activity/"]] as const
      ) {
        const body = method === "PATCH" ? { title: "x" } : undefined
        assert.strictEqual((yield* call(method, `${foreign}${at(id, rest)}`, body)).status, 404, `${method} ${rest}`)
      }
      assert.strictEqual((yield* good("GET", `${foreign}subscriptions/`))["count"], 0)
      assert.strictEqual(
        refusal(yield* call("POST", `${foreign}subscriptions/`, daily({ insight })))[2],
        "does_not_exist"
      )

      const reader = yield* keyOf("rob", ["subscription:read"])
      assert.strictEqual((yield* call("PATCH", at(id), { title: "x" }, { key: reader })).status, 403)
      assert.strictEqual((yield* call("POST", at(id, "test-delivery/"), undefined, { key: reader })).status, 403)
      assert.strictEqual((yield* call("DELETE", at(id))).status, 405)
      assert.deepInclude(yield* good("PATCH", at(id), { deleted: true }), { deleted: true })
      assert.strictEqual((yield* good("GET", "subscriptions/"))["count"], 0)
      yield* untilDue
      yield* settle
      assert.strictEqual((yield* deliveriesOf(id)).length, 1)
      const log = yield* good("GET", at(id, "activity/"))
      assert.deepStrictEqual(
        (log["results"] as ReadonlyArray<JsonRecord>).map(({ activity }) => activity),
        ["deleted", "updated", "created"]
      )
    }).pipe(on(storage)), patience)
})

/** Runs until the next date, which is a day later. */
const untilNextDay = (id: unknown, times: number) => Effect.andThen(TestClock.adjust("1 day"), untilSent(id, times))

describe("subscriptions", () => {
  it.effect("go on at their next dates, and end with the last one", () =>
    Effect.gen(function*() {
      const { mails } = yield* Left
      const { id } = yield* good("POST", "subscriptions/", daily({ insight: yield* trend(), count: 2 }))
      yield* untilDue
      yield* untilSent(id, 1)
      yield* untilNextDay(id, 2)
      assert.deepInclude(yield* good("GET", at(id)), { next_delivery_date: null, enabled: true })
      yield* TestClock.adjust("1 day")
      yield* settle
      assert.strictEqual((yield* deliveriesOf(id)).length, 2)
      assert.strictEqual(mails.length, 4)
    }).pipe(on(storages.memory)), patience)

  it.effect("are sent to each address once more where only that one failed", () =>
    Effect.gen(function*() {
      const left = yield* Left
      left.failures = 1
      const { id } = yield* good("POST", "subscriptions/", daily({ insight: yield* trend() }))
      yield* untilDue
      yield* untilSent(id, 1)
      assert.deepStrictEqual(left.mails.map(({ to }) => to).toSorted(), ["ada@example.com", "bob@example.com"])
    }).pipe(on(storages.memory)), patience)

  it.effect(
    "are turned off after five deliveries that reached nobody, with the reason, and can be turned on again",
    () =>
      Effect.gen(function*() {
        const { refused } = yield* Left
        refused.add("ada@example.com")
        const fields = { insight: yield* trend(), target_value: "ada@example.com" }
        const { id } = yield* good("POST", "subscriptions/", daily(fields))
        yield* untilDue
        for (const times of [1, 2, 3, 4]) {
          const [latest] = yield* untilSent(id, times)
          assert.deepStrictEqual(statesOf(latest), [["ada@example.com", "failed", "No such user"]])
          assert.deepInclude(yield* good("GET", at(id)), { enabled: true, failed_deliveries: times })
          yield* TestClock.adjust("1 day")
        }
        yield* untilSent(id, 5)
        assert.deepInclude(yield* good("GET", at(id)), {
          enabled: false,
          paused_reason: "5 deliveries in a row reached nobody. The last reason: No such user"
        })
        yield* TestClock.adjust("1 day")
        yield* settle
        assert.strictEqual((yield* deliveriesOf(id)).length, 5)
        assert.deepInclude(yield* good("PATCH", at(id), { enabled: true }), {
          enabled: true,
          paused_reason: null,
          failed_deliveries: 0,
          next_delivery_date: "2026-01-11T09:00:00Z"
        })
      }).pipe(on(storages.memory)),
    patience
  )

  it.effect("are turned off when their address is gone, or what they send is deleted", () =>
    Effect.gen(function*() {
      const { statuses } = yield* Left
      const insight = yield* trend()
      const slack = { insight, target_type: "slack", target_value: "https://hooks.slack.com/services/x" }
      const gone = yield* good("POST", "subscriptions/", daily(slack))
      const deleted = yield* good("POST", "subscriptions/", daily({ insight: yield* trend("other") }))
      yield* good("PATCH", `insights/${String(deleted["insight"])}/`, { deleted: true })
      statuses.push(410)
      yield* untilDue
      yield* untilSent(gone["id"], 1)
      assert.deepInclude(yield* good("GET", at(gone["id"])), {
        enabled: false,
        paused_reason: "The address answered 410: it is gone."
      })
      yield* settle
      assert.deepInclude(yield* good("GET", at(deleted["id"])), {
        enabled: false,
        paused_reason: "The insight is deleted.",
        resource_name: null
      })
      assert.strictEqual((yield* call("PATCH", at(deleted["id"]), { enabled: true })).status, 400)
    }).pipe(on(storages.memory)), patience)

  it.effect(
    "of the type slack have the form of an incoming webhook, and are tried again",
    () =>
      Effect.gen(function*() {
        const { posts, statuses } = yield* Left
        yield* capture(2)
        const fields = { insight: yield* big("signed up", "New & <old>"), target_type: "slack" }
        const made = yield* good(
          "POST",
          "subscriptions/",
          daily({ ...fields, target_value: "https://hooks.slack.com/x" })
        )
        assert.isNull(made["secret"])
        statuses.push(503)
        yield* untilDue
        const [delivery] = yield* untilSent(made["id"], 1)
        assert.deepStrictEqual(statesOf(delivery), [["https://hooks.slack.com/x", "sent", null]])
        assert.strictEqual(posts.length, 2)
        assert.deepStrictEqual(JSON.parse(posts[1]?.body ?? ""), {
          text: `*Signups of the day* · Meadow\n\n*New &amp; &lt;old&gt;* 2\n\n<${base}/project/1/insights/${
            String(made["insight"])
          }|Open it>`
        })
        assert.notProperty(posts[1]?.headers, "webhook-signature")
      }).pipe(on(storages.memory)),
    patience
  )

  it.effect("say what they cannot take", () =>
    Effect.gen(function*() {
      const insight = yield* trend()
      const dashboard = (yield* good("POST", "dashboards/", { name: "Growth" }))["id"]
      const refused = (changes: object) =>
        Effect.map(call("POST", "subscriptions/", daily({ insight, ...changes })), (answer) => refusal(answer).slice(2))
      const cases: ReadonlyArray<readonly [changes: object, code: string, attr: string | null, text: string]> = [
        [{ insight: null }, "required", null, "Name the dashboard or the insight that is sent."],
        [{ dashboard }, "invalid_input", "insight", "Name a dashboard or an insight, not both."],
        [{ insight: 999 }, "does_not_exist", "insight", "Invalid pk \"999\" - object does not exist."],
        [{ target_value: "ada" }, "invalid_input", "target_value", "\"ada\" is no valid email address."],
        [{ target_value: "," }, "invalid_input", "target_value", "Enter an email address."],
        [
          { target_value: Array.from({ length: 51 }, (_, place) => `u${place}@example.com`).join() },
          "invalid_input",
          "target_value",
          "A subscription has at most 50 email addresses."
        ],
        [
          { target_type: "slack", target_value: "general" },
          "invalid_input",
          "target_value",
          "Enter a URL that begins with https://."
        ],
        [{ bysetpos: 1 }, "invalid_input", "bysetpos", "A place is one among `byweekday`: name the days."],
        [
          { bysetpos: 1, byweekday: ["monday"] },
          "invalid_input",
          "bysetpos",
          "A day or a week has no places: use `monthly` or `yearly`."
        ],
        [
          { until_date: "2026-01-04T00:00:00Z" },
          "invalid_value",
          "until_date",
          "until_date must be later than start_date."
        ],
        [
          { start_date: "2020-01-01T00:00:00Z", count: 2 },
          "invalid_value",
          "start_date",
          "This schedule has no date that is at least 15 minutes ahead."
        ],
        [
          { start_date: "1999-01-01T00:00:00Z" },
          "invalid_value",
          "start_date",
          "The first date is one of the years 2000 to 2199."
        ],
        [
          { dashboard_export_insights: [insight] },
          "invalid_input",
          "dashboard_export_insights",
          "Only a dashboard has insights to choose from."
        ],
        [
          { insight: null, dashboard, dashboard_export_insights: [insight] },
          "does_not_exist",
          "dashboard_export_insights__0",
          `Invalid pk "${String(insight)}" - object does not exist.`
        ]
      ]
      for (const [changes, ...expected] of cases) {
        assert.deepStrictEqual(yield* refused(changes), expected, JSON.stringify(changes))
      }
      const { id } = yield* good("POST", "subscriptions/", daily({ insight }))
      const other = refusal(yield* call("PATCH", at(id), { target_type: "slack" }))
      assert.deepStrictEqual(other.slice(2, 4), ["invalid_input", "target_type"])
    }).pipe(on(storages.memory)))

  it.effect("show an insight that cannot be answered with its reason, beside the others", () =>
    Effect.gen(function*() {
      const { mails } = yield* Left
      const drawn = yield* Drawn
      yield* capture(2)
      const dashboard = yield* good("POST", "dashboards/", { name: "Growth" })
      const dashboards = [dashboard["id"]]
      yield* good("POST", "insights/", {
        name: "Broken",
        query: { kind: "HogQLQuery", query: "select nothing from nowhere" },
        dashboards
      })
      yield* good("POST", "insights/", {
        name: "Events",
        query: { kind: "HogQLQuery", query: "select event, count() as times from events group by event" },
        dashboards
      })
      const { id } = yield* good("POST", "subscriptions/", daily({ dashboard: dashboard["id"] }))
      yield* untilDue
      yield* untilSent(id, 1)
      assert.match(mails[0]?.text ?? "", /Broken\n.*nowhere/)
      assert.include(mails[0]?.text, "event | times\nsigned up | 2")
      assert.deepStrictEqual(drawn.map(({ kind, title }) => [kind, title]), [["ServiceSqlQuery", "Events"]])
    }).pipe(on(storages.memory)), patience)
})
