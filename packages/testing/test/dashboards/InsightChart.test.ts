import { assert, describe, it } from "@effect/vitest"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import type { Schema } from "effect"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { FlagApi } from "../flags/FlagApi.ts"
import { textsOf } from "../query/DrawnTexts.ts"

const world = Effect.provide(FlagApi.layer)

const trends = {
  kind: "TrendsQuery",
  series: [{ kind: "EventsNode", event: "$pageview" }],
  dateRange: { date_from: "2026-01-05", date_to: "2026-01-07" }
}

const makeInsight = Effect.fnUntraced(function*(
  query: Readonly<Record<string, Schema.Json>> | null,
  short_id: string,
  deleted = false
) {
  const { project } = yield* FlagApi
  const now = yield* DateTime.now
  return yield* (yield* InsightRepository).create({
    project_id: project.id,
    short_id,
    name: `Views <b>${short_id}</b>`,
    description: "",
    query,
    filters: {},
    tags: [],
    saved: true,
    favorited: false,
    derived_name: null,
    deleted,
    created_by: null,
    created_at: now,
    last_modified_by: null,
    last_modified_at: now
  })
})

const makeWorld = Effect.gen(function*() {
  const { call, project } = yield* FlagApi
  yield* TestClock.setTime(Date.parse("2026-01-08T12:00:00Z"))
  const timestamp = "2026-01-06T12:00:00Z"
  const batch = ["ada", "bob", "cho"].map((distinct_id) => ({
    event: "$pageview",
    distinct_id,
    timestamp,
    properties: {}
  }))
  assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
})

describe("GET /insights/{id}/chart.svg", () => {
  it.effect("is the answer of the insight's query, drawn", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { call } = yield* FlagApi
      const { id } = yield* makeInsight({ kind: "InsightVizNode", source: trends }, "abcd1234")
      const drawn = yield* call("GET", `insights/${id}/chart.svg`)
      assert.strictEqual(drawn.status, 200, drawn.text)
      assert.strictEqual(drawn.headers.get("content-type"), "image/svg+xml; charset=utf-8")
      assert.strictEqual(drawn.headers.get("cache-control"), "no-store")
      assert.include(drawn.headers.get("content-security-policy") ?? "", "default-src 'none'")
      const texts = textsOf(drawn.text)
      assert.includeMembers([...texts], ["Views <b>abcd1234</b>", "6-Jan-2026", "3"])
      assert.strictEqual((yield* call("GET", "insights/abcd1234/chart.svg/")).text, drawn.text)
      const sql = { kind: "DataVisualizationNode", source: { kind: "HogQLQuery", query: "SELECT count() FROM events" } }
      const number = yield* makeInsight(sql, "number12")
      assert.include(textsOf((yield* call("GET", `insights/${number.id}/chart.svg`)).text), "count()")
    }).pipe(world))

  it.effect("is of the cached answer, or of a new one if it is asked for", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { call, project } = yield* FlagApi
      const { id } = yield* makeInsight(trends, "abcd1234")
      const draw = (query = "") => Effect.map(call("GET", `insights/${id}/chart.svg${query}`), ({ text }) => text)
      const first = yield* draw()
      const late = { event: "$pageview", distinct_id: "dan", timestamp: "2026-01-07T12:00:00Z", properties: {} }
      yield* call("POST", "/batch/", { api_key: project.api_token, batch: [late] })
      assert.strictEqual(yield* draw(), first)
      assert.include(textsOf(yield* draw("?refresh=force_blocking")), "$pageview: 1 at 7-Jan-2026.")
      assert.notStrictEqual(yield* draw("?refresh=force_cache"), first)
    }).pipe(world))

  it.effect("is that under the filters of a dashboard, if it is asked for there", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { call } = yield* FlagApi
      const { id } = yield* makeInsight(trends, "abcd1234")
      const filters = { properties: [{ type: "event_metadata", key: "distinct_id", value: ["ada", "bob"] }] }
      const board = yield* call("POST", "dashboards/", { name: "Two", filters })
      const path = `insights/${id}/chart.svg`
      assert.include(textsOf((yield* call("GET", path)).text), "3")
      const under = yield* call("GET", `${path}?from_dashboard=${String(board.body["id"])}`)
      assert.include(textsOf(under.text), "2")
      assert.notInclude(textsOf(under.text), "3")
      assert.strictEqual((yield* call("GET", `${path}?from_dashboard=999`)).status, 404)
    }).pipe(world))

  it.effect("is refused where there is nothing to draw, without the scope, and in other projects", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { call, keyOf } = yield* FlagApi
      const { id } = yield* makeInsight(trends, "abcd1234")
      const path = `insights/${id}/chart.svg`
      const refused = (path: string, key?: string) =>
        Effect.map(
          call("GET", path, undefined, key === undefined ? {} : { key }),
          ({ body, status }) => [status, body["attr"]]
        )
      assert.deepStrictEqual(yield* refused("insights/999/chart.svg"), [404, null])
      assert.deepStrictEqual(yield* refused("insights/x/chart.svg"), [404, null])
      const gone = yield* makeInsight(trends, "gone1234", true)
      assert.deepStrictEqual(yield* refused(`insights/${gone.id}/chart.svg`), [404, null])
      const empty = yield* makeInsight(null, "none1234")
      assert.strictEqual((yield* refused(`insights/${empty.id}/chart.svg`))[0], 400)
      const schema = yield* makeInsight({ kind: "DatabaseSchemaQuery" }, "schema12")
      assert.deepStrictEqual(yield* refused(`insights/${schema.id}/chart.svg`), [400, "query__kind"])
      assert.deepStrictEqual(yield* refused(`${path}?refresh=async`), [400, "refresh"])
      assert.deepStrictEqual(yield* refused(`${path}?refresh=soon`), [400, "refresh"])
      assert.strictEqual((yield* refused(path, yield* keyOf("weak", ["query:read"])))[0], 403)
      assert.strictEqual((yield* refused(path, yield* keyOf("reader", ["insight:read"])))[0], 200)
      assert.include([403, 404], (yield* refused(path, yield* keyOf("other", ["*"], "another organisation")))[0])
    }).pipe(world))
})
