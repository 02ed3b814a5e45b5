import { assert, describe, it } from "@effect/vitest"
import { HedgerowClient, items, QueryFailed, retrying } from "@hedgerow/client/effect"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { serveMemory } from "./support/ServedMemory.ts"

describe("the client for Effect", () => {
  const server = serveMemory()
  const connected = Layer.unwrap(
    Effect.sync(() => HedgerowClient.layer({ url: server.url, key: server.key, project: "1" }))
  ).pipe(Layer.provide(FetchHttpClient.layer))

  const endless =
    "SELECT count() FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE a.number + b.number = 7"

  it.live("calls the contract, and reads lists to their end", () =>
    Effect.gen(function*() {
      const { api, project } = yield* HedgerowClient
      const params = { project_id: project }
      for (const key of ["a", "b", "c"]) yield* api.featureFlags.create({ params, payload: { key } })
      const keys = yield* items((paging) =>
        api.featureFlags.list({ params, query: { ...paging, limit: 2, order: "key" } })
      )
        .pipe(Stream.map(({ key }) => key), Stream.runCollect)
      assert.deepStrictEqual(keys, ["a", "b", "c"])
      const error = yield* api.featureFlags.read({ params: { ...params, id: "999" }, headers: {} }).pipe(Effect.flip)
      assert.deepInclude(error, { _tag: "ApiError", status: 404 })
    }).pipe(Effect.provide(connected)))

  it.live("waits for queries", () =>
    Effect.gen(function*() {
      const client = yield* HedgerowClient
      assert.deepStrictEqual((yield* client.wait("SELECT 42"))?.["results"], [[42]])
      const error = yield* client.wait("SELECT nothing FROM events").pipe(Effect.flip)
      assert.instanceOf(error, QueryFailed)
    }).pipe(Effect.provide(connected)))

  it.live("an interruption cancels the query", () =>
    Effect.gen(function*() {
      const client = yield* HedgerowClient
      const query = { kind: "ServiceSqlQuery", query: endless }
      const waiting = yield* Effect.forkChild(client.wait({ query, client_query_id: "endless" }))
      const params = { project_id: "1", id: "endless" }
      const status = client.api.query.status({ params, query: {} }).pipe(
        Effect.map(({ query_status }) => query_status.status),
        Effect.orElseSucceed(() => "unknown")
      )
      yield* Effect.repeat(status, { until: (state) => state === "running" })
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(yield* status, "cancelled")
    }).pipe(Effect.provide(connected)))

  it.live("streams rows, CSV and Parquet", () =>
    Effect.gen(function*() {
      const client = yield* HedgerowClient
      const sql = "SELECT number AS n FROM numbers(5000)"
      const sum = yield* client.rows(sql).pipe(Stream.runFold(() => 0, (total, row) => total + Number(row["n"])))
      assert.strictEqual(sum, 5000 * 4999 / 2)
      const csv = yield* client.csv("SELECT 1 AS a").pipe(Stream.decodeText(), Stream.mkString)
      assert.strictEqual(csv, "a\r\n1\r\n")
      const parquet = yield* client.parquet("SELECT 1 AS a").pipe(Stream.runCollect)
      assert.strictEqual(new TextDecoder().decode(parquet[0]?.slice(0, 4)), "PAR1")
      const error = yield* client.rows("SELECT FROM").pipe(Stream.runDrain, Effect.flip)
      assert.strictEqual(error._tag, "ApiError")
    }).pipe(Effect.provide(connected)))
})

describe("its retries", () => {
  /** A client whose server answers with these statuses, and the requests that it had. */
  const scripted = (statuses: ReadonlyArray<number>, header: Record<string, string> = {}) => {
    const left = [...statuses]
    const client = HttpClient.make((request) =>
      Effect.sync(() =>
        HttpClientResponse.fromWeb(request, new Response(null, { status: left.shift() ?? 500, headers: header }))
      )
    )
    return { client: retrying(2)(client), left }
  }

  it.effect("wait as long as the server says", () =>
    Effect.gen(function*() {
      const { client, left } = scripted([503, 429, 200], { "retry-after": "5" })
      const done = yield* Deferred.make<number>()
      yield* Effect.forkChild(
        client.execute(HttpClientRequest.get("http://server/a")).pipe(
          Effect.flatMap(({ status }) => Deferred.succeed(done, status))
        )
      )
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(left.length, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Deferred.await(done), 200)
    }))

  it.effect("repeat what only reads, and what was throttled", () =>
    Effect.gen(function*() {
      const statusOf = Effect.fnUntraced(function*(request: HttpClientRequest.HttpClientRequest, first: number) {
        const { client } = scripted([first, 200], { "retry-after": "0" })
        const sent = yield* Effect.forkChild(client.execute(request))
        yield* TestClock.adjust("1 second")
        return (yield* Fiber.join(sent)).status
      })
      const query = HttpClientRequest.post("http://server/api/projects/1/query/")
      const create = HttpClientRequest.post("http://server/api/projects/1/feature_flags/")
      assert.deepStrictEqual([yield* statusOf(query, 503), yield* statusOf(create, 503)], [200, 503])
      assert.strictEqual(yield* statusOf(create, 429), 200)
      assert.strictEqual(yield* statusOf(HttpClientRequest.patch("http://server/a"), 503), 503)
    }))
})
