// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"
import {
  alertAt,
  capture,
  Left,
  settle,
  storages,
  trend,
  typesOf,
  untilChecked,
  untilLeft,
  watching
} from "./AlertWorld.ts"

describe.each(Object.entries(storages))("alerts, with %s", (_, storage) => {
  it.effect(
    "fire once when a bound is crossed, say so once when it is over, by webhook and by mail",
    () =>
      Effect.gen(function*() {
        const left = yield* Left
        yield* TestClock.adjust("10 minutes")
        yield* good("POST", "webhooks/", {
          url: "https://example.com/hooks",
          types: ["alert.firing", "alert.resolved"]
        })
        const me = yield* good("GET", "/api/users/@me/")
        const insight = yield* trend()
        const alert = yield* good("POST", "alerts/", watching(insight, { subscribed_users: [me["id"]] }))
        assert.deepInclude(alert, { name: "Signups", state: "Not firing", enabled: true, checks: [] })
        assert.deepInclude(alert["insight"] as object, { id: insight })

        const calm = yield* untilChecked(alert["id"], 1)
        assert.deepInclude(calm, { state: "Not firing", last_notified_at: null, next_check_at: "1970-01-01T01:00:00Z" })
        yield* capture(3)
        yield* TestClock.adjust("1 hour")
        const firing = yield* untilChecked(alert["id"], 2)
        const [check] = firing["checks"] as ReadonlyArray<JsonRecord>
        assert.deepInclude(firing, { state: "Firing", next_check_at: "1970-01-01T02:00:00Z" })
        assert.deepInclude(check, { calculated_value: 3, state: "Firing", targets_notified: true })

        // Still beyond the bound: nobody is told again.
        yield* untilLeft(1)
        yield* TestClock.adjust("1 hour")
        yield* untilChecked(alert["id"], 3)
        yield* good("PATCH", `insights/${String(insight)}/`, {
          query: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "other" }] }
        })
        yield* TestClock.adjust("1 hour")
        assert.deepInclude(yield* untilChecked(alert["id"], 4), { state: "Not firing" })
        yield* untilLeft(2)
        yield* settle
        assert.deepStrictEqual(typesOf(left.posts), ["alert.firing", "alert.resolved"])
        assert.deepStrictEqual(left.mails.map(({ subject, to }) => [subject, to]), [
          ["[Meadow] Signups is firing", "owner@hedgerow.local"],
          ["[Meadow] Signups is within its bounds again", "owner@hedgerow.local"]
        ])
        assert.include(left.mails[0]?.text, "3 is above the upper bound 2")
        const log = yield* good("GET", `alerts/${String(alert["id"])}/activity/`)
        assert.deepStrictEqual(
          (log["results"] as ReadonlyArray<JsonRecord>).map(({ activity }) => activity),
          ["resolved", "firing", "created"]
        )
      }).pipe(Effect.provide(storage)),
    300_000
  )

  it.effect("are listed, changed and removed, in their project alone", () =>
    Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      const [insight, other] = [yield* trend(), yield* trend("other")]
      const { id } = yield* good("POST", "alerts/", watching(insight))
      yield* good("POST", "alerts/", watching(other))
      const listed = yield* good("GET", `alerts/?insight=${String(insight)}`)
      assert.deepStrictEqual((listed["results"] as ReadonlyArray<JsonRecord>).map((one) => one["id"]), [id])
      assert.strictEqual((yield* good("GET", "alerts/"))["count"], 2)
      const path = `alerts/${String(id)}/`
      const snoozed = yield* good("PATCH", path, { snoozed_until: "2d" })
      assert.deepInclude(snoozed, { state: "Snoozed" })
      assert.strictEqual((snoozed["checks"] as ReadonlyArray<JsonRecord>)[0]?.["state"], "Snoozed")
      assert.deepInclude(yield* good("PATCH", path, { snoozed_until: null }), {
        state: "Not firing",
        snoozed_until: null
      })

      const project = yield* good("POST", "/api/projects/", { name: "Other" })
      const foreign = `/api/projects/${String(project["id"])}/`
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { name: "x" } : undefined
        assert.strictEqual((yield* call(method, `${foreign}${path}`, body)).status, 404, method)
      }
      assert.strictEqual((yield* good("GET", `${foreign}alerts/`))["count"], 0)
      assert.strictEqual((yield* call("POST", `${foreign}alerts/`, watching(insight))).status, 400)
      const reader = yield* keyOf("rob", ["alert:read"])
      assert.strictEqual((yield* call("DELETE", path, undefined, { key: reader })).status, 403)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* good("GET", "alerts/"))["count"], 1)
    }).pipe(Effect.provide(storage)), 300_000)
})

