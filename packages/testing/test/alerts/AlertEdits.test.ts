// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import { assert, describe, it } from "@effect/vitest"
import { TooManyQueries } from "@hedgerow/core/query/execution/QueryExecutionErrors"
import type { QueryFailure } from "@hedgerow/core/query/execution/QueryFailureText"
import { QueryEngineBusy, QueryEngineUnavailable, QueryRefused } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import {
  absolute,
  alertAt,
  capture,
  Left,
  Looks,
  settle,
  storages,
  tick,
  trend,
  typesOf,
  untilChecked,
  untilLeft,
  watching
} from "./AlertWorld.ts"

/** A machine that is busy is no failure. */
const patience = 300_000

const hooks = { url: "https://example.com/hooks", types: ["alert.firing", "alert.resolved", "alert.errored"] }

/** An alert with a webhook that would fire, and is changed while its first check looks at the value. */
const changedDuringCheck = Effect.fnUntraced(function*(body: JsonRecord) {
  const api = yield* FlagApi
  const looks = yield* Looks
  yield* TestClock.adjust("1 minute")
  yield* good("POST", "webhooks/", hooks)
  const insight = yield* trend()
  yield* capture(3)
  let isChanged = false
  looks.during = Effect.gen(function*() {
    const [alert] = (yield* good("GET", "alerts/"))["results"] as ReadonlyArray<JsonRecord>
    yield* good("PATCH", `alerts/${String(alert?.["id"])}/`, body)
    isChanged = true
  }).pipe(Effect.provideService(FlagApi, api), Effect.orDie)
  const { id } = yield* good("POST", "alerts/", watching(insight))
  yield* Effect.repeat(tick(200), { until: () => isChanged })
  yield* settle
  return id
})

