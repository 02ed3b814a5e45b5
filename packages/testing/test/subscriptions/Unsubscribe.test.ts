// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Left, trend } from "../alerts/AlertWorld.ts"
import { call, good, refusal } from "../flags/FlagApi.ts"
import { at, daily, on, storages, unsubscribePath, untilSent } from "./SubscriptionWorld.ts"

/** A machine that is busy is no failure. */
const patience = 300_000

const html = { headers: { accept: "text/html" } }

/** A subscription that was sent by hand, and the links in its mails by address. */
const sent = Effect.fnUntraced(function*() {
  const { mails } = yield* Left
  const { id } = yield* good("POST", "subscriptions/", daily({ insight: yield* trend() }))
  yield* good("POST", at(id, "test-delivery/"))
  yield* untilSent(id, 1)
  return { id, links: new Map(mails.map((mail) => [mail.to, unsubscribePath(mail)])) }
})

describe.each(Object.entries(storages))("a link in a mail, with %s", (_, storage) => {
  it.effect(
    "shows a page with a button, and ends the mails to its address alone when that is pressed",
    () =>
      Effect.gen(function*() {
        const { id, links } = yield* sent()
        const link = links.get("ada@example.com") ?? ""
        const page = yield* call("GET", link, undefined, html)
        assert.strictEqual(page.status, 200)
        assert.include(page.text, "<form method=\"post\"><button type=\"submit\">Unsubscribe</button></form>")
        assert.include(page.text, "ada@example.com")
        assert.deepInclude(yield* good("GET", at(id)), { target_value: "ada@example.com, bob@example.com" })

        for (const _ of ["once", "once more"]) {
          const done = yield* call("POST", link, "List-Unsubscribe=One-Click", {
            headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" }
          })
          assert.strictEqual(done.status, 200)
          assert.include(done.text, "You have unsubscribed")
          assert.deepInclude(yield* good("GET", at(id)), { target_value: "bob@example.com", enabled: true })
        }
        const log = yield* good("GET", at(id, "activity/"))
        const [entry] = log["results"] as ReadonlyArray<JsonRecord>
        assert.deepInclude(entry, { activity: "updated", is_system: true })

        assert.strictEqual((yield* call("POST", links.get("bob@example.com") ?? "")).status, 200)
        assert.deepInclude(yield* good("GET", at(id)), {
          target_value: "",
          enabled: false,
          paused_reason: "Everybody who got it has unsubscribed."
        })
        assert.strictEqual((yield* call("PATCH", at(id), { enabled: true })).status, 400)
        const again = { enabled: true, target_value: "cleo@example.com" }
        assert.deepInclude(yield* good("PATCH", at(id), again), { ...again, paused_reason: null })
      }).pipe(on(storage)),
    patience
  )
})

describe("a link in a mail", () => {
  it.effect("works for 30 days", () =>
    Effect.gen(function*() {
      const { id, links } = yield* sent()
      const link = links.get("ada@example.com") ?? ""
      yield* good("PATCH", at(id), { enabled: false })
      yield* TestClock.setTime(Date.UTC(2026, 1, 4, 8, 30))
      assert.strictEqual((yield* call("GET", link)).status, 200)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(refusal(yield* call("POST", link)), [
        400,
        "validation_error",
        "invalid_token",
        "token",
        "This link is unknown, or is older than 30 days."
      ])
      assert.deepInclude(yield* good("GET", at(id)), { target_value: "ada@example.com, bob@example.com" })
    }).pipe(on(storages.memory)), patience)

  it.effect("that is changed, or none at all, does nothing; browsers get a page", () =>
    Effect.gen(function*() {
      const { links } = yield* sent()
      const link = links.get("ada@example.com") ?? ""
      for (const path of [`${link.slice(0, -2)}aa`, "/api/unsubscribe/", "/api/unsubscribe/?token=hs1.x.y"]) {
        assert.strictEqual((yield* call("POST", path)).status, 400, path)
        const page = yield* call("GET", path, undefined, html)
        assert.strictEqual(page.status, 400, path)
        assert.include(page.text, "This link does not work")
      }
    }).pipe(on(storages.memory)), patience)
})
