import { assert, describe, it } from "@effect/vitest"
import {
  inputHints,
  limitHints,
  otherHints,
  semanticHints,
  syntaxHints
} from "@hedgerow/core/query/execution/QueryHints"
import { QueryEngine, QueryTimedOut, QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import { requestHints } from "@hedgerow/http/query/RequestHints"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { pageOf } from "../docs/DocumentedCalls.ts"
import { inWorld, select } from "./QueryWorld.ts"

/** A statement, and what its error says: the code, the part of the text that is meant, and the hint's words. */
const wrong: ReadonlyArray<readonly [sql: string, code: string, part: string | undefined, hint: RegExp]> = [
  ["select evnt from events", "invalid_input", "evnt", /^Did you mean 'event'\?/],
  ["select e.evnt from events e", "invalid_input", "e.evnt", /^Did you mean 'event'\?/],
  ["select colour from events", "invalid_input", "colour", /fields here are: uuid, event.*properties\.colour/],
  ["select event", "invalid_input", "event", /FROM events/],
  ["select 1 from event", "invalid_input", "event", /^Did you mean 'events'\?/],
  ["select 1 from orders", "invalid_input", "orders", /tables here are: events, persons.*query_log/],
  ["with days as (select 1 as d) select d from day", "invalid_input", "day", /^Did you mean 'days'\?/],
  ["select persn.id from persons", "invalid_input", "persn.id", /./],
  ["select s.nme from (select event as name from events) s", "invalid_input", "s.nme", /^Did you mean 'name'\?/],
  ["select cuont() from events", "invalid_input", "cuont()", /'count\(\.\.\.\)'/],
  ["select person from events", "invalid_input", "person", /person\.id/],
  ["select event, count() from events", "not_an_aggregate", "event", /^Add GROUP BY event.*any\(event\)/],
  ["select count() from events where count() > 1", "illegal_aggregation", "count() > 1", /HAVING/],
  ["select row_number() from events", "invalid_input", "row_number()", /OVER \(/],
  ["select event from events a join events b on a.uuid = b.uuid", "invalid_input", "event", /a\.event or b\.event/],
  ["select abs('x')", "illegal_type_of_argument", undefined, /toFloat\(x\)/],
  ["select 1 from events where event", "illegal_type_of_column_for_filter", "event", /Compare it with something/],
  ["", "hogql_syntax_error", undefined, /Write a SELECT/],
  ["insert into events values (1)", "hogql_syntax_error", "insert", /Queries only read/],
  ["select 1; select 2", "hogql_syntax_error", "select", /one statement/],
  ["select 'it", "hogql_syntax_error", "'it", /single quote/],
  ["select count( from events", "hogql_syntax_error", undefined, /./],
  ["select (1 + 2", "hogql_syntax_error", undefined, /ends too early/],
  ["select top 5 event from events", "hogql_syntax_error", undefined, /dialect has no such form/]
]

describe("errors of queries", () => {
  it.effect("each has a code, a text, the place it speaks of, a hint and whether to try again", () =>
    inWorld(({ ask }) =>
      Effect.forEach(wrong, ([sql, code, part, hint]) =>
        Effect.gen(function*() {
          const { body, status } = yield* ask(select(sql))
          assert.deepStrictEqual([status, body.code, body.extra.retryable], [400, code, false], sql)
          assert.match(body.extra.hint, hint, sql)
          const { end, start } = body.extra
          assert.isTrue(Number.isInteger(start) && Number.isInteger(end) && start <= end && end <= sql.length, sql)
          if (part !== undefined) assert.strictEqual(sql.slice(start, end), part)
        }), { discard: true })
    ))

  it.effect("so have those of the request, and of runs that are not there", () =>
    inWorld(({ ask, poll, showLog }) =>
      Effect.gen(function*() {
        const kind = yield* ask({ query: { kind: "TrendQuery" } })
        assert.deepStrictEqual(kind.body.extra, { hint: "Did you mean 'TrendsQuery'?", retryable: false })
        const extra = yield* ask({ query: { kind: "ServiceSqlQuery", query: "select 1", limits: 3 } })
        assert.deepStrictEqual(extra.body.extra, { hint: inputHints["extra_forbidden"], retryable: false })
        for (const { body } of [yield* poll("nothing"), yield* showLog("nothing")]) {
          assert.deepStrictEqual(Object.keys(body.extra), ["hint", "retryable"])
        }
      })
    ))

  it.effect("and those of requests that are refused before their query is looked at", () =>
    Effect.gen(function*() {
      const { key, project, request } = yield* TestApi
      const url = `/api/projects/${project.id}/query/`
      const json = JSON.stringify(select("select 1"))
      const post = (init: RequestInit): RequestInit => ({ ...init, method: "POST" })
      const authorization = `Bearer ${key}`
      const requests: ReadonlyArray<readonly [code: string, path: string, init: RequestInit]> = [
        ["not_authenticated", url, post({ body: json, headers: { authorization: "" } })],
        ["authentication_failed", url, post({ body: json, headers: { authorization: "Bearer phx_x" } })],
        ["not_found", "/api/projects/999999/query/", post({ body: json })],
        ["parse_error", url, post({ body: "{" })],
        ["request_too_large", url, post({ body: `"${"x".repeat(11 * 1024 * 1024)}"` })],
        ["unsupported_media_type", url, post({ body: json, headers: { authorization, "content-type": "text/plain" } })],
        ["authentication_failed", `${url}q/`, { headers: { authorization: "Bearer phx_x" } }]
      ]
      for (const [code, path, init] of requests) {
        const response = yield* request(path, init)
        const body = JSON.parse(yield* Effect.promise(() => response.text()))
        assert.deepStrictEqual([body.code, body.extra], [code, { hint: requestHints[code], retryable: false }])
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a run in the background says the same when it is polled", () =>
    inWorld(({ ask, untilOver }) =>
      Effect.gen(function*() {
        yield* ask(select("select evnt from events", { refresh: "force_async", client_query_id: "q" }))
        const { error_code, error_extra } = yield* untilOver("q")
        assert.strictEqual(error_code, "invalid_input")
        assert.deepInclude(error_extra, { start: 7, end: 11, retryable: false })
        assert.match(error_extra.hint, /^Did you mean 'event'/)
      })
    ))

  const failing = (error: QueryTimedOut | QueryTooLarge) =>
    Layer.effect(
      QueryEngine,
      Effect.map(QueryEngine, (engine) => QueryEngine.of({ ...engine, run: () => Effect.fail(error) }))
    ).pipe(Layer.provideMerge(MemoryStorage.layer))

  it.effect("a limit that was reached has a code and a hint of its own", () =>
    Effect.forEach(
      [
        [new QueryTimedOut({ limitMillis: 5 }), 504, "query_timed_out", otherHints.QueryTimedOut],
        [new QueryTooLarge({ limit: "memory" }), 504, "query_too_large", limitHints.memory],
        [new QueryTooLarge({ limit: "rows", most: 1_000 }), 400, "too_many_rows", limitHints.rows],
        [new QueryTooLarge({ limit: "bytes" }), 400, "too_many_bytes", limitHints.bytes],
        [new QueryTooLarge({ limit: "answer" }), 400, "answer_too_large", limitHints.answer],
        [new QueryTooLarge({ limit: "recursion" }), 400, "too_deep_recursion", limitHints.recursion]
      ] as const,
      ([error, status, code, hint]) =>
        Effect.gen(function*() {
          const { project, request } = yield* TestApi
          const response = yield* request(`/api/projects/${project.id}/query/`, {
            method: "POST",
            body: JSON.stringify(select("select 1"))
          })
          const body = JSON.parse(yield* Effect.promise(() => response.text()))
          assert.deepStrictEqual([response.status, body.code, body.extra], [status, code, { hint, retryable: false }])
        }).pipe(Effect.provide(TestApi.layerOn(failing(error)))),
      { discard: true }
    ))
})

it("docs/query-errors.md has every hint", () => {
  const page = pageOf("query-errors.md")
  const hints = [
    ...syntaxHints.map(({ hint }) => hint),
    ...[semanticHints, inputHints, limitHints, otherHints, requestHints].flatMap((table) => Object.values(table))
  ]
  for (const hint of hints) assert.include(page, hint)
})
