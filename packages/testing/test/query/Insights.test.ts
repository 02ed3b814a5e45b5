import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { insightEvents } from "./InsightEvents.ts"

const view = { kind: "EventsNode", event: "$pageview" }
const dateRange = { date_from: "2020-01-09", date_to: "2020-01-20" }

const ask = (query: object, more: object = {}) => call("POST", "query/", { query, refresh: "force_blocking", ...more })

const trends = (fields: object) => ({ kind: "TrendsQuery", series: [view], dateRange, ...fields })

const resultsOf = (body: JsonRecord) => body["results"] as ReadonlyArray<JsonRecord>

const makeWorld = Effect.gen(function*() {
  const { capture } = yield* TestApi
  yield* TestClock.setTime(Date.UTC(2020, 0, 20, 12))
  yield* capture(...insightEvents)
})

const refused = Effect.fnUntraced(function*(query: object, attr: string, code: string, detail: string) {
  const { body, status } = yield* ask(query)
  assert.strictEqual(status, 400, JSON.stringify(query))
  assert.deepInclude(body, { type: "validation_error", code, attr })
  assert.include(body["detail"], detail)
})

describe("insights over HTTP", () => {
  it.effect("a wrapper has the body of its source, and an answer is kept", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const query = trends({})
      const first = yield* call("POST", "query/", { query })
      const wrapped = yield* call("POST", "query/", { query: { kind: "InsightVizNode", source: query } })
      assert.strictEqual(first.status, 200)
      assert.deepInclude(first.body, { is_cached: false, hasMore: false, error: "", timezone: "UTC" })
      assert.include(first.body["hogql"], "FROM")
      assert.deepStrictEqual(wrapped.body, { ...first.body, is_cached: true })
      const named = yield* call("POST", "query/", { query: { ...query, tags: { scene: "x" }, dataColorTheme: 3 } })
      assert.strictEqual(named.body["cache_key"], first.body["cache_key"])
      const other = yield* call("POST", "query/", { query: { ...query, interval: "week" } })
      assert.notStrictEqual(other.body["cache_key"], first.body["cache_key"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("fields of the drawing change neither a result nor the name that it is kept by", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const drawn = { showLegend: true, legendPosition: "bottom", goalLines: [{ label: "Goal", value: 3 }] }
      const two = [view, { kind: "EventsNode", event: "$pageleave" }]
      const looks: ReadonlyArray<readonly [query: JsonRecord, field: string, look: JsonRecord]> = [
        [trends({}), "trendsFilter", {
          ...drawn,
          showAnnotations: true,
          xAxisLabel: "Day",
          yAxisLabel: "Views",
          stackBreakdownValues: false,
          hideWeekends: false,
          metricShowChange: true,
          metricSummary: "total"
        }],
        [{ kind: "FunnelsQuery", series: two, dateRange }, "funnelsFilter", {
          ...drawn,
          showAnnotations: true,
          breakdownSorting: "-count",
          customAggregationTarget: false
        }],
        [{ kind: "RetentionQuery", retentionFilter: {}, dateRange }, "retentionFilter", {
          goalLines: drawn.goalLines,
          selectedInterval: null,
          cohortLabelStartIndex: 1
        }],
        [{ kind: "StickinessQuery", series: [view], dateRange }, "stickinessFilter", { legendPosition: "top" }],
        [{ kind: "LifecycleQuery", series: [view], dateRange }, "lifecycleFilter", {
          legendPosition: "top",
          showPercentagesOnSeries: true
        }],
        [{ kind: "PathsQuery", pathsFilter: {}, dateRange }, "pathsFilter", { showFullUrls: true }]
      ]
      for (const [query, field, look] of looks) {
        const plain = yield* ask(query)
        const shown = yield* ask({ ...query, [field]: look, modifiers: { parserMode: "cpp_only" } })
        assert.strictEqual(shown.status, 200, JSON.stringify(shown.body))
        assert.deepStrictEqual([shown.body["cache_key"], field], [plain.body["cache_key"], field])
        assert.deepStrictEqual(shown.body["results"], plain.body["results"])
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a dashboard's dates, conditions and breakdown take the place of the query's or stand beside them", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { body } = yield* ask(trends({ compareFilter: { compare: true } }), {
        filters_override: {
          date_from: "all",
          properties: [{ type: "event", key: "$browser", value: ["Chrome", "Edge"] }],
          breakdown_filter: { breakdown: "$browser" }
        }
      })
      assert.deepStrictEqual(resultsOf(body).map(({ count, label }) => [label, count]), [["Chrome", 6], ["Edge", 1]])
      assert.strictEqual((body["resolved_date_range"] as JsonRecord)["date_from"], "2020-01-11T00:00:00Z")
      const wrong = yield* ask(trends({}), { filters_override: { breakdown_filter: { breakdown_limit: 0 } } })
      assert.strictEqual(wrong.body["attr"], "filters_override__breakdown_filter__breakdown_limit")
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("series are of actions too; one that is not there is left out", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { body: action } = yield* call("POST", "actions/", { name: "Read", steps: [{ event: "$pageview" }] })
      const series = [{ kind: "ActionsNode", id: 999 }, { kind: "ActionsNode", id: action["id"], custom_name: "R" }]
      const { body } = yield* ask(trends({ series }))
      const [found, ...others] = resultsOf(body)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(found, { label: "Read", count: 10 })
      assert.deepInclude(found?.["action"], { id: action["id"], type: "actions", order: 1, name: "Read" })
      const cycle = yield* ask({ kind: "LifecycleQuery", series: series.slice(1), dateRange })
      assert.deepStrictEqual(resultsOf(cycle.body).map(({ label }) => label)[0], "Read - new")
      const missing = yield* ask({ kind: "LifecycleQuery", series: series.slice(0, 1), dateRange })
      assert.deepStrictEqual(resultsOf(missing.body), [])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("cohorts cut by membership, all users among them", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { body: cohort } = yield* call("POST", "cohorts/", {
        name: "Some",
        is_static: true,
        _create_static_person_ids: ["p1", "p3"]
      })
      const breakdownFilter = { breakdown_type: "cohort", breakdown: ["all", cohort["id"]] }
      const { body } = yield* ask(trends({ breakdownFilter }))
      assert.deepStrictEqual(
        resultsOf(body).map(({ breakdown_value: value, count, label }) => [label, value, count]),
        [["all users", "all", 10], ["Some", cohort["id"], 7]]
      )
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("the persons behind a number are listed", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const listed = Effect.fnUntraced(function*(kind: string, source: object, selection: object) {
        const query = { kind: "ActorsQuery", select: ["person"], source: { kind, source, ...selection } }
        const { body, status } = yield* ask(query)
        assert.strictEqual(status, 200, JSON.stringify(body))
        return (body["results"] as ReadonlyArray<ReadonlyArray<JsonRecord>>).map(([person]) =>
          String((person?.["distinct_ids"] as ReadonlyArray<string> | undefined)?.[0])
        ).toSorted()
      })
      const insight = "InsightActorsQuery"
      const dau = trends({
        series: [{ ...view, math: "dau" }],
        breakdownFilter: { breakdown: "$browser", breakdown_limit: 1 }
      })
      assert.deepStrictEqual(yield* listed(insight, dau, { day: "2020-01-12", breakdown: "Chrome" }), ["p1"])
      const other = "$$_posthog_breakdown_other_$$"
      assert.deepStrictEqual(yield* listed(insight, dau, { day: "2020-01-12", breakdown: other }), ["p2", "p3"])
      const compared = trends({
        dateRange: { date_from: "2020-01-15", date_to: "2020-01-16" },
        compareFilter: { compare: true }
      })
      assert.deepStrictEqual(yield* listed(insight, compared, { day: "2020-01-15" }), ["p1", "p4"])
      const before = { day: "2020-01-13", compare: "previous" }
      assert.deepStrictEqual(yield* listed(insight, compared, before), ["p1"])
      const cycle = {
        kind: "LifecycleQuery",
        series: [view],
        dateRange: { date_from: "2020-01-12", date_to: "2020-01-13" }
      }
      assert.deepStrictEqual(yield* listed(insight, cycle, { day: "2020-01-13", status: "dormant" }), ["p2", "p3"])
      const sticky = { kind: "StickinessQuery", series: [view], dateRange }
      assert.deepStrictEqual(yield* listed("StickinessActorsQuery", sticky, { day: 1 }), ["p3", "p4"])
      assert.deepStrictEqual(yield* listed("StickinessActorsQuery", sticky, { day: 2, operator: "gte" }), ["p1", "p2"])
      const wrong = {
        kind: "ActorsQuery",
        source: { kind: insight, source: cycle, day: "2020-01-13", status: "asleep" }
      }
      yield* refused(wrong, "query__source__status", "invalid_choice", "dormant")
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a fault is refused with its place", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const extra = "Extra inputs are not permitted"
      yield* refused(trends({ colour: "red" }), "query__colour", "extra_forbidden", extra)
      yield* refused(trends({ series: [{ ...view, x: 1 }] }), "query__series__0__x", "extra_forbidden", extra)
      yield* refused(
        trends({ series: [{ ...view, math: "sum" }] }),
        "query__series__0__math_property",
        "invalid_input",
        ""
      )
      yield* refused(trends({ series: [{ ...view, math: "mad" }] }), "query__series__0__math", "invalid_input", "'mad'")
      yield* refused(
        trends({
          series: [{
            kind: "DataWarehouseNode",
            id: "orders",
            id_field: "id",
            distinct_id_field: "person",
            timestamp_field: "at",
            table_name: "orders",
            dw_source_type: "stripe"
          }]
        }),
        "query__series__0__kind",
        "invalid_input",
        "no data warehouse"
      )
      yield* refused(
        trends({ trendsFilter: { formulas: ["A", "A+B"] } }),
        "query__trendsFilter__formulas__1",
        "invalid_input",
        "There is no series B."
      )
      yield* refused(
        trends({ interval: "minute", dateRange: { date_from: "2000-01-01" } }),
        "query__dateRange",
        "invalid_input",
        "intervals of a minute"
      )
      yield* refused({ kind: "LifecycleQuery", series: [view, view] }, "query__series", "invalid_input", "one series")
      yield* refused(
        { kind: "StickinessQuery", series: [view], intervalCount: 0 },
        "query__intervalCount",
        "invalid_input",
        ""
      )
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a project without events has zeros, and no results by value", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2020, 0, 20, 12))
      for (const dateRange of [{ date_from: "-2d" }, { date_from: "all" }]) {
        const { body } = yield* ask(trends({ dateRange }))
        const numbers = resultsOf(body)[0]?.["data"] as ReadonlyArray<number>
        assert.isTrue(numbers.length >= 3 && numbers.every((number) => number === 0))
        const cut = yield* ask(trends({ dateRange, breakdownFilter: { breakdown: "$browser" } }))
        assert.deepStrictEqual(resultsOf(cut.body), [])
        const cycle = yield* ask({ kind: "LifecycleQuery", series: [view], dateRange })
        assert.deepStrictEqual(resultsOf(cycle.body).map(({ count }) => count), [0, 0, 0, 0])
        const sticky = yield* ask({ kind: "StickinessQuery", series: [view], dateRange })
        assert.strictEqual(resultsOf(sticky.body)[0]?.["count"], 0)
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("sessions are measured, and those with a goal alone are counted where one is named", () =>
    Effect.gen(function*() {
      yield* makeWorld
      const { body } = yield* ask(trends({
        series: [
          { ...view, math: "max", math_property: "$session_duration" },
          { ...view, math: "unique_session" },
          { ...view, math: "sum", math_property: "$pageview_count", math_property_type: "session_properties" }
        ],
        trendsFilter: { display: "BoldNumber" }
      }))
      assert.deepStrictEqual(resultsOf(body).map((item) => item["aggregated_value"]), [8 * 86_400, 4, 10])
      const goal = yield* ask(trends({
        dateRange: { date_from: "2020-01-16", date_to: "2020-01-20" },
        series: [{ kind: "EventsNode" }],
        conversionGoal: { customEventName: "$pageleave" }
      }))
      assert.deepInclude(resultsOf(goal.body)[0], { label: "All events", count: 1 })
    }).pipe(Effect.provide(TestApi.layer)))
})
