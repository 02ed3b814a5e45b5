// Times of events are made of numbers.
// @effect-diagnostics globalDateInEffect:off
import { assert, it } from "@effect/vitest"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { worked } from "../experiments/ExperimentApi.ts"
import { makeRandom } from "../long/fuzz/Random.ts"
import { closedFaultOf, component, components, listOf, parsed } from "../support/Contract.ts"
import { makeSamples } from "../support/SchemaSamples.ts"

const now = Date.UTC(2026, 0, 20, 12)
const day = 86_400_000

const kinds = Object.entries(recordOrEmpty(component("QueryAnswer")["x-by-kind"])).map(([kind, ref]) => ({
  kind,
  answer: String(ref).split("/").at(-1) ?? ""
}))

/** The events of a person: names and properties are those that random queries ask for. */
const visits = (number: number) =>
  ["$pageview", "a", "plan"].slice(0, 1 + number % 3).flatMap((event, at) =>
    [0, 1 + number % 5].map((later) => ({
      event,
      distinct_id: `person ${number}`,
      timestamp: new Date(now - (6 - later) * day + at * 60_000).toISOString(),
      properties: { plan: number % 2 === 0 ? "pro" : "free", a: number, $session_id: `s${number}`, $set: { plan: "a" } }
    }))
  )

const send = Effect.fnUntraced(function*(method: string, path: string, body?: unknown) {
  const { project, send } = yield* TestApi
  return recordOrEmpty(yield* send(method, `/api/projects/${project.id}/${path}`, body))
})

const capture = Effect.fnUntraced(function*(batch: ReadonlyArray<JsonRecord>) {
  const { send, token } = yield* TestApi
  yield* send("POST", "/batch/", { api_key: token, batch })
})

/** An experiment that has run for two weeks. */
const experiment = Effect.gen(function*() {
  // The workers start with the first request.
  yield* TestClock.setTime(now)
  const { id } = yield* send("POST", "experiments/", {
    name: "Button",
    feature_flag_key: "button",
    start_date: new Date(now - 14 * day).toISOString(),
    metrics: [{ kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "paid" } }]
  })
  yield* capture(
    Array.from({ length: 240 }, (_, number) => {
      const [distinct_id, at] = [`buyer ${number}`, now - (1 + number % 13) * day]
      const properties = { $feature_flag: "button", $feature_flag_response: number % 2 === 0 ? "control" : "test" }
      const paid = { event: "paid", distinct_id, timestamp: new Date(at + 60_000).toISOString() }
      return [
        { event: "$feature_flag_called", distinct_id, properties, timestamp: new Date(at).toISOString() },
        ...(number % 3 === 0 ? [paid] : [])
      ]
    }).flat()
  )
  return Number(id)
})

const world = Effect.gen(function*() {
  const id = yield* experiment
  yield* capture(Array.from({ length: 60 }, (_, number) => visits(number)).flat())
  yield* capture([{
    event: "$exception",
    distinct_id: "person 1",
    timestamp: new Date(now - day).toISOString(),
    properties: { $exception_list: [{ type: "TypeError", value: "no" }] }
  }])
  return id
})

const pageview = { kind: "EventsNode", event: "$pageview" }
const signUp = { kind: "EventsNode", event: "a" }
const range = { dateRange: { date_from: "-7d" } }
const funnel = { kind: "FunnelsQuery", series: [pageview, signUp], ...range }

