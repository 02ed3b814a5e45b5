import { assert, describe, it } from "@effect/vitest"
import { ask, capture } from "../ServerClient.ts"
import { makeDataDir, parsePrinted, runServer, stopServer } from "../ServerProcess.ts"
import { attribute, startCollector } from "./Collector.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const parentId = "b7ad6b7169203331"
const secret = "correct-horse-battery"

describe("OTLP", () => {
  it("sends a request's spans with route, query and SQL, in the client's trace and without secrets", async () => {
    const collector = await startCollector()
    const data = makeDataDir()
    const server = runServer(["serve"], {
      HEDGEROW_STORAGE: "embedded",
      HEDGEROW_DATA_DIR: data.path,
      HEDGEROW_OTLP_URL: `${collector.url}/`,
      HEDGEROW_OTLP_PROTOCOL: "json",
      HEDGEROW_OTLP_SIGNALS: "traces,metrics,logs",
      HEDGEROW_OTLP_HEADERS: "x-tenant=a%20b",
      HEDGEROW_LOG_LEVEL: "Debug"
    })
    let key: string
    try {
      await server.ready
      const printed = parsePrinted(server.output())
      key = printed.key
      const event = { event: "seen", distinct_id: "ann" }
      assert.strictEqual(
        (await capture(printed.baseUrl, JSON.stringify({ api_key: printed.token, batch: [event] }))).status,
        200
      )
      const answer = await fetch(
        `${printed.baseUrl}/api/environments/1/query/?personal_api_key=${key}&token=${secret}`,
        {
          method: "POST",
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            traceparent: `00-${traceId}-${parentId}-01`
          },
          body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: "select count() from events" } })
        }
      )
      assert.strictEqual(answer.status, 200)
      await fetch(`${printed.baseUrl}/_health`)
      await fetch(`${printed.baseUrl}/nothing/${key}`)
    } finally {
      assert.strictEqual(await stopServer(server), 0, server.output())
      collector.stop()
      data.remove()
    }

    const spans = collector.spans()
    const root = spans.find((span) => span.traceId === traceId && span.parentSpanId === parentId)
    assert.isDefined(root)
    assert.strictEqual(root.name, "POST /api/projects/:project_id/query/")
    assert.strictEqual(attribute(root, "http.route"), "/api/projects/:project_id/query/")
    assert.strictEqual(attribute(root, "http.request.method"), "POST")
    assert.strictEqual(String(attribute(root, "http.response.status_code")), "200")
    const below = spans.filter((span) => span.traceId === traceId)
    const named = (name: string) => below.find((span) => span.name === name)
    assert.isDefined(named("QueryExecution.ask"))
    const statement = below.find((span) => String(attribute(span, "db.query.text")).startsWith("SELECT toInt64(count"))
    assert.isDefined(statement)
    assert.strictEqual(statement.name, "ClickHouse.query")
    assert.strictEqual(statement.parentSpanId, named("ClickHouseQueryEngine.run")?.spanId)
    assert.strictEqual(attribute(statement, "db.system.name"), "clickhouse")
    assert.strictEqual(attribute(named("postgres") ?? root, "db.system.name"), "postgresql")
    assert.isTrue(below.every((span) => span === root || below.some((other) => other.spanId === span.parentSpanId)))

    const others = spans.filter((span) => span.kind === 2 && span !== root)
    assert.deepStrictEqual(others.map(({ name }) => name).sort(), ["GET (unknown path)", "POST /batch/"])
    assert.isTrue(others.every((span) => span.parentSpanId === undefined && span.traceId !== traceId))

    const [resource] = collector.resources()
    assert.strictEqual(attribute(resource ?? root, "service.name"), "hedgerow")
    assert.match(String(attribute(resource ?? root, "service.version")), /^\d+\.\d+\.\d+/)
    assert.match(String(attribute(resource ?? root, "service.instance.id")), /^[0-9a-f-]{36}$/)

    const received = collector.received()
    assert.deepStrictEqual([...new Set(received.map(({ path }) => path))].sort(), [
      "/v1/logs",
      "/v1/metrics",
      "/v1/traces"
    ])
    const bodies = received.map(({ body }) => body).join("\n")
    assert.include(bodies, "hedgerow_http_requests_total")
    assert.include(bodies, "phx_...")
    for (const hidden of [key, key.slice(4, -4), secret]) assert.notInclude(bodies, hidden)
    assert.isTrue(received.every(({ headers }) => headers["x-tenant"] === "a b"))
  })

  const works = async (env: Readonly<Record<string, string>>): Promise<number | null> => {
    const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", ...env })
    await server.ready
    const { baseUrl, key } = parsePrinted(server.output())
    for (let i = 0; i < 20; i++) assert.deepStrictEqual(await ask({ baseUrl, key }, "select 1"), [[1]])
    return stopServer(server)
  }

  it("a collector that is not there harms neither requests nor the stop", async () => {
    const gone = await startCollector()
    gone.stop()
    const signals = { HEDGEROW_OTLP_URL: gone.url, HEDGEROW_OTLP_SIGNALS: "traces,metrics,logs" }
    assert.strictEqual(await works(signals), 0)
  })

  it("nor does one that never answers", async () => {
    const silent = await startCollector(true)
    try {
      assert.strictEqual(await works({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url }), 0)
      assert.deepStrictEqual(silent.received().map(({ path }) => path), ["/v1/traces"])
      assert.strictEqual(silent.received()[0]?.headers["content-type"], "application/x-protobuf")
    } finally {
      silent.stop()
    }
  })
})
