import { assert, describe, it } from "@effect/vitest"
import { ChartsModule } from "@hedgerow/http/charts/ChartAnswers"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { blocksOf, callOf, pageOf } from "../docs/DocumentedCalls.ts"
import { textsOf } from "./DrawnTexts.ts"

const svg = "image/svg+xml"

const hostile = "<script>alert(1)</script>&\u0001"

const events: ReadonlyArray<TestEvent> = [
  ["2026-01-05", "$pageview", "ada", "Chrome"],
  ["2026-01-06", "$pageview", "ada", hostile],
  ["2026-01-06", "$pageview", "bob", "Chrome"],
  ["2026-01-07", "signed up", "bob", "Chrome"]
].map(([day, event = "", distinct_id = "", browser]) => ({
  event,
  distinct_id,
  timestamp: `${day}T12:00:00Z`,
  properties: { browser }
}))

const makeWorld = Effect.gen(function*() {
  const api = yield* TestApi
  yield* TestClock.setTime(Date.parse("2026-01-08T12:00:00Z"))
  yield* api.capture(...events)
  return Effect.fnUntraced(function*(query: object, more: object = {}, accept = svg) {
    const response = yield* api.request(`/api/projects/${api.project.id}/query/`, {
      method: "POST",
      headers: { authorization: `Bearer ${api.key}`, accept, "content-type": "application/json" },
      body: JSON.stringify({ query, ...more })
    })
    return { status: response.status, headers: response.headers, text: yield* Effect.promise(() => response.text()) }
  })
})

const dateRange = { date_from: "2026-01-05", date_to: "2026-01-07" }
const pageviews = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "$pageview" }], dateRange }
const sql = (query: string) => ({ kind: "ServiceSqlQuery", query })

const world = Effect.provide(TestApi.layer)