/** Queries with results, of forms that random ones seldom have. */
const chosen = (experiment_id: number): ReadonlyArray<JsonRecord> => [
  { kind: "ServiceSqlQuery", query: "SELECT event, properties.plan, count() FROM events GROUP BY 1, 2" },
  { kind: "ServiceSqlQuery", query: "SELECT event FROM events ORDER BY timestamp", after: null },
  { kind: "ServiceSqlQuery", query: "SELECT count() FROM events", explain: true, modifiers: { timings: true } },
  { kind: "HogQLQuery", query: "SELECT nothing FROM events", modifiers: { debug: true } },
  { kind: "HogQLMetadata", language: "hogQL", query: "SELECT evnt FROM events" },
  { kind: "DatabaseSchemaQuery" },
  { kind: "HogQLAutocomplete", language: "hogQL", query: "SELECT ev FROM events", startPosition: 7, endPosition: 9 },
  { kind: "TrendsQuery", series: [{ ...pageview, math: "dau" }, signUp], ...range, compareFilter: { compare: true } },
  { kind: "TrendsQuery", series: [pageview], ...range, breakdownFilter: { breakdown: "plan" } },
  {
    kind: "TrendsQuery",
    series: [pageview, signUp],
    ...range,
    trendsFilter: { formula: "A / B", display: "BoldNumber" }
  },
  { kind: "TrendsQuery", series: [pageview], ...range, breakdownFilter: { breakdowns: [{ property: "plan" }] } },
  { kind: "LifecycleQuery", series: [pageview], ...range },
  { kind: "StickinessQuery", series: [pageview], ...range, compareFilter: { compare: true } },
  funnel,
  { ...funnel, breakdownFilter: { breakdown: "plan", breakdown_type: "event" } },
  { ...funnel, funnelsFilter: { funnelVizType: "time_to_convert" } },
  { ...funnel, funnelsFilter: { funnelVizType: "trends" }, breakdownFilter: { breakdown: "plan" } },
  { ...funnel, funnelsFilter: { funnelOrderType: "unordered" } },
  {
    kind: "FunnelCorrelationQuery",
    source: { kind: "FunnelsActorsQuery", source: funnel },
    funnelCorrelationType: "properties",
    funnelCorrelationNames: ["plan"]
  },
  { kind: "RetentionQuery", retentionFilter: { period: "Day", totalIntervals: 7 } },
  {
    kind: "RetentionQuery",
    retentionFilter: { totalIntervals: 3 },
    breakdownFilter: { breakdowns: [{ property: "plan" }] }
  },
  { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview", "custom_event"] }, ...range },
  { kind: "EventsQuery", select: ["*", "person", "event"], limit: 5, after: "-7d" },
  { kind: "ActorsQuery", select: ["actor", "id", "properties.plan"], limit: 5 },
  {
    kind: "InsightActorsQueryOptions",
    source: {
      kind: "InsightActorsQuery",
      source: { kind: "TrendsQuery", series: [pageview], ...range, breakdownFilter: { breakdown: "plan" } }
    }
  },
  { kind: "ErrorTrackingQuery", volumeResolution: 2 },
  { kind: "ExperimentExposureQuery", experiment_id },
  ...["mean", "funnel"].map((metric_type) => ({
    kind: "ExperimentQuery",
    experiment_id,
    metric: {
      kind: "ExperimentMetric",
      metric_type,
      ...(metric_type === "mean"
        ? { source: { kind: "EventsNode", event: "paid" } }
        : { series: [{ kind: "EventsNode", event: "paid" }] })
    }
  }))
]

const answerOf = Effect.fnUntraced(function*(query: unknown) {
  const { key, project, request } = yield* TestApi
  const response = yield* request(`/api/projects/${project.id}/query/`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ query, refresh: "force_blocking" })
  })
  const text = yield* Effect.promise(() => response.text())
  return { status: response.status, text, json: parsed(text) }
})

it("every kind of query has a component for its answer", () => {
  const asked = recordOrEmpty(recordOrEmpty(component("QueryNode")["discriminator"])["mapping"])
  const presented = ["DataTableNode", "DataVisualizationNode", "InsightVizNode"]
  assert.sameMembers(kinds.map(({ kind }) => kind).concat(presented), Object.keys(asked))
  for (const { answer } of kinds) assert.property(components, answer)
})

it.effect("the answers of every kind have the fields of its component, and no others", () =>
  Effect.gen(function*() {
    const queries = chosen(yield* world)
    const seen = new Set<string>()
    for (const query of queries) {
      const { status, text, json } = yield* answerOf(query)
      assert.strictEqual(status, 200, `${JSON.stringify(query)}\n${text}`)
      const { answer = "" } = kinds.find(({ kind }) => kind === query["kind"]) ?? {}
      assert.isUndefined(closedFaultOf(answer)(json), `${JSON.stringify(query)}\n${text}`)
      seen.add(answer)
    }
    assert.sameMembers([...seen], [...new Set(kinds.map(({ answer }) => answer))])
  }).pipe(Effect.provide(TestApi.layer)), 120_000)

