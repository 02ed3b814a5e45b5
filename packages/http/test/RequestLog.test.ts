import { assert, describe, it } from "@effect/vitest"
import { SlowRequest } from "@hedgerow/http/middleware/RequestLog"
import { FurtherPaths } from "@hedgerow/http/middleware/RouteIndex"
import { Duration, Effect, Layer, Logger, Metric, References, Tracer } from "effect"
import { as, post, webApi } from "./support/WebApi.ts"

interface Entry {
  readonly level: string
  readonly message: unknown
  readonly annotations: Readonly<Record<string, unknown>>
}

/** Keeps log entries, and metrics apart from those of other tests. */
const watching = (entries: Array<Entry>, registry: Metric.MetricRegistry = new Map()) =>
  Layer.mergeAll(
    Logger.layer([Logger.make(({ fiber, logLevel, message }) => {
      entries.push({ level: logLevel, message, annotations: fiber.getRef(References.CurrentLogAnnotations) })
    })]),
    Layer.succeed(References.MinimumLogLevel, "Debug"),
    Layer.succeed(References.TracerEnabled, false),
    Layer.succeed(Metric.MetricRegistry, registry)
  )

const requestsOf = (entries: ReadonlyArray<Entry>) => entries.filter(({ message }) => String(message) === "Request")

const projectQuery = "/api/projects/1/query/"

