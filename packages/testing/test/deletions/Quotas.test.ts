import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { HostedApi } from "../access/HostedApi.ts"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"

const count = Effect.map(
  good("POST", "query/", { query: { kind: "HogQLQuery", query: "SELECT count() FROM events" } }),
  ({ results }) => (results as ReadonlyArray<ReadonlyArray<unknown>>)[0]?.[0]
)

const change = Effect.fnUntraced(function*(fields: JsonRecord) {
  const { project } = yield* FlagApi
  return yield* good("PATCH", `/api/projects/${project.id}/`, fields)
})

const send = Effect.fnUntraced(function*(ids: ReadonlyArray<string>, event = "page") {
  const { project } = yield* FlagApi
  const batch = ids.map((distinct_id) => ({ event, distinct_id }))
  return (yield* call("POST", "/batch/", { api_key: project.api_token, batch })).body
})

const dropped = { status: 1, quota_limited: ["events"] }

it.effect("a quota lets the request that reaches it through, drops the next ones with a word, and ends with the month", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 10, 29, 12))
    assert.deepStrictEqual(yield* send(["before the quota"]), { status: 1 })
    assert.deepInclude(yield* change({ events_monthly_quota: 3 }), { events_monthly_quota: 3, events_sample_rate: 1 })
    assert.deepStrictEqual(yield* send(["ada", "bob"]), { status: 1 })
    assert.deepStrictEqual(yield* send(["cy", "di"]), { status: 1 })
    assert.deepStrictEqual(yield* send(["eve"]), dropped)
    assert.strictEqual(yield* count, 5)
    yield* change({ events_monthly_quota: 5 })
    assert.deepStrictEqual(yield* send(["eve"]), { status: 1 })
    assert.deepStrictEqual(yield* send(["fay"]), dropped)
    yield* TestClock.setTime(Date.UTC(2026, 11, 1))
    assert.deepStrictEqual(yield* send(["fay"]), { status: 1 })
    yield* change({ events_monthly_quota: 1 })
    assert.deepStrictEqual(yield* send(["gil"]), dropped)
    yield* change({ events_monthly_quota: null })
    assert.deepStrictEqual(yield* send(["gil"]), { status: 1 })
    assert.strictEqual(yield* count, 8)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("the usage shows the events that count, what is left and when the month ends, to keys with project:read", () =>
  Effect.gen(function*() {
    const { keyOf, project } = yield* FlagApi
    const other = yield* good("POST", "/api/organizations/@current/projects/", { name: "Other" })
    const path = `/api/projects/${project.id}/usage/`
    yield* TestClock.setTime(Date.UTC(2026, 11, 29, 12))
    yield* send(["before the quota"])
    const none = {
      month: "2026-12",
      resets_at: "2027-01-01T00:00:00Z",
      events: null,
      events_monthly_quota: null,
      events_remaining: null,
      quota_limited: false,
      events_sample_rate: 1
    }
    assert.deepStrictEqual(yield* good("GET", path), none)
    yield* change({ events_monthly_quota: 3, events_sample_rate: 1 })
    yield* send(["ada", "bob"])
    const two = { ...none, events: 2, events_monthly_quota: 3, events_remaining: 1 }
    assert.deepStrictEqual(yield* good("GET", path), two)
    yield* send(["cy", "di"])
    const over = { ...two, events: 4, events_remaining: 0, quota_limited: true }
    assert.deepStrictEqual(yield* good("GET", path), over)
    assert.deepStrictEqual(yield* good("GET", `/api/projects/${String(other["id"])}/usage/`), none)
    yield* TestClock.setTime(Date.UTC(2027, 0, 1))
    const anew = { month: "2027-01", resets_at: "2027-02-01T00:00:00Z", events: 0, events_remaining: 3 }
    assert.deepInclude(yield* good("GET", path), { ...anew, quota_limited: false })
    const refused = yield* call("GET", path, undefined, { key: yield* keyOf("eve", ["feature_flag:read"]) })
    assert.strictEqual(refused.status, 403)
    const member = yield* call("GET", path, undefined, { key: yield* keyOf("mel", ["project:read"]) })
    assert.strictEqual(member.status, 200)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("an event that is sent again counts once, and a person is changed by the API whatever the quota is", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    yield* change({ events_monthly_quota: 2 })
    const batch = [{ event: "page", distinct_id: "ada", uuid: "0190a5d0-0000-7000-8000-000000000001" }]
    for (let times = 0; times < 4; times++) {
      assert.deepStrictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).body, {
        status: 1
      })
    }
    assert.deepStrictEqual(yield* send(["ada"]), { status: 1 })
    assert.deepStrictEqual(yield* send(["ada"]), dropped)
    const { results } = yield* good("GET", "persons/?distinct_id=ada")
    const [person] = results as ReadonlyArray<JsonRecord>
    const path = `persons/${String(person?.["id"])}/update_property/`
    assert.strictEqual((yield* call("POST", path, { key: "plan", value: "pro" })).status, 202)
    assert.deepInclude((yield* good("GET", `persons/${String(person?.["id"])}/`))["properties"], { plan: "pro" })
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a sample keeps all events of some users, the same ones at each rate below, and every group", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const ids = Array.from({ length: 400 }, (_, index) => `user ${index}`)
    const kept = Effect.fnUntraced(function*(rate: number) {
      yield* change({ events_sample_rate: rate })
      const event = `at ${rate}`
      assert.deepStrictEqual(yield* send([...ids, ...ids], event), { status: 1 })
      const query = `SELECT distinct_id, count() FROM events WHERE event = '${event}' GROUP BY distinct_id LIMIT 1000`
      const { results } = yield* good("POST", "query/", { query: { kind: "HogQLQuery", query } })
      const rows = results as ReadonlyArray<readonly [string, number]>
      assert.isTrue(rows.every(([, events]) => events === 2))
      return new Set(rows.map(([id]) => id))
    })
    const [all, half, few] = [yield* kept(1), yield* kept(0.5), yield* kept(0.1)]
    assert.strictEqual(all.size, 400)
    assert.isTrue(half.size > 160 && half.size < 240, `${half.size}`)
    assert.isTrue(few.size > 20 && few.size < 65, `${few.size}`)
    assert.isTrue([...few].every((id) => half.has(id)))

    yield* change({ events_sample_rate: 0.0001 })
    const properties = { $group_type: "company", $group_key: "acme", $group_set: { size: 9 } }
    const batch = [{ event: "$groupidentify", distinct_id: "$company_acme", properties }]
    yield* call("POST", "/batch/", { api_key: project.api_token, batch })
    const query = "SELECT properties.size FROM groups"
    const { results } = yield* good("POST", "query/", { query: { kind: "HogQLQuery", query } })
    assert.deepStrictEqual(results, [[9]])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("values out of range are refused by name", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const wrong = Effect.fnUntraced(function*(fields: JsonRecord) {
      return refusal(yield* call("PATCH", `/api/projects/${project.id}/`, fields)).slice(0, 4)
    })
    assert.deepStrictEqual(yield* wrong({ events_monthly_quota: 0 }), [
      400,
      "validation_error",
      "min_value",
      "events_monthly_quota"
    ])
    assert.deepStrictEqual(yield* wrong({ events_sample_rate: 1.5 }), [
      400,
      "validation_error",
      "max_value",
      "events_sample_rate"
    ])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("both are for managers, and the log has them", () =>
  Effect.gen(function*() {
    const { activityOf, addUser, call, key, project } = yield* HostedApi
    const { email } = yield* addUser("member", 1)
    for (const fields of [{ events_monthly_quota: 7 }, { events_sample_rate: 0.5 }]) {
      const refused = yield* call({ login: email }, "PATCH", `/api/projects/${project.id}/`, fields)
      assert.strictEqual(refused.status, 403)
      assert.strictEqual((yield* call({ key }, "PATCH", `/api/projects/${project.id}/`, fields)).status, 200)
    }
    const changes = (yield* activityOf({ project: project.id })).flatMap(({ changes }) => changes)
    assert.deepInclude(changes, ["created", "events_monthly_quota", null, 7])
    assert.deepInclude(changes, ["changed", "events_sample_rate", 1, 0.5])
  }).pipe(Effect.provide(HostedApi.layer)))
