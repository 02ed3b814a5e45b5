import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { HostedApi } from "../access/HostedApi.ts"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const names = Effect.map(
  good("POST", "query/", { query: { kind: "HogQLQuery", query: "SELECT event FROM events ORDER BY event" } }),
  ({ results }) => (results as ReadonlyArray<ReadonlyArray<unknown>>).flat()
)

const keep = Effect.fnUntraced(function*(events_retention_days: number | null) {
  const { project } = yield* FlagApi
  return yield* good("PATCH", `/api/projects/${project.id}/`, { events_retention_days })
})

it.effect("a setting holds for queries and cached answers at once, for the storage after a day, and is undone until then", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    yield* TestClock.setTime(Date.UTC(2026, 5, 20, 12))
    const batch = [["new", "2026-06-19T00:00:00Z"], ["old", "2026-03-31T23:59:59Z"], ["of May", "2026-05-10T00:00:00Z"]]
      .map(([event, timestamp]) => ({ event, timestamp, distinct_id: "ada" }))
    assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
    assert.deepStrictEqual(yield* names, ["new", "of May", "old"])

    assert.strictEqual((yield* keep(30))["events_retention_days"], 30)
    assert.deepStrictEqual(yield* names, ["new"])
    assert.strictEqual((yield* keep(null))["events_retention_days"], null)
    assert.deepStrictEqual(yield* names, ["new", "of May", "old"])

    yield* keep(60)
    yield* TestClock.adjust("23 hours")
    assert.strictEqual((yield* good("GET", "data_deletions/"))["count"], 0)
    yield* TestClock.adjust("61 minutes")
    yield* Effect.repeat(TestClock.adjust("1 second"), { times: 9 })
    yield* Effect.repeat(TestClock.adjust("1 minute"), { times: 4 })
    const [deletion] = (yield* good("GET", "data_deletions/"))["results"] as ReadonlyArray<JsonRecord>
    assert.deepInclude(deletion, {
      kind: "events",
      status: "completed",
      date_to: "2026-04-01T00:00:00Z",
      events_count: 1,
      created_by: null
    })
    yield* keep(null)
    assert.deepStrictEqual(yield* names, ["new", "of May"])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("it is a number of days from one to a hundred years, for managers, and the log has it", () =>
  Effect.gen(function*() {
    const { activityOf, addUser, call, key, project } = yield* HostedApi
    const path = `/api/projects/${project.id}/`
    const change = (events_retention_days: unknown) => call({ key }, "PATCH", path, { events_retention_days })
    for (const wrong of [0, -1, 36_501, 1.5, "soon", {}, true]) {
      const answer = yield* change(wrong)
      assert.deepStrictEqual([answer.status, answer.json["attr"]], [400, "events_retention_days"], String(wrong))
    }
    const { email } = yield* addUser("member", 1)
    const refused = yield* call({ login: email }, "PATCH", path, { events_retention_days: 7 })
    assert.strictEqual(refused.status, 403)
    assert.strictEqual((yield* call({ login: email }, "PATCH", path, { name: "Lea" })).status, 200)
    assert.strictEqual((yield* change(7)).json["events_retention_days"], 7)
    assert.strictEqual((yield* call({ login: email }, "PATCH", path, { events_retention_days: 7 })).status, 200)
    const made = yield* call({ key }, "POST", "/api/projects/", { name: "Short", events_retention_days: 1 })
    assert.strictEqual(made.json["events_retention_days"], 1)
    const entries = yield* activityOf({ project: project.id })
    assert.deepInclude(entries.flatMap(({ changes }) => changes), ["created", "events_retention_days", null, 7])
  }).pipe(Effect.provide(HostedApi.layer)))