describe("alerts", () => {
  it.effect("say what they cannot take", () =>
    Effect.gen(function*() {
      const insight = yield* trend()
      const sql = yield* good("POST", "insights/", { query: { kind: "ServiceSqlQuery", query: "SELECT 1" } })
      const refused = (body: object) => Effect.map(call("POST", "alerts/", body), refusal)
      assert.deepStrictEqual(yield* refused(watching(sql["id"])), [
        400,
        "validation_error",
        "invalid_input",
        "insight",
        "Alerts are not supported for this insight."
      ])
      assert.strictEqual((yield* refused(watching(999)))[2], "does_not_exist")
      assert.deepStrictEqual((yield* refused(watching(insight, { subscribed_users: [77] }))).slice(0, 4), [
        400,
        "validation_error",
        "does_not_exist",
        "subscribed_users__0"
      ])
      const threshold = (configuration: object) => refused(watching(insight, { threshold: { configuration } }))
      assert.strictEqual((yield* threshold({ type: "absolute", bounds: {} }))[4], "Name a lower or an upper bound.")
      assert.strictEqual((yield* threshold({ type: "percentage", bounds: { upper: 1 } }))[2], "invalid_choice")
      assert.strictEqual(
        (yield* threshold({ type: "absolute", bounds: { lower: 2, upper: 1 } }))[3],
        "threshold__configuration__bounds"
      )
      assert.strictEqual((yield* refused({ insight }))[2], "required")
    }).pipe(Effect.provide(FlagApi.layer)))

  it.effect(
    "with an insight that has no value any more are errors, told once; mails that fail are sent again",
    () =>
      Effect.gen(function*() {
        const left = yield* Left
        left.failures = 2
        const me = yield* good("GET", "/api/users/@me/")
        const insight = yield* trend()
        const { id } = yield* good("POST", "alerts/", watching(insight, { subscribed_users: [me["id"]] }))
        yield* untilChecked(id, 1)
        yield* good("PATCH", `insights/${String(insight)}/`, { deleted: true })
        yield* TestClock.adjust("1 hour")
        assert.deepInclude(yield* untilChecked(id, 2), { state: "Errored" })
        yield* TestClock.adjust("1 hour")
        yield* untilChecked(id, 3)
        yield* TestClock.adjust("1 hour")
        yield* settle
        assert.deepStrictEqual(left.mails.map(({ subject }) => subject), ["[Meadow] Signups could not be checked"])
        assert.include(left.mails[0]?.text, "The insight is deleted.")
      }).pipe(Effect.provide(storages.memory)),
    300_000
  )

  it.effect("are mailed to members of the organisation alone, not to who has left it", () =>
    Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      const left = yield* Left
      const members = "/api/organizations/@current/members/"
      yield* keyOf("mia", ["*"])
      yield* keyOf("leo", ["*"])
      const people = (yield* good("GET", members))["results"] as ReadonlyArray<{ readonly user: JsonRecord }>
      const users = people.map(({ user }) => user)
      const insight = yield* trend()
      const { id } = yield* good(
        "POST",
        "alerts/",
        watching(insight, { subscribed_users: users.map((user) => user["id"]) })
      )
      yield* untilChecked(id, 1)
      const leo = users.find(({ first_name }) => first_name === "leo")
      assert.strictEqual((yield* call("DELETE", `${members}${String(leo?.["uuid"])}/`)).status, 204)
      yield* capture(3)
      yield* TestClock.adjust("1 hour")
      yield* untilChecked(id, 2)
      yield* settle
      assert.deepStrictEqual(left.mails.map(({ to }) => to).toSorted(), ["mia@example.com", "owner@hedgerow.local"])
    }).pipe(Effect.provide(storages.memory)), 300_000)

  it.effect("that are quiet or off are not checked", () =>
    Effect.gen(function*() {
      const insight = yield* trend()
      const { id } = yield* good("POST", "alerts/", watching(insight, { enabled: false }))
      const quiet = yield* good("POST", "alerts/", watching(insight, { name: "Quiet" }))
      yield* untilChecked(quiet["id"], 1)
      yield* good("PATCH", `alerts/${String(quiet["id"])}/`, { snoozed_until: "1d" })
      yield* capture(3)
      yield* TestClock.adjust("3 hours")
      yield* settle
      assert.deepInclude(yield* alertAt(id), { checks: [], last_checked_at: null })
      assert.deepInclude(yield* alertAt(quiet["id"]), { state: "Snoozed" })
      assert.deepInclude(yield* good("PATCH", `alerts/${String(id)}/`, { enabled: true }), { enabled: true })
      assert.deepInclude(yield* untilChecked(id, 1), { state: "Firing" })
    }).pipe(Effect.provide(storages.memory)), 300_000)
})