describe("the request log", () => {
  it.effect("has the caller, the request and the outcome", () =>
    Effect.gen(function*() {
      const entries: Array<Entry> = []
      const call = yield* webApi({}, watching(entries))
      const answer = yield* call("/api/projects/1/", as("phx_all", { headers: { "x-request-id": "r1" } }))
      const { durationMs, ...others } = entries[0]?.annotations ?? {}
      assert.isAtLeast(Number(durationMs), 0)
      assert.strictEqual(entries.length, 1)
      assert.deepStrictEqual({ ...others, level: entries[0]?.level }, {
        level: "Debug",
        requestId: "r1",
        method: "GET",
        path: "/api/projects/:project_id/",
        status: 200,
        bytes: answer.text.length,
        project: 1,
        key: "key-phx_all"
      })
    }))

  it.effect("is for debugging when the client is at fault", () =>
    Effect.gen(function*() {
      const entries: Array<Entry> = []
      const call = yield* webApi({}, watching(entries))
      const malformed = as("phx_all", { method: "POST", body: "{", headers: { "content-type": "application/json" } })
      yield* call(projectQuery, malformed)
      yield* call("/api/users/@me/", {})
      yield* call(projectQuery, post({}, "phx_survey"))
      yield* call("/api/projects/99/")
      yield* call("/nothing")
      assert.deepStrictEqual(
        entries.map(({ annotations, level }) => [annotations["status"], level]),
        [400, 401, 403, 404, 404].map((status) => [status, "Debug"])
      )
    }))

  it.effect("is an error when the server fails, and a warning when it is busy or slow", () =>
    Effect.gen(function*() {
      const entries: Array<Entry> = []
      const failing = { run: () => Effect.die("broken"), isEmpty: Effect.die("the storage is away") }
      const call = yield* webApi(failing, watching(entries))
      yield* call(projectQuery, post({}))
      yield* call("/_ready", {})
      yield* call("/_health", {})
      assert.deepStrictEqual(
        requestsOf(entries).map(({ annotations, level }) => [annotations["status"], level]),
        [[500, "Error"], [503, "Warn"], [200, "Debug"]]
      )
      const slow: Array<Entry> = []
      const impatient = yield* webApi({}, Layer.merge(watching(slow), Layer.succeed(SlowRequest, Duration.zero)))
      yield* impatient("/_health", {})
      assert.deepStrictEqual(requestsOf(slow).map(({ level }) => level), ["Warn"])
    }))

  it.effect("has the cause of a 503 of a server that stops", () =>
    Effect.gen(function*() {
      const entries: Array<Entry> = []
      const call = yield* webApi({ run: () => Effect.interrupt }, watching(entries))
      yield* call(projectQuery, post({ query: { kind: "HogQLQuery", query: "select 1" } }))
      const [{ annotations } = { annotations: {} }] = requestsOf(entries)
      assert.deepInclude(annotations, { status: 503, cause: "The server is stopping." })
    }))

  it.effect("names the client's trace in everything a request logs, when no tracer continues it", () =>
    Effect.gen(function*() {
      const entries: Array<Entry> = []
      const call = yield* webApi({ run: () => Effect.die("broken") }, watching(entries))
      const headers = { "content-type": "application/json", traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` }
      yield* call(projectQuery, as("phx_all", { method: "POST", body: "{}", headers }))
      assert.deepStrictEqual(entries.map(({ annotations }) => annotations["traceId"]), ["a".repeat(32), "a".repeat(32)])
      yield* call("/_health", { headers: { traceparent: "nonsense" } })
      assert.strictEqual(entries[2]?.annotations["traceId"], undefined)
    }))
})

describe("request metrics", () => {
  const totals = (registry: Metric.MetricRegistry) =>
    Effect.map(
      Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry),
      (series) =>
        series.flatMap((one) => {
          if (one.id !== "hedgerow_http_requests_total" || one.type !== "Counter") return []
          const { method, route, status } = one.attributes ?? {}
          return [`${method} ${route} ${status} ${one.state.count}`]
        }).sort()
    )

  it.effect("count by template, method and class of status: no path of a client's making becomes a label", () =>
    Effect.gen(function*() {
      const registry: Metric.MetricRegistry = new Map()
      const call = yield* webApi({}, Layer.merge(watching([], registry), Layer.succeed(FurtherPaths, ["/metrics"])))
      yield* call("/api/projects/1/")
      yield* call("/api/environments/2")
      yield* call("/api/projects/3/")
      for (const path of ["/a", "/b/phx_all", "/api/projects/1/zzz"]) yield* call(path)
      yield* call("/a", { method: "BREW" })
      yield* call("/metrics", { method: "POST" })
      assert.deepStrictEqual(yield* totals(registry), [
        "GET (unknown path) 4xx 3",
        "GET /api/projects/:project_id/ 2xx 2",
        "GET /api/projects/:project_id/ 4xx 1",
        "POST /metrics 4xx 1",
        "other (unknown path) 4xx 1"
      ])
    }))

  it.effect("measure durations and requests in flight, also of requests whose client leaves", () =>
    Effect.gen(function*() {
      const registry: Metric.MetricRegistry = new Map()
      const read = Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry)
      const inFlight: Array<unknown> = []
      const client = new AbortController()
      const call = yield* webApi({
        run: () =>
          Effect.gen(function*() {
            const series = yield* read
            inFlight.push(series.find(({ id }) => id === "hedgerow_http_requests_in_flight")?.state)
            client.abort()
            return yield* Effect.never
          })
      }, watching([], registry))
      yield* call(projectQuery, { ...post({}), signal: client.signal })
      const series = yield* read
      const find = (id: string) => series.find((one) => one.id === id)
      assert.deepStrictEqual(inFlight, [{ value: 1 }])
      assert.deepStrictEqual(find("hedgerow_http_requests_in_flight")?.state, { value: 0 })
      assert.deepStrictEqual(find("hedgerow_http_requests_total")?.attributes?.["status"], "aborted")
      assert.include(find("hedgerow_http_request_seconds")?.state, { count: 1 })
    }))
})

it.effect("a request is one span that continues the client's trace, when there is a tracer", () =>
  Effect.gen(function*() {
    const spans: Array<Tracer.Span> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const call = yield* webApi({}, Layer.succeed(Tracer.Tracer, tracer))
    const headers = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` }
    yield* call("/api/projects/1/", as("phx_all", { headers }))
    const server = spans.find(({ kind }) => kind === "server")
    assert.strictEqual(server?.traceId, "a".repeat(32))
    assert.strictEqual(server?.attributes.get("http.route"), "/api/projects/:project_id/")
    assert.strictEqual(server?.attributes.get("http.response.status_code"), 200)
    for (const span of spans) assert.notInclude([...span.attributes.values()].map(String).join(), "phx_all")
  }))
