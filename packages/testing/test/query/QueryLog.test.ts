import { assert, describe, it } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { queryLogColumns } from "@hedgerow/core/query/log/QueryLogTable"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { inWorld, rowsOf, select, turns } from "./QueryWorld.ts"

const count = "select count() from events"

describe("GET /query/{id}/log/", () => {
  it.effect("has every column of the reference service, and says how the query ended", () =>
    inWorld(({ api, ask, showLog }) =>
      Effect.gen(function*() {
        yield* api.capture({ event: "a", distinct_id: "1" }, { event: "b", distinct_id: "2" })
        yield* TestClock.adjust("3 seconds")
        const { headers } = yield* ask(select("select event from events", { client_query_id: "mine", name: "weekly" }))
        const { body, status } = yield* showLog("mine")
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(body.columns, queryLogColumns.map(({ name }) => name))
        assert.deepStrictEqual(body.columns.slice(0, 24), [
          "event_date",
          "event_time",
          "query_id",
          "endpoint",
          "query",
          "query_start_time",
          "query_duration_ms",
          "hogql_name",
          "created_by",
          "read_rows",
          "read_bytes",
          "result_rows",
          "result_bytes",
          "memory_usage",
          "status",
          "exception_code",
          "is_personal_api_key_request",
          "cpu_microseconds",
          "RealTimeMicroseconds",
          "S3ListObjects",
          "S3HeadObject",
          "S3GetObjectAttributes",
          "S3GetObject",
          "ReadBufferFromS3Bytes"
        ])
        const [row, ...others] = rowsOf(body)
        assert.lengthOf(others, 0)
        assert.deepInclude(row, {
          event_date: "1970-01-01",
          event_time: "1970-01-01T00:00:03Z",
          query_id: "mine",
          endpoint: "/api/projects/{project_id}/query/",
          query: "select event from events",
          query_kind: "ServiceSqlQuery",
          hogql_name: "weekly",
          created_by: 1,
          read_rows: 2,
          result_rows: 2,
          status: "QueryFinish",
          exception_code: 0,
          is_personal_api_key_request: true,
          is_cached: false,
          is_async: false
        })
        assert.isAbove(Number(row?.["read_bytes"]), 0)
        assert.deepStrictEqual(
          ["rows-read", "bytes-read", "cpu-ms", "query-id"].map((name) => headers.get(`x-hedgerow-${name}`)),
          ["2", String(row?.["read_bytes"]), "0", "mine"]
        )
        assert.include(headers.get("access-control-expose-headers") ?? "", "X-Hedgerow-Rows-Read")
      })
    ))

  it.effect("a cached answer costs nothing, and a query without an id gets one", () =>
    inWorld(({ ask, showLog }) =>
      Effect.gen(function*() {
        yield* ask(select(count))
        const { body, headers } = yield* ask(select(count))
        assert.isTrue(body.is_cached)
        assert.strictEqual(headers.get("x-hedgerow-rows-read"), "0")
        const id = headers.get("x-hedgerow-query-id") ?? ""
        const [row] = rowsOf((yield* showLog(id)).body)
        assert.deepInclude(row, { query_id: id, is_cached: true, read_rows: 0, status: "QueryFinish" })
      })
    ))

  it.effect("a failed query is logged with its error: before an engine had it, and while one ran it", () =>
    inWorld(({ ask, gate, showLog }) =>
      Effect.gen(function*() {
        const wrong = yield* ask(select("select colour from events", { client_query_id: "wrong" }))
        assert.deepStrictEqual([wrong.status, wrong.headers.get("x-hedgerow-query-id")], [400, "wrong"])
        const extra = { query: { kind: "ServiceSqlQuery", query: count, colour: 1 }, client_query_id: "extra" }
        yield* ask(extra)
        yield* gate.close
        const slow = yield* Effect.forkChild(ask(select(count, { client_query_id: "slow" })))
        yield* turns
        yield* TestClock.adjust("61 seconds")
        assert.strictEqual((yield* Fiber.join(slow)).status, 504)
        const ends = yield* Effect.forEach(["wrong", "extra", "slow"], (id) =>
          Effect.map(showLog(id), ({ body }) => {
            const [row] = rowsOf(body)
            return ["status", "exception_code", "error_code", "query_duration_ms"].map((name) => row?.[name])
          }))
        assert.deepStrictEqual(ends, [
          ["ExceptionBeforeStart", 36, "invalid_input", 0],
          ["ExceptionBeforeStart", 36, "extra_forbidden", 0],
          ["ExceptionWhileProcessing", 159, "query_timed_out", 60_000]
        ])
      })
    ))

  it.effect("runs in the background are there once they have ended, cancelled ones too", () =>
    inWorld(({ ask, cancel, gate, showLog, untilOver }) =>
      Effect.gen(function*() {
        yield* gate.close
        const later = (sql: string, id: string) => ask(select(sql, { refresh: "force_async", client_query_id: id }))
        yield* later("select 1 from numbers(1)", "done")
        yield* later("select 2 from numbers(1)", "stopped")
        yield* later("select nothing", "failed")
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual((yield* showLog("done")).body.results, [])
        yield* cancel("stopped")
        yield* later("select 3 from numbers(1)", "never begun")
        yield* cancel("never begun")
        yield* gate.open
        yield* untilOver("done")
        yield* TestClock.adjust("10 seconds")
        const ends = yield* Effect.forEach(["done", "stopped", "failed", "never begun"], (id) =>
          Effect.map(showLog(id), ({ body }) => {
            const rows = rowsOf(body)
            return [
              rows.length,
              ...["status", "error_code", "is_async"].map((name) =>
                rows[0]?.[name]
              )
            ]
          }))
        assert.deepStrictEqual(ends, [
          [1, "QueryFinish", "", true],
          [1, "ExceptionWhileProcessing", "query_cancelled", true],
          [1, "ExceptionBeforeStart", "invalid_input", true],
          [1, "ExceptionWhileProcessing", "query_cancelled", true]
        ])
        const [done] = rowsOf((yield* showLog("done")).body)
        assert.deepInclude(done, {
          endpoint: "/api/projects/{project_id}/query/",
          created_by: 1,
          is_personal_api_key_request: true
        })
      })
    ))

  it.effect("every kind of query leaves a row with its name", () =>
    inWorld(({ ask, showLog }) =>
      Effect.gen(function*() {
        const kinds = yield* QueryKinds
        assert.includeMembers(kinds.map(({ kind }) => kind), ["ServiceSqlQuery", "TrendsQuery", "HogQLMetadata"])
        for (const { kind } of kinds) {
          yield* ask({ query: { kind }, client_query_id: kind })
          const [row] = rowsOf((yield* showLog(kind)).body)
          assert.strictEqual(row?.["query_kind"], kind)
        }
      })
    ))

  it.effect("a caller that hangs up has cancelled its query", () =>
    inWorld(({ api, ask, gate, showLog }) =>
      Effect.gen(function*() {
        yield* gate.close
        const execution = yield* QueryExecution
        const asking = { project: api.project, user: null, queryId: "left" }
        const caller = yield* Effect.forkChild(Effect.scoped(execution.ask(asking, select(count))))
        yield* turns
        yield* Fiber.interrupt(caller)
        yield* gate.open
        yield* ask(select("select 1"))
        const [row] = rowsOf((yield* showLog("left")).body)
        assert.deepInclude(row, { error_code: "query_cancelled", created_by: null, endpoint: "" })
      })
    ))

  it.effect("an unknown query is 404, one of yesterday is 400, and one that is asked again is the newest first", () =>
    inWorld(({ ask, showLog }) =>
      Effect.gen(function*() {
        const unknown = yield* showLog("nobody's")
        assert.deepStrictEqual([unknown.status, unknown.body.detail], [404, "Query nobody's not found for team 1"])
        yield* ask(select(count, { client_query_id: "q" }))
        yield* TestClock.adjust("23 hours")
        yield* ask(select("select 1", { client_query_id: "q" }))
        assert.deepStrictEqual(rowsOf((yield* showLog("q")).body).map(({ query }) => query), ["select 1", count])
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(rowsOf((yield* showLog("q")).body).map(({ query }) => query), ["select 1"])
        yield* TestClock.adjust("23 hours")
        const expired = yield* showLog("q")
        assert.deepStrictEqual([expired.status, expired.body.code], [400, "query_log_expired"])
        assert.include(expired.body.detail, "24 hours")
        yield* TestClock.adjust("8 days")
        assert.strictEqual((yield* showLog("q")).status, 404)
      })
    ))

  it.effect("another project's queries are never seen, by their ids or in SQL", () =>
    inWorld(({ api, ask, showLog }) =>
      Effect.gen(function*() {
        const projects = yield* ProjectRepository
        const other = yield* projects.insert({ ...api.project, name: "Other", api_token: "phc_other" as never })
        const secret = select("select 'secret'", { client_query_id: "theirs" })
        yield* Effect.scoped((yield* QueryExecution).ask({ project: other, user: null }, secret))
        yield* ask(select("select 'own'", { client_query_id: "ours" }))
        assert.strictEqual((yield* showLog("theirs")).status, 404)
        assert.deepStrictEqual(yield* api.query("select query_id from query_log"), [["ours"]])
      })
    ))
})

describe("the table query_log", () => {
  it.effect("has the queries of the project, the one before included", () =>
    inWorld(({ api, ask }) =>
      Effect.gen(function*() {
        yield* ask(select("select 1", { client_query_id: "one" }))
        yield* ask(select("select oops", { client_query_id: "two" }))
        const failed = "select query_id, error_code from query_log where status != 'QueryFinish'"
        assert.deepStrictEqual(yield* api.query(failed), [["two", "invalid_input"]])
        assert.deepStrictEqual(yield* api.query("select count() from query_log"), [[3]])
      })
    ))
})
