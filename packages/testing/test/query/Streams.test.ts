import { assert, describe, it } from "@effect/vitest"
import { defaultExecutionBounds, ExecutionLimits } from "@hedgerow/core/query/execution/ExecutionLimits"
import { otherHints } from "@hedgerow/core/query/execution/QueryHints"
import { ShortSlotCount } from "@hedgerow/core/query/execution/ShortSlots"
import { defaultStreamBounds, StreamLimits } from "@hedgerow/core/query/execution/StreamLimits"
import { QueryTimedOut } from "@hedgerow/core/query/QueryEngine"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TestApi } from "@hedgerow/testing"
import { Effect, Fiber, Layer, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { parquetReadObjects } from "hyparquet"
import { makeScripted, type Script } from "./ScriptedEngine.ts"

type Json = Schema.Json
type Body = Readonly<Record<string, unknown>>

const ndjson = "application/x-ndjson"
const parquet = "application/vnd.apache.parquet"

const makeWorld = Effect.gen(function*() {
  const api = yield* TestApi
  const url = `/api/projects/${api.project.id}/query/`
  const authorization = `Bearer ${api.key}`
  const ask = (sql: string, accept: string, more: Body = {}) =>
    api.request(url, {
      method: "POST",
      headers: { authorization, accept, "content-type": "application/json" },
      body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: sql }, ...more })
    })
  const textOf = (response: Response) => Effect.promise(() => response.text())
  const linesOf = (response: Response) =>
    Effect.map(textOf(response), (text) => text.split("\n").slice(0, -1).map((line): unknown => JSON.parse(line)))
  const statusOf = Effect.fnUntraced(function*(id: string) {
    const response = yield* api.request(`${url}${id}/`, { headers: { authorization } })
    const body = (yield* Effect.promise(() => response.json())) as { readonly query_status: Body }
    return body.query_status
  })
  const cancel = (id: string) => api.request(`${url}${id}/`, { method: "DELETE", headers: { authorization } })
  const logOf = Effect.fnUntraced(function*(id: string) {
    const response = yield* api.request(`${url}${id}/log/`, { headers: { authorization } })
    const body = (yield* Effect.promise(() => response.json())) as {
      columns: Array<string>
      results: Array<Array<Json>>
    }
    return body.results.map((row) => Object.fromEntries(body.columns.map((name, index) => [name, row[index]])))
  })
  return { api, ask, cancel, linesOf, logOf, statusOf, textOf }
})

type World = Effect.Success<typeof makeWorld>

const inWorld = <E>(test: (world: World) => Effect.Effect<void, E>, references: Layer.Layer<never> = Layer.empty) =>
  Effect.flatMap(makeWorld, test).pipe(
    Effect.provide(TestApi.layerOn(MemoryStorage.layer).pipe(Layer.provideMerge(references)))
  )

const onScript = <E>(
  script: Script,
  test: (world: World & Pick<ReturnType<typeof makeScripted>, "seen">) => Effect.Effect<void, E>,
  references: Layer.Layer<never> = Layer.empty
) => {
  const { seen, storage } = makeScripted(script)
  return Effect.flatMap(makeWorld, (world) => test({ ...world, seen })).pipe(
    Effect.provide(TestApi.layerOn(storage).pipe(Layer.provideMerge(references)))
  )
}

/** Lets fibers that wait for nothing but their turn go on. */
const turns = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

const readerOf = (response: Response) => {
  const reader = (response.body ?? assert.fail("there is no body")).getReader()
  return {
    next: Effect.map(Effect.promise(() => reader.read()), ({ value }) => value),
    hangUp: Effect.promise(() => reader.cancel())
  }
}

const ofAllTypes =
  "select 'a,\"b\"' as text, 9007199254740993 as big, null as nothing, toDateTime('2026-01-02 03:04:05')"
  + " as at, [1, 2] as list, 1.5, 2.5 as `1.5`, '=1+1' as formula"

const written = new Date("2026-01-02T03:04:05Z")

/** The rows of a Parquet file. */
const parquetRows = (response: Response) => response.arrayBuffer().then((file) => parquetReadObjects({ file }))

/** One query of a project at once, and none beside it. */
const oneWithoutShort = Layer.mergeAll(
  Layer.succeed(ExecutionLimits, { ...defaultExecutionBounds, concurrent: 1 }),
  Layer.succeed(ShortSlotCount, 0)
)

