// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import { assert, describe, it } from "@effect/vitest"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { QueryEngineUnavailable } from "@hedgerow/core/query/QueryEngine"
import { SubscriptionId } from "@hedgerow/core/subscriptions/Subscription"
import { delivering } from "@hedgerow/core/subscriptions/SubscriptionJobs"
import { Effect } from "effect"
import { Left, Looks, settle, tick, trend } from "../alerts/AlertWorld.ts"
import { FlagApi, good } from "../flags/FlagApi.ts"
import { at, daily, deliveriesOf, on, statesOf, storages, untilDue, untilSent } from "./SubscriptionWorld.ts"

/** A machine that is busy is no failure. */
const patience = 300_000

const sentTo = { target_value: "ada@example.com" }

describe.each(Object.entries(storages))("a delivery, with %s", (_, storage) => {
  it.effect("is made once by two servers that make it at the same time", () =>
    Effect.gen(function*() {
      const { mails } = yield* Left
      const looks = yield* Looks
      const api = yield* FlagApi
      const jobs = yield* Jobs
      const { id } = yield* good("POST", "subscriptions/", daily({ insight: yield* trend(), ...sentTo }))
      let others = 0
      // As this one has its numbers, another worker takes the same work up, and ends it first.
      looks.during = Effect.gen(function*() {
        const payload = { subscription: SubscriptionId.make(Number(id)), test: null }
        yield* jobs.enqueue(delivering, { project: api.project.id, payload, uniqueKey: "of another server" })
        others += 1
        yield* Effect.repeat(Effect.andThen(Effect.yieldNow, deliveriesOf(id)), { until: (all) => all.length > 0 })
      }).pipe(Effect.provideService(FlagApi, api), Effect.orDie)
      yield* untilDue
      yield* untilSent(id, 1)
      yield* settle
      assert.strictEqual(others, 1)
      assert.strictEqual((yield* deliveriesOf(id)).length, 1)
      assert.deepStrictEqual(mails.map(({ to }) => to), ["ada@example.com"])
      assert.deepInclude(yield* good("GET", at(id)), { next_delivery_date: "2026-01-06T09:00:00Z" })
    }).pipe(on(storage)), patience)

  it.effect("from whose numbers the engine is away is made a little later, once", () =>
    Effect.gen(function*() {
      const { mails } = yield* Left
      const { failures } = yield* Looks
      failures.push(new QueryEngineUnavailable(), new QueryEngineUnavailable())
      const { id } = yield* good("POST", "subscriptions/", daily({ insight: yield* trend(), ...sentTo }))
      yield* untilDue
      const [delivery] = yield* untilSent(id, 1)
      assert.isEmpty(failures)
      assert.deepStrictEqual(statesOf(delivery), [["ada@example.com", "sent", null]])
      assert.strictEqual(mails.length, 1)
      assert.include(mails[0]?.text, "signed up")
    }).pipe(on(storage)), patience)

  it.effect("of a subscription that changes meanwhile is that of the changed one", () =>
    Effect.gen(function*() {
      const { mails } = yield* Left
      const looks = yield* Looks
      const api = yield* FlagApi
      const { id } = yield* good("POST", "subscriptions/", daily({ insight: yield* trend(), ...sentTo }))
      looks.during = good("PATCH", at(id), { target_value: "bob@example.com" }).pipe(
        Effect.provideService(FlagApi, api),
        Effect.orDie
      )
      yield* untilDue
      yield* untilSent(id, 1)
      assert.deepStrictEqual(mails.map(({ to }) => to), ["bob@example.com"])
    }).pipe(on(storage)), patience)

  it.effect("is not sent to who unsubscribes before it leaves", () =>
    Effect.gen(function*() {
      const left = yield* Left
      left.failures = 1
      const { id } = yield* good("POST", "subscriptions/", daily({ insight: yield* trend(), ...sentTo }))
      yield* untilDue
      yield* Effect.repeat(Effect.andThen(tick(1_000), deliveriesOf(id)), {
        until: (all) => all.length > 0 && left.failures <= 0
      })
      yield* good("PATCH", at(id), { target_value: "bob@example.com" })
      const [delivery] = yield* untilSent(id, 1)
      assert.deepStrictEqual(statesOf(delivery), [[
        "ada@example.com",
        "failed",
        "The address was removed from the subscription."
      ]])
      assert.isEmpty(left.mails)
    }).pipe(on(storage)), patience)
})
