import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { RateBucketName } from "@hedgerow/http/limits/RateBuckets"
import { makeRateLimits, RateLimiter, type RateLimiterOptions } from "@hedgerow/http/limits/RateLimiter"
import { makeThrottle } from "@hedgerow/http/limits/Throttle"
import { TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import { Clock, Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { type Behaviour, taken } from "./support/Fakes.ts"
import { gateCallers } from "./support/GateTable.ts"
import { type Answer, as, post, webApi } from "./support/WebApi.ts"

const perMinute = (limit: number) => [{ limit, windowSeconds: 60 }]
const me = "/api/users/@me/"
const query = "/api/projects/1/query/"
const sql = { query: { kind: "HogQLQuery", query: "select 1" } }

/** The API under limits, on the test's clock. */
const limited = (options: RateLimiterOptions, behaviour: Behaviour = {}, more: Layer.Layer<never> = Layer.empty) =>
  Effect.flatMap(Clock.Clock, (clock) =>
    webApi(
      behaviour,
      Layer.mergeAll(RateLimiter.layer(options), Layer.succeed(Clock.Clock, clock), Logger.layer([]), more)
    ))

const rateOf = ({ headers }: Answer) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`)).map((text) => text && Number(text))

describe("rate limits", () => {
  it.effect("are off by default and then leave no trace", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      for (let i = 0; i < 500; i++) assert.strictEqual((yield* call(me)).status, 200)
      assert.deepStrictEqual(rateOf(yield* call(me)), [null, null, null])
    }))

  it.effect("of remote configurations are 600 a minute, of their own", () =>
    Effect.gen(function*() {
      const call = yield* limited({})
      const ask = call("/api/projects/1/feature_flags/config/remote_config/")
      assert.deepStrictEqual(rateOf(yield* ask), [600, 599, 60])
      for (let i = 1; i < 600; i++) assert.notStrictEqual((yield* ask).status, 429)
      const refused = yield* ask
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "60"])
      assert.strictEqual((yield* call(me)).status, 200)
      yield* TestClock.adjust("61 seconds")
      assert.notStrictEqual((yield* ask).status, 429)
    }).pipe(Effect.provide(Logger.layer([]))))

  it.effect("of 2 a minute refuse the third request and say when to come back", () =>
    Effect.gen(function*() {
      const call = yield* limited({ rates: { default: perMinute(2) } })
      assert.deepStrictEqual(rateOf(yield* call(me)), [2, 1, 60])
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(rateOf(yield* call(me)), [2, 0, 40])
      const refused = yield* call(me)
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers.get("retry-after"), "40")
      assert.deepStrictEqual(rateOf(refused), [2, 0, 40])
      assert.deepStrictEqual(refused.json, {
        type: "throttled_error",
        code: "throttled",
        detail: "Request was throttled. Expected available in 40 seconds.",
        attr: null,
        extra: { hint: "Send it again after the seconds that `Retry-After` names, and less often.", retryable: true }
      })
    }))

  it.effect("slide: each request makes room when it is a window old", () =>
    Effect.gen(function*() {
      const call = yield* limited({ rates: { default: perMinute(2) } })
      yield* call(me)
      yield* TestClock.adjust("20 seconds")
      yield* call(me)
      yield* TestClock.adjust("39 seconds")
      assert.strictEqual((yield* call(me)).status, 429)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* call(me)).status, 200)
      assert.strictEqual((yield* call(me)).headers.get("retry-after"), "20")
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* call(me)).status, 200)
    }))

  it.effect("count each key by itself, however it is sent", () =>
    Effect.gen(function*() {
      const call = yield* limited({ rates: { default: perMinute(1) } })
      assert.strictEqual((yield* call(me, as("phx_all"))).status, 200)
      assert.strictEqual((yield* call(`${me}?personal_api_key=phx_all`, {})).status, 429)
      assert.strictEqual((yield* call(me, as("phx_team_1"))).status, 200)
    }))

  it.effect("count endpoints of one bucket together, those of others apart", () =>
    Effect.gen(function*() {
      const call = yield* limited({ rates: { default: perMinute(1) } }, { run: () => Effect.succeed({} as never) })
      assert.strictEqual((yield* call(me)).status, 200)
      assert.strictEqual((yield* call("/api/projects/1/")).status, 429)
      const ran = yield* call(query, post({ query: { kind: "TrendsQuery" } }))
      assert.strictEqual(ran.status, 200)
      assert.deepStrictEqual(rateOf(ran), [240, 239, 60])
    }))

  it.effect("of one bucket apply together; the tightest is announced, and a refused request is not counted", () =>
    Effect.gen(function*() {
      const rates = { default: [...perMinute(2), { limit: 3, windowSeconds: 3_600 }] }
      const call = yield* limited({ rates })
      yield* call(me)
      assert.deepStrictEqual(rateOf(yield* call(me)), [2, 0, 60])
      for (let i = 0; i < 5; i++) assert.strictEqual((yield* call(me)).status, 429)
      yield* TestClock.adjust("1 minute")
      const third = yield* call(me)
      assert.strictEqual(third.status, 200)
      assert.deepStrictEqual(rateOf(third), [3, 0, 3_540])
      assert.strictEqual((yield* call(me)).headers.get("retry-after"), "3540")
    }))

  it.effect("count SQL in its own bucket too, once the body shows it", () =>
    Effect.gen(function*() {
      const call = yield* limited(
        { rates: { sql: perMinute(1) } },
        { run: () => Effect.succeed({} as never) }
      )
      const first = yield* call(query, post(sql))
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual(rateOf(first), [1, 0, 60])
      const wrapped = { query: { kind: "DataVisualizationNode", source: sql.query } }
      assert.strictEqual((yield* call(query, post(wrapped))).status, 429)
      const other = yield* call(query, post({ query: { kind: "TrendsQuery" } }))
      assert.strictEqual(other.status, 200)
      assert.deepStrictEqual(rateOf(other), [240, 237, 60])
    }))

  it.effect("are announced on errors after the check, defects included, and not on those before it", () =>
    Effect.gen(function*() {
      const call = yield* limited({ rates: { query: perMinute(9) } }, { run: () => Effect.die("broken") })
      const malformed = as("phx_all", { method: "POST", body: "{", headers: { "content-type": "application/json" } })
      assert.strictEqual((yield* call(query, malformed)).status, 400)
      const defect = yield* call(query, post({}))
      assert.strictEqual(defect.status, 500)
      assert.deepStrictEqual(rateOf(defect), [9, 7, 60])
      assert.deepStrictEqual(rateOf(yield* call(query, post({}, "phx_survey"))), [null, null, null])
      assert.deepStrictEqual(rateOf(yield* call("/api/projects/99/query/", post({}))), [null, null, null])
      assert.deepStrictEqual(rateOf(yield* call(query, post({}))), [9, 6, 60])
    }))

  it.effect("come after 401, 403 and 404 of the project, and before the body is read", () =>
    Effect.gen(function*() {
      const call = yield* limited({ rates: { query: [{ limit: 0, windowSeconds: 60 }] } })
      assert.strictEqual((yield* call(query, post({}, "phx_wrong"))).status, 401)
      assert.strictEqual((yield* call(query, post({}, "phx_survey"))).status, 403)
      assert.strictEqual((yield* call("/api/projects/99/query/", post({}))).status, 404)
      const malformed = as("phx_all", { method: "POST", body: "{", headers: { "content-type": "application/json" } })
      const refused = yield* call(query, malformed)
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers.get("retry-after"), "60")
    }))

  it.effect("spare listed projects, capture and health", () =>
    Effect.gen(function*() {
      const none = [{ limit: 0, windowSeconds: 60 }]
      const call = yield* limited({ rates: { default: none }, allowProjects: [2] }, { capture: () => taken })
      const spared = yield* call("/api/projects/2/")
      assert.strictEqual(spared.status, 200)
      assert.deepStrictEqual(rateOf(spared), [null, null, null])
      assert.strictEqual((yield* call("/api/projects/1/")).status, 429)
      const event = JSON.stringify({ token: "phc_project_1", event: "e", distinct_id: "d" })
      assert.strictEqual((yield* call("/e/", { method: "POST", body: event })).status, 200)
      assert.strictEqual((yield* call("/_health")).status, 200)
    }))

  it.effect("count requests without a sound key by the client's address, and never keep a sound key out", () =>
    Effect.gen(function*() {
      const call = yield* limited(
        { rates: { anonymous: perMinute(2), default: perMinute(9) } },
        {},
        Layer.succeed(TrustProxy, true)
      )
      const from = (address: string, key?: string): RequestInit => ({
        headers: { "x-forwarded-for": address, ...(key === undefined ? undefined : { authorization: `Bearer ${key}` }) }
      })
      const missing = yield* call(me, from("203.0.113.1"))
      assert.deepStrictEqual([missing.status, rateOf(missing)], [401, [2, 1, 60]])
      assert.strictEqual((yield* call("/api/projects/1/", from("203.0.113.1", "phx_wrong"))).status, 401)
      for (const [path, key] of [[me, undefined], [me, "phx_wrong"], ["/api/projects/1/", "phx_wrong"]] as const) {
        const refused = yield* call(path, from("203.0.113.1", key))
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.headers.get("retry-after"), "60")
      }
      assert.strictEqual((yield* call(me, from("203.0.113.2"))).status, 401)
      assert.deepStrictEqual(rateOf(yield* call(me, from("203.0.113.1", "phx_all"))), [9, 8, 60])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* call(me, from("203.0.113.1"))).status, 401)
    }))

  it.effect("count clients without an address together, and do not count a body that is malformed", () =>
    Effect.gen(function*() {
      const call = yield* limited({ rates: { anonymous: perMinute(1) } })
      const malformed = { method: "POST", body: "{", headers: { "content-type": "application/json" } }
      for (let i = 0; i < 3; i++) assert.strictEqual((yield* call(query, malformed)).status, 400)
      assert.strictEqual((yield* call(me, {})).status, 401)
      assert.strictEqual((yield* call(me, { headers: { "x-forwarded-for": "203.0.113.1" } })).status, 429)
    }))

  it.effect("let requests pass when the limiter fails", () =>
    Effect.gen(function*() {
      const broken = Layer.succeed(RateLimiter, Option.some({ consume: () => Effect.die("no limiter") }))
      const call = yield* webApi({}, Layer.merge(broken, Logger.layer([])))
      assert.strictEqual((yield* call(me)).status, 200)
    }))

  it.effect("do not hold callers without a key", () =>
    Effect.gen(function*() {
      const throttle = yield* makeThrottle
      const ask = (name: string) =>
        Effect.flatMap(
          Effect.fromNullishOr(gateCallers.get(name)),
          (caller) => throttle(caller, undefined, ["default"])
        )
      for (let i = 0; i < 3; i++) yield* ask("of a host application")
      yield* ask("*")
      assert.include(yield* Effect.flip(ask("*")), { status: 429 })
    }).pipe(Effect.provide(RateLimiter.layer({ rates: { default: perMinute(1) } }))))

  it.effect("count a key by project where the bucket says so", () =>
    Effect.gen(function*() {
      const { consume } = makeRateLimits({ rates: { remote_config: perMinute(1), query: perMinute(1) } })
      const ask = (bucket: RateBucketName, project: number) =>
        Effect.map(
          consume({ key: "k", project: project as ProjectId, buckets: [bucket] }),
          (answer) => answer?.isAllowed
        )
      assert.deepStrictEqual([yield* ask("remote_config", 1), yield* ask("remote_config", 1)], [true, false])
      assert.isTrue(yield* ask("remote_config", 2))
      assert.deepStrictEqual([yield* ask("query", 1), yield* ask("query", 2)], [true, false])
    }))
})