describe.each(Object.entries(storages))("a change of an alert during its check, with %s", (_, storage) => {
  it.effect("of its bounds is answered by the new ones alone", () =>
    Effect.gen(function*() {
      const { posts } = yield* Left
      const id = yield* changedDuringCheck({ threshold: absolute(undefined, 5) })
      const checked = yield* untilChecked(id, 1)
      assert.deepInclude(checked, { state: "Not firing", next_check_at: "1970-01-01T01:00:00Z" })
      const checks = checked["checks"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(checks.map(({ calculated_value, state }) => [calculated_value, state]), [[
        3,
        "Not firing"
      ]])
      assert.isEmpty(typesOf(posts))
    }).pipe(Effect.provide(storage)), patience)

  it.effect("to be quiet holds, and checks go on after it", () =>
    Effect.gen(function*() {
      const { posts } = yield* Left
      const id = yield* changedDuringCheck({ snoozed_until: "1970-01-01T00:30:00Z" })
      const quiet = yield* Effect.repeat(Effect.andThen(tick(200), alertAt(id)), {
        until: ({ next_check_at }) => next_check_at === "1970-01-01T01:00:00Z"
      })
      assert.deepInclude(quiet, { state: "Snoozed", snoozed_until: "1970-01-01T00:30:00Z" })
      assert.isEmpty(typesOf(posts))
      yield* TestClock.adjust("1 hour")
      assert.deepInclude(yield* untilChecked(id, 2), { state: "Firing", snoozed_until: null })
    }).pipe(Effect.provide(storage)), patience)

  it.effect("that turns it off ends its checks", () =>
    Effect.gen(function*() {
      const { posts } = yield* Left
      const id = yield* changedDuringCheck({ enabled: false })
      assert.deepInclude(yield* alertAt(id), { state: "Not firing", enabled: false, checks: [] })
      assert.isEmpty(typesOf(posts))
    }).pipe(Effect.provide(storage)), patience)
})

/** A look at the value that fails is made again, and its failure changes nothing. */
const isMadeAgain = Effect.fnUntraced(function*(failure: QueryFailure) {
  const { posts } = yield* Left
  const { failures } = yield* Looks
  yield* TestClock.adjust("1 minute")
  yield* good("POST", "webhooks/", hooks)
  failures.push(failure)
  const { id } = yield* good("POST", "alerts/", watching(yield* trend()))
  const checked = yield* Effect.repeat(Effect.andThen(TestClock.adjust("1 second"), alertAt(id)), {
    until: ({ checks }) => (checks as ReadonlyArray<JsonRecord>).length > 0
  })
  assert.isEmpty(failures)
  assert.deepInclude(checked, { state: "Not firing" })
  assert.isEmpty(typesOf(posts))
})

describe("a look at the value", () => {
  it.effect.each([new QueryEngineBusy(), new TooManyQueries({ concurrent: 10 })])(
    "for which there is no time is made again: $_tag",
    (failure) => isMadeAgain(failure).pipe(Effect.provide(storages.memory)),
    patience
  )
})

describe.each(Object.entries(storages))("a look at the value, with %s", (_, storage) => {
  it.effect(
    "from which the engine is away is made again, and nobody is told",
    () => isMadeAgain(new QueryEngineUnavailable()).pipe(Effect.provide(storage)),
    patience
  )

  it.effect("that ends the engine is an error, and told", () =>
    Effect.gen(function*() {
      const { posts } = yield* Left
      const { failures } = yield* Looks
      yield* TestClock.adjust("1 minute")
      yield* good("POST", "webhooks/", hooks)
      failures.push(new QueryRefused({ retryAfterSeconds: 600 }))
      const { id } = yield* good("POST", "alerts/", watching(yield* trend()))
      assert.deepInclude(yield* untilChecked(id, 1), { state: "Errored" })
      yield* untilLeft(1, 0)
      assert.deepStrictEqual(typesOf(posts), ["alert.errored"])
    }).pipe(Effect.provide(storage)), patience)
})

describe.each(Object.entries(storages))("an alert that fires, with %s", (_, storage) => {
  /** An alert that people were told of. */
  const firing = Effect.gen(function*() {
    yield* TestClock.adjust("1 minute")
    yield* good("POST", "webhooks/", hooks)
    const insight = yield* trend()
    yield* capture(3)
    const { id } = yield* good("POST", "alerts/", watching(insight))
    yield* untilChecked(id, 1)
    yield* untilLeft(1, 0)
    return { id, path: `alerts/${String(id)}/` }
  })

  it.effect("and is back after a silence is told to be, once", () =>
    Effect.gen(function*() {
      const { posts } = yield* Left
      const { id, path } = yield* firing
      yield* good("PATCH", path, { snoozed_until: "1970-01-01T00:30:00Z" })
      yield* good("PATCH", path, { snoozed_until: null })
      yield* good("PATCH", path, { threshold: absolute(undefined, 5) })
      assert.deepInclude(yield* untilChecked(id, 4), { state: "Not firing" })
      yield* untilLeft(2, 0)
      yield* good("PATCH", path, { threshold: absolute(undefined, 6) })
      yield* untilChecked(id, 5)
      yield* settle
      assert.deepStrictEqual(typesOf(posts), ["alert.firing", "alert.resolved"])
      assert.include(posts.at(-1)?.body, "\"before\":\"Firing\"")
    }).pipe(Effect.provide(storage)), patience)

  it.effect("goes on firing when it is sent once more as it is", () =>
    Effect.gen(function*() {
      const { posts } = yield* Left
      const { path } = yield* firing
      const { insight: _insight, ...sent } = watching(0)
      const after = yield* good("PATCH", path, { ...sent, snoozed_until: null, enabled: true })
      assert.deepInclude(after, { state: "Firing", next_check_at: "1970-01-01T01:00:00Z" })
      yield* settle
      assert.deepStrictEqual(typesOf(posts), ["alert.firing"])
      assert.strictEqual((yield* call("PATCH", path, { snoozed_until: "1970-01-01T00:00:01Z" })).status, 400)
    }).pipe(Effect.provide(storage)), patience)
})