describe("streamed answers", () => {
  it.effect("lines of JSON: an object per row by unique names, with the types in a header", () =>
    inWorld(({ ask, textOf }) =>
      Effect.gen(function*() {
        const response = yield* ask(ofAllTypes, ndjson)
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
        assert.strictEqual(response.headers.get("cache-control"), "no-store")
        assert.deepStrictEqual(JSON.parse(response.headers.get("x-hedgerow-columns") ?? ""), [
          ["text", "String"],
          ["big", "UInt64"],
          ["nothing", "Nullable(Nothing)"],
          ["at", "DateTime64(6, 'UTC')"],
          ["list", "Array(UInt8)"],
          ["1.5", "Float64"],
          ["1.5_2", "Float64"],
          ["formula", "String"]
        ])
        assert.strictEqual(
          yield* textOf(response),
          "{\"text\":\"a,\\\"b\\\"\",\"big\":9007199254740993,\"nothing\":null,\"at\":\"2026-01-02T03:04:05Z\","
            + "\"list\":[1,2],\"1.5\":1.5,\"1.5_2\":2.5,\"formula\":\"=1+1\"}\n"
        )
      })
    ))

  it.effect("CSV: the names, then the rows, with formulas made harmless", () =>
    inWorld(({ ask, textOf }) =>
      Effect.gen(function*() {
        const response = yield* ask(ofAllTypes, "text/csv")
        assert.strictEqual(response.headers.get("content-type"), "text/csv; charset=utf-8; header=present")
        assert.strictEqual(
          yield* textOf(response),
          "text,big,nothing,at,list,1.5,1.5_2,formula\r\n"
            + "\"a,\"\"b\"\"\",9007199254740993,,2026-01-02T03:04:05Z,\"[1,2]\",1.5,2.5,'=1+1\r\n"
        )
      })
    ))

  it.effect("a browser saves the rows as a file with the name of the query", () =>
    inWorld(({ ask, textOf }) =>
      Effect.gen(function*() {
        for (const [accept, extension] of [[ndjson, "ndjson"], ["text/csv", "csv"], [parquet, "parquet"]] as const) {
          const named = yield* ask("select 1", accept, { name: "weekly/report" })
          assert.strictEqual(
            named.headers.get("content-disposition"),
            `attachment; filename="weekly report.${extension}"`
          )
          assert.include(named.headers.get("access-control-expose-headers") ?? "", "Content-Disposition")
          yield* textOf(named)
          const plain = yield* ask("select 1", accept)
          assert.strictEqual(plain.headers.get("content-disposition"), `attachment; filename=query.${extension}`)
          yield* textOf(plain)
        }
        assert.isNull((yield* ask("select 1", "application/json", { name: "x" })).headers.get("content-disposition"))
      })
    ))

  it.effect("Parquet: the types of the columns, and every row", () =>
    inWorld(({ ask }) =>
      Effect.gen(function*() {
        const response = yield* ask(ofAllTypes, "application/vnd.apache.parquet")
        assert.strictEqual(response.headers.get("content-type"), "application/vnd.apache.parquet")
        const [row] = yield* Effect.promise(() => parquetRows(response))
        assert.deepInclude(row, {
          text: "a,\"b\"",
          big: 9007199254740993n,
          at: written,
          list: [1n, 2n],
          "1.5": 1.5,
          "1.5_2": 2.5,
          formula: "=1+1"
        })
        const many = yield* ask("select number from numbers(60000)", "application/vnd.apache.parquet")
        const rows = yield* Effect.promise(() => parquetRows(many))
        assert.strictEqual(rows.length, 60_000)
        assert.deepStrictEqual(rows.at(-1), { number: 59_999n })
      })
    ))

  it.effect("all rows are sent, beyond the limits of whole answers", () =>
    inWorld(({ ask, linesOf, textOf }) =>
      Effect.gen(function*() {
        const lines = yield* linesOf(yield* ask("select number from numbers(60000)", ndjson))
        assert.strictEqual(lines.length, 60_000)
        assert.deepStrictEqual(lines.at(-1), { number: 59_999 })
        const limited = yield* linesOf(yield* ask("select number from numbers(200000) limit 60000", ndjson))
        assert.strictEqual(limited.length, 60_000)
        const csv = yield* textOf(yield* ask("select number from numbers(60000)", "text/csv"))
        assert.strictEqual(csv.split("\r\n").length, 60_002)
        const none = yield* ask("select number from numbers(5) where number > 9", "text/csv")
        assert.strictEqual(yield* textOf(none), "number\r\n")
        assert.deepStrictEqual(yield* linesOf(yield* ask("select 1 where 1 = 2", ndjson)), [])
      })
    ))

  it.effect("a fault before the first row is an ordinary error", () =>
    inWorld(({ ask }) =>
      Effect.gen(function*() {
        for (const accept of [ndjson, "text/csv"]) {
          const response = yield* ask("select nothing from events", accept)
          assert.deepStrictEqual(
            [response.status, response.headers.get("content-type")],
            [400, "application/json"]
          )
        }
        for (const refresh of ["async", "async_except_on_cache_miss", "lazy_async", "force_async"]) {
          const response = yield* ask("select 1", ndjson, { refresh })
          const body = (yield* Effect.promise(() => response.json())) as Body
          assert.deepInclude(body, { code: "invalid_choice", attr: "refresh" }, refresh)
        }
        assert.strictEqual((yield* ask("select 1", ndjson, { async: true })).status, 400)
        for (const refresh of ["blocking", "force_blocking", "force_cache"]) {
          assert.strictEqual((yield* ask("select 1", ndjson, { refresh })).status, 200, refresh)
        }
      })
    ))

  it.effect("a failure before the first row has its status", () =>
    onScript(
      { batches: 0, rows: 0, failure: new QueryTimedOut({ limitMillis: 1 }) },
      ({ ask, seen }) =>
        Effect.gen(function*() {
          for (const accept of [ndjson, "text/csv"]) {
            assert.strictEqual((yield* ask("select 1 from numbers(1)", accept)).status, 504)
          }
          assert.strictEqual(seen.open, 0)
        })
    ))

  it.effect("a failure after rows is the last line of JSON, and cuts other forms off", () =>
    onScript(
      { batches: 2, rows: 2, failure: new QueryTimedOut({ limitMillis: 1 }) },
      ({ ask, linesOf, seen }) =>
        Effect.gen(function*() {
          const detail = "Query has hit the max execution time before completing."
          assert.deepStrictEqual(yield* linesOf(yield* ask("select 1 as n from numbers(1)", ndjson)), [
            { n: 1 },
            { n: 2 },
            { n: 3 },
            { n: 4 },
            {
              $error: {
                type: "server_error",
                code: "query_timed_out",
                detail,
                attr: null,
                extra: { hint: otherHints.QueryTimedOut, retryable: false }
              }
            }
          ])
          for (const form of ["text/csv", "application/vnd.apache.parquet"]) {
            const rows = yield* ask("select 1 as n from numbers(1)", form)
            assert.strictEqual(rows.status, 200)
            assert.isTrue(yield* Effect.promise(() => rows.arrayBuffer().then(() => false, () => true)))
          }
          assert.strictEqual(seen.open, 0)
        })
    ))

  it.effect("no more rows and bytes than a stream may have", () =>
    Effect.gen(function*() {
      for (const bounds of [{ rows: 5 }, { bytes: 40 }]) {
        yield* onScript({ batches: 9, rows: 2 }, ({ ask, linesOf, seen }) =>
          Effect.gen(function*() {
            const lines = yield* linesOf(yield* ask("select 1 as n from numbers(1)", ndjson))
            assert.deepStrictEqual(lines.slice(0, 4), [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
            assert.strictEqual(lines.length, 5)
            assert.include(JSON.stringify(lines[4]), "stream_too_large")
            assert.deepStrictEqual(seen, { taken: 3, open: 0 })
          }), Layer.succeed(StreamLimits, { ...defaultStreamBounds, ...bounds }))
      }
    }))

  it.effect("the first rows are sent before the last are read, at the pace of the client", () =>
    onScript({ batches: 1_000_000, rows: 1 }, ({ ask, seen }) =>
      Effect.gen(function*() {
        const { hangUp, next } = readerOf(yield* ask("select 1 as n from numbers(1)", ndjson))
        assert.strictEqual(new TextDecoder().decode(yield* next), "{\"n\":1}\n")
        yield* turns
        const ahead = seen.taken
        assert.isAtMost(ahead, 10)
        yield* next
        yield* next
        yield* turns
        assert.isAtMost(seen.taken, ahead + 2)
        assert.strictEqual(seen.open, 1)
        yield* hangUp
        yield* turns
        assert.strictEqual(seen.open, 0)
      })))

  it.effect("a stream holds a slot of its project until its end, an error or the client's going", () =>
    onScript({ batches: 100, rows: 1 }, ({ ask, seen, textOf }) =>
      Effect.gen(function*() {
        const first = readerOf(yield* ask("select 1 as n from numbers(1)", ndjson))
        yield* first.next
        const waiting = yield* Effect.forkChild(ask("select 2", "application/json"))
        yield* turns
        assert.isUndefined(waiting.pollUnsafe())
        yield* first.hangUp
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
        yield* textOf(yield* ask("select 1 as n from numbers(1)", ndjson))
        assert.strictEqual(seen.open, 0)
        assert.strictEqual((yield* ask("select 3", "application/json")).status, 200)
        const held = readerOf(yield* ask("select 1 as n from numbers(1)", "text/csv"))
        const refused = yield* Effect.forkChild(ask("select 4", "application/json"))
        yield* turns
        yield* TestClock.adjust("31 seconds")
        assert.strictEqual((yield* Fiber.join(refused)).status, 429)
        yield* held.hangUp
      }), oneWithoutShort))

  it.effect("a project has at most its number of streams open on a server", () =>
    onScript({ batches: 100, rows: 1 }, ({ ask, textOf }) =>
      Effect.gen(function*() {
        const first = readerOf(yield* ask("select 1 as n from numbers(1)", ndjson))
        const second = yield* ask("select 1 as n from numbers(1)", ndjson)
        assert.deepStrictEqual([second.status, second.headers.get("retry-after")], [429, "5"])
        assert.include(yield* textOf(second), "This server sends 1 streamed answers of the project already.")
        yield* first.hangUp
        yield* turns
        const third = yield* ask("select 1 as n from numbers(1)", ndjson)
        assert.strictEqual(third.status, 200)
        yield* textOf(third)
      }), Layer.succeed(StreamLimits, { ...defaultStreamBounds, concurrent: 1 })))

  it.effect("a stream that its client named is polled and cancelled by its name", () =>
    onScript({ batches: 100, rows: 1 }, ({ ask, cancel, linesOf, seen, statusOf }) =>
      Effect.gen(function*() {
        const response = yield* ask("select 1 as n from numbers(1)", ndjson, { client_query_id: "mine" })
        assert.deepInclude(yield* statusOf("mine"), { status: "running", query_async: false })
        assert.strictEqual((yield* cancel("mine")).status, 204)
        const lines = yield* linesOf(response)
        assert.include(JSON.stringify(lines.at(-1)), "query_cancelled")
        assert.strictEqual(seen.open, 0)
        yield* linesOf(yield* ask("select 1 as n from numbers(1)", ndjson, { client_query_id: "mine" }))
        yield* turns
        const done = yield* statusOf("mine")
        assert.deepInclude(done, { status: "done", complete: true, error: false })
        assert.deepInclude(done["results"], { results: [], columns: ["n"] })
        const left = readerOf(yield* ask("select 1 as n from numbers(1)", ndjson, { client_query_id: "left" }))
        yield* left.next
        yield* left.hangUp
        yield* turns
        assert.deepInclude(yield* statusOf("left"), { status: "cancelled" })
      })))

  it.effect("a stream is logged at its end: done, failed, or cancelled where its client left", () =>
    onScript({ batches: 3, rows: 2 }, ({ ask, linesOf, logOf }) =>
      Effect.gen(function*() {
        const whole = yield* ask("select 1 as n from numbers(1)", ndjson)
        yield* linesOf(whole)
        yield* turns
        const id = whole.headers.get("x-hedgerow-query-id") ?? ""
        const [done, ...others] = yield* logOf(id)
        assert.lengthOf(others, 0)
        assert.deepInclude(done, {
          status: "QueryFinish",
          result_rows: 6,
          read_rows: 6,
          query: "select 1 as n from numbers(1)"
        })
        const left = readerOf(yield* ask("select 1 as n from numbers(1)", "text/csv", { client_query_id: "left" }))
        yield* left.next
        yield* left.hangUp
        yield* turns
        assert.deepInclude((yield* logOf("left"))[0], { status: "ExceptionWhileProcessing", exception_code: 394 })
        const wrong = yield* ask("select nothing", ndjson)
        yield* turns
        const refused = yield* logOf(wrong.headers.get("x-hedgerow-query-id") ?? "")
        assert.deepInclude(refused[0], { status: "ExceptionBeforeStart", result_rows: 0 })
      })))

  it.effect("pages follow each other by their tokens; a stream has none", () =>
    inWorld(({ api, ask }) =>
      Effect.gen(function*() {
        yield* api.capture(
          ...["a", "b", "c"].map((event) => ({ event, distinct_id: "d", timestamp: "2026-01-02T03:04:05Z" }))
        )
        const sql = "select event from events order by timestamp limit 2"
        const page = (after: string | null) =>
          ask(sql, "application/json", { query: { kind: "ServiceSqlQuery", query: sql, after } })
        const bodyOf = (response: Response) =>
          Effect.promise(() => response.json()) as Effect.Effect<
            { results: Array<Array<string>>; after: string | null }
          >
        const first = yield* bodyOf(yield* page(null))
        const second = yield* bodyOf(yield* page(first.after))
        assert.deepStrictEqual([...first.results, ...second.results].flat().toSorted(), ["a", "b", "c"])
        assert.isNull(second.after)
        const wrong = yield* page("nonsense")
        assert.strictEqual(wrong.status, 400)
        const refused: Body = yield* bodyOf(wrong)
        assert.deepInclude(refused, { code: "invalid_value", attr: "query__after" })
        const streamed = yield* ask(sql, ndjson, { query: { kind: "ServiceSqlQuery", query: sql, after: null } })
        const unpaged: Body = yield* bodyOf(streamed)
        assert.deepInclude(unpaged, { code: "invalid_value", attr: "query__after" })
      })
    ))
})