it.effect("so have those of random queries", () =>
  Effect.gen(function*() {
    yield* world
    const { sampleOf } = makeSamples(makeRandom(5))
    let answered = 0
    for (const { answer, kind } of kinds) {
      const fault = closedFaultOf(answer)
      for (let round = 0; round < 12; round++) {
        const query = sampleOf(component(kind in components ? kind : "ServiceSqlQuery"))
        const { json, status } = yield* answerOf(query)
        if (status !== 200) continue
        answered++
        assert.isUndefined(fault(json), JSON.stringify({ query, json }))
      }
    }
    assert.isAbove(answered, 30)
  }).pipe(Effect.provide(TestApi.layer)), 120_000)

it.effect("a query in the background is answered with its run, and that with the answer", () =>
  Effect.gen(function*() {
    const query = { kind: "ServiceSqlQuery", query: "SELECT 1" }
    const queued = yield* send("POST", "query/", { query, refresh: "force_async", client_query_id: "one" })
    assert.isUndefined(closedFaultOf("QueuedQuery")(queued))
    yield* worked
    const done = yield* send("GET", "query/one/")
    assert.isUndefined(closedFaultOf("QueryStatusResponse")(done))
    assert.isUndefined(closedFaultOf("ServiceSqlQueryResponse")(recordOrEmpty(done["query_status"])["results"]))
    assert.isUndefined(closedFaultOf("ServiceSqlQueryResponse")(yield* send("GET", "query/one/log/")))
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("the results of an experiment have the fields of theirs", () =>
  Effect.gen(function*() {
    const id = yield* experiment
    const results = yield* send("GET", `experiments/${id}/results/`)
    assert.isUndefined(closedFaultOf("ExperimentResults")(results), JSON.stringify(results, null, 1))
    assert.lengthOf(listOf(results["metrics"]), 1)
  }).pipe(Effect.provide(TestApi.layer)), 120_000)

it.effect("definitions for local evaluation and surveys for SDKs are what the document says", () =>
  Effect.gen(function*() {
    const { request, token } = yield* TestApi
    const condition = { type: "person", key: "plan", operator: "exact", value: "pro" }
    const { id: cohort } = yield* send("POST", "cohorts/", {
      name: "Pro",
      filters: { properties: { type: "AND", values: [{ type: "OR", values: [condition] }] } }
    })
    const { id: first } = yield* send("POST", "feature_flags/", {
      key: "first",
      filters: { groups: [{ properties: [{ type: "cohort", key: "id", value: cohort }], rollout_percentage: 50 }] }
    })
    const depends = { type: "flag", key: String(first), operator: "flag_evaluates_to", value: true }
    yield* send("POST", "feature_flags/", { key: "second", filters: { groups: [{ properties: [depends] }] } })
    const definitions = yield* send("GET", "feature_flags/local_evaluation/?send_cohorts")
    assert.lengthOf(listOf(definitions["flags"]), 2)
    assert.property(definitions["cohorts"], String(cohort))
    assert.isUndefined(closedFaultOf("FlagDefinitions")(definitions), JSON.stringify(definitions, null, 1))
    yield* send("POST", "surveys/", {
      name: "One",
      type: "popover",
      questions: [{ type: "rating", question: "How?", display: "number", scale: 10 }],
      conditions: { url: "/a" },
      appearance: { backgroundColor: "#fff" },
      start_date: new Date(0).toISOString()
    })
    const listed = yield* request(`/api/surveys/?token=${token}`)
    const surveys = recordOrEmpty(yield* Effect.promise(() => listed.json()))
    assert.lengthOf(listOf(surveys["surveys"]), 1)
    assert.isUndefined(closedFaultOf("SdkSurveys")(surveys), JSON.stringify(surveys, null, 1))
  }).pipe(Effect.provide(TestApi.layer)))