const missingCharts = () =>
  Promise.reject(Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" }))

describe("POST /query/ with Accept: image/svg+xml", () => {
  it.effect("draws the goal lines that stand around a statement", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const source = sql("select toDate(timestamp) as day, count() as n from events group by day order by day")
      const chartSettings = { goalLines: [{ label: "Target", value: 12 }] }
      const plain = yield* ask({ kind: "DataVisualizationNode", source })
      const drawn = yield* ask({ kind: "DataVisualizationNode", source, chartSettings })
      assert.deepStrictEqual([plain.status, drawn.status], [200, 200], drawn.text)
      assert.notInclude(plain.text, "Target")
      assert.includeMembers([...textsOf(drawn.text)], ["Target: 12"])
    }).pipe(world))

  it.effect("is refused in a sentence where the charting package is not installed", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const refused = yield* ask(pageviews)
      assert.deepStrictEqual([refused.status, refused.headers.get("content-type")], [400, "application/json"])
      assert.include(refused.text, "This server draws nothing: @hedgerow/charts is not installed.")
      assert.strictEqual((yield* ask(pageviews, {}, "application/json")).status, 200)
    }).pipe(Effect.provide(Layer.provide(TestApi.layer, Layer.succeed(ChartsModule, missingCharts)))))

  it.effect("draws trends, with the texts of events as text", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const plain = yield* ask(pageviews, { name: "Views" })
      assert.strictEqual(plain.status, 200, plain.text)
      assert.strictEqual(plain.headers.get("content-type"), "image/svg+xml; charset=utf-8")
      assert.include(plain.headers.get("content-security-policy") ?? "", "default-src 'none'")
      assert.strictEqual(plain.headers.get("cache-control"), "no-store")
      assert.isNotNull(plain.headers.get("x-hedgerow-query-id"))
      assert.includeMembers([...textsOf(plain.text)], [
        "Views",
        "5-Jan-2026",
        "7-Jan-2026",
        "$pageview: 0 at 7-Jan-2026."
      ])
      const cut = yield* ask({ ...pageviews, breakdownFilter: { breakdown: "browser", breakdown_type: "event" } })
      const texts = textsOf(cut.text)
      assert.includeMembers([...texts], ["Trends", "Chrome", "<script>alert(1)</script>&"])
      assert.notInclude(cut.text, "<script>")
      const total = yield* ask({
        kind: "InsightVizNode",
        source: { ...pageviews, trendsFilter: { display: "BoldNumber" } }
      })
      assert.includeMembers([...textsOf(total.text)], ["3", "$pageview"])
    }).pipe(world))

  it.effect("draws the other insights", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const series = [{ kind: "EventsNode", event: "$pageview" }]
      const textsFor = (query: object) => Effect.map(ask({ dateRange, ...query }), ({ text }) => [...textsOf(text)])
      const lifecycle = yield* textsFor({ kind: "LifecycleQuery", series })
      assert.includeMembers(lifecycle, ["Lifecycle", "new", "returning", "resurrecting", "dormant"])
      assert.includeMembers(yield* textsFor({ kind: "StickinessQuery", series }), ["Stickiness", "1 day", "2 days"])
      const steps = [...series, { kind: "EventsNode", event: "signed up" }]
      const funnel = yield* textsFor({ kind: "FunnelsQuery", series: steps })
      assert.includeMembers(funnel, ["Funnel", "1. $pageview", "2", "2. signed up", "1 · 50 % · 1 d"])
      const overTime = { funnelsFilter: { funnelVizType: "trends" } }
      assert.include(yield* textsFor({ kind: "FunnelsQuery", series: steps, ...overTime }), "6-Jan-2026")
      const times = { funnelsFilter: { funnelVizType: "time_to_convert" } }
      assert.include(yield* textsFor({ kind: "FunnelsQuery", series: steps, ...times }), "1 d on average.")
      const retention = yield* textsFor({
        kind: "RetentionQuery",
        retentionFilter: {
          targetEntity: { id: "$pageview", type: "events" },
          returningEntity: { id: "$pageview", type: "events" },
          totalIntervals: 3
        }
      })
      assert.includeMembers(retention, ["Retention", "2026-01-05 · 1", "2026-01-06 · 2", "Day 0", "Day 2"])
      // Ada alone came on the first day, and again on the second; of the days to come there are no cells.
      assert.deepStrictEqual(retention.filter((text) => text.endsWith(" %")), ["100 %", "100 %", "0 %", "100 %", "0 %"])
      const paths = yield* textsFor({ kind: "PathsQuery", pathsFilter: { includeEventTypes: ["custom_event"] } })
      assert.includeMembers(paths, ["Paths", "There is nothing to draw."])
    }).pipe(world))

  it.effect("draws rows of SQL that have numbers over a time or by names", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const overTime = yield* ask(
        sql("SELECT toDate(timestamp) AS day, count() AS n FROM events GROUP BY day ORDER BY day")
      )
      assert.includeMembers([...textsOf(overTime.text)], ["2026-01-05", "2026-01-07", "n: 1 at 2026-01-07."])
      const named = yield* ask(sql("SELECT event, count() AS n FROM events GROUP BY event ORDER BY n DESC"))
      assert.includeMembers([...textsOf(named.text)], ["$pageview", "signed up", "3", "1"])
      const one = yield* ask(sql("SELECT count() FROM events"))
      assert.include(textsOf(one.text), "4")
    }).pipe(world))

  it.effect("refuses answers that it cannot draw, before the run where the kind or the mode decides it", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const refused = Effect.fnUntraced(function*(query: object, more: object = {}) {
        const { headers, status, text } = yield* ask(query, more)
        assert.strictEqual(headers.get("content-type"), "application/json")
        const { attr, code, detail } = JSON.parse(text) as Readonly<Record<string, unknown>>
        return [status, attr, code, detail]
      })
      assert.deepStrictEqual(yield* refused({ kind: "DatabaseSchemaQuery" }), [
        400,
        "query__kind",
        "invalid_choice",
        "Answers of DatabaseSchemaQuery cannot be drawn: ask for application/json."
      ])
      assert.deepStrictEqual(yield* refused(pageviews, { refresh: "force_async" }), [
        400,
        "refresh",
        "invalid_choice",
        `"force_async" does not wait for the answer, which a chart does. Leave it out, or use "blocking".`
      ])
      assert.deepStrictEqual(yield* refused(sql("SELECT event FROM events")), [
        400,
        "query",
        "invalid_input",
        "A chart needs a column with a date or a time, or one with names, and one with numbers."
      ])
      assert.deepStrictEqual((yield* refused({ kind: "Tomato" })).slice(0, 1), [400])
      for (const kind of ["EventsQuery", "ActorsQuery", "ExperimentQuery"]) {
        assert.deepStrictEqual((yield* refused({ kind, select: ["event"] })).slice(0, 2), [400, "query__kind"])
      }
      assert.deepStrictEqual((yield* refused(sql("SELECT"))).slice(0, 1), [400])
      const long = yield* refused(sql("SELECT number AS n, repeat('x', 1000) AS name FROM numbers(9000) LIMIT 9000"))
      assert.deepStrictEqual(long.slice(0, 3), [400, "query", "too_long"])
    }).pipe(world))

  it.effect("draws an answer of many megabytes of which little is shown, computed or cached", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const names = sql(
        "SELECT concat('name ', toString(number), repeat('x', 20000)) AS name, number FROM numbers(1000) LIMIT 1000"
      )
      const drawn = yield* ask(names)
      assert.deepStrictEqual([drawn.status, drawn.headers.get("content-type")], [200, "image/svg+xml; charset=utf-8"])
      assert.include(textsOf(drawn.text), "40 of 1000 rows are shown.")
      assert.isBelow(drawn.text.length, 1_000_000)
      assert.strictEqual((yield* ask(names)).text, drawn.text)
    }).pipe(world))

  it.effect("draws the queries of the guide", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { key, request } = yield* TestApi
      const [block] = blocksOf(pageOf("charts.md"))
      const { body, headers, method, path } = callOf((block?.text ?? "").replaceAll("phx_…", key))
      const response = yield* request(path, { method, headers, body: body ?? "" })
      assert.strictEqual(response.status, 200)
      assert.include(textsOf(yield* Effect.promise(() => response.text())), "Sign-ups")
    }).pipe(world))

  it.effect("takes cached answers, and other forms stay as they were", () =>
    Effect.gen(function*() {
      const ask = yield* makeWorld
      const first = yield* ask(pageviews, {}, "application/json")
      assert.isFalse((JSON.parse(first.text) as { readonly is_cached: boolean }).is_cached)
      const drawn = yield* ask(pageviews)
      assert.strictEqual(drawn.headers.get("x-hedgerow-rows-read"), "0")
      const again = yield* ask(pageviews)
      assert.strictEqual(again.text, drawn.text)
      assert.strictEqual((yield* ask(sql("SELECT 1"), {}, "*/*")).headers.get("content-type"), "application/json")
    }).pipe(world))
})
