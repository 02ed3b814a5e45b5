import { assert, describe, it } from "@effect/vitest"
import {
  backgroundTimeHint,
  inputHints,
  limitHints,
  meaningHints,
  otherHints,
  placelessHint,
  semanticHints,
  syntaxHints
} from "@hedgerow/core/query/execution/QueryHints"
import { QueryEngine, QueryTimedOut, QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import { requestHints } from "@hedgerow/http/query/RequestHints"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { pageOf } from "../docs/DocumentedCalls.ts"
import { inWorld, select } from "./QueryWorld.ts"

/** A statement, and its error: the code, the part of the text, and the hint's words. */
const wrong: ReadonlyArray<readonly [sql: string, code: string, part: string | undefined, hint: RegExp]> = [
  ["select evnt from events", "invalid_input", "evnt", /^Did you mean 'event'\?/],
  ["select e.evnt from events e", "invalid_input", "e.evnt", /^Did you mean 'event'\?/],
  [
    "select colour from events",
    "invalid_input",
    "colour",
    /properties\.colour, texts.*'colour'.*fields here are: uuid, event/
  ],
  ["select 1 from events where event = \"buy\"", "invalid_input", "\"buy\"", /single quotes: 'buy'/],
  ["select user_id from events", "invalid_input", "user_id", /person_id or distinct_id/],
  ["select team_id from events", "invalid_input", "team_id", /own project/],
  ["select e.event from events", "invalid_input", "e.event", /No table is called e .* events/],
  ["select events.event from events e", "invalid_input", "events.event", /No table is called events .* e\./],
  ["select person.email from events", "invalid_input", "person.email", /person\.properties\.email/],
  ["select 1 from session_replay_events", "invalid_input", "session_replay_events", /Recordings are not kept/],
  ["select 1 from events limit ten", "invalid_input", "ten", /Write a number/],
  [
    "select dateDiff(timestamp, now()) from events",
    "invalid_input",
    undefined,
    /dateDiff\(unit, date, date, \[zone\]\)/
  ],
  ["select count(event, uuid) from events", "invalid_input", undefined, /count\(value\)/],
  ["select nvl(event, 'x') from events", "invalid_input", "nvl(event, 'x')", /'ifNull\(\.\.\.\)'/],
  ["select toInt46(event) from events", "invalid_input", undefined, /'toInt/],
  ["select year(timestamp) from events", "invalid_input", "year(timestamp)", /'toYear\(\.\.\.\)'/],
  ["select 1 from events where timestamp > '2024-13-45'", "cannot_parse_datetime", undefined, /2024-01-31/],
  ["select 1 from events where person_id = 'ann'", "cannot_parse_uuid", undefined, /distinct_id/],
  ["select 1 from events where toDate(timestamp) = 20240131", "no_common_type", undefined, /'2024-01-31'/],
  ["select toDateTime(timestamp, 'Mars/Base') from events", "invalid_input", "'Mars/Base'", /Europe\/Berlin/],
  ["select {x}", "invalid_input", "{x}", /values/],
  ["select quantile(1) from events", "invalid_input", undefined, /quantile\(0\.9\)\(x\)/],
  ["select 1 as team_id", "invalid_input", undefined, /another name/],
  ["select match(event, '(') from events", "invalid_input", "'('", /RE2/],
  ["select properties->'a' from events", "invalid_input", undefined, /properties\.name/],
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
  ["select count() form events", "hogql_syntax_error", "events", /missing or misspelt/],
  ["select event from events group event", "hogql_syntax_error", "group", /GROUP BY/],
  ["select event from events where event = 'a' && 1 = 1", "hogql_syntax_error", "&", /AND/],
  ["select event from events where !(event = 'a')", "hogql_syntax_error", "!", /NOT/],
  ["select event from events where event contains 'x'", "hogql_syntax_error", "contains", /ILIKE/],
  ["select properties->>'a' from events", "hogql_syntax_error", ">", /properties\.name/],
  ["select event from events join persons limit 1", "hogql_syntax_error", "limit", /Say which rows/],
  ["select case when 1 then 2 from events", "hogql_syntax_error", "from", /ends with END/],
  ["select event from events where event is 'x'", "hogql_syntax_error", "'x'", /with =/],
  ["select now() - interval 7 dayz", "hogql_syntax_error", "dayz", /WEEK/],
  ["selec event from events", "hogql_syntax_error", "selec", /begins with SELECT/],
  ["select top 5 event from events", "hogql_syntax_error", undefined, /LIMIT 5/],
  ["select event from events order by event collate 'en'", "hogql_syntax_error", undefined, /dialect has no such form/]
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

  it.effect("of a structured query name the field whose text is meant, and the place in it", () =>
    inWorld(({ ask, untilOver }) =>
      Effect.gen(function*() {
        const trends = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "nope" }] }
        const text = (value: unknown) => ({ type: "event", key: "nope", operator: "exact", value })
        const cases: ReadonlyArray<readonly [query: object, field: string, written: string, part: string]> = [
          [
            { ...trends, properties: [text("nope"), { type: "hogql", key: "1 = nope" }] },
            "query__properties__1__key",
            "1 = nope",
            "nope"
          ],
          [
            { kind: "InsightVizNode", source: { ...trends, properties: [{ type: "hogql", key: "1 = (" }] } },
            "query__source__properties__0__key",
            "1 = (",
            ""
          ],
          [
            { ...trends, series: [...trends.series, { kind: "EventsNode", math: "hogql", math_hogql: "cuont()" }] },
            "query__series__1__math_hogql",
            "cuont()",
            "cuont()"
          ],
          [
            { ...trends, breakdownFilter: { breakdown: "lower(nope)", breakdown_type: "hogql" } },
            "query__breakdownFilter__breakdown",
            "lower(nope)",
            "nope"
          ],
          [
            { ...trends, properties: [text("b"), { ...text("(a"), operator: "regex" }] },
            "query__properties__1__value",
            "(a",
            "(a"
          ],
          [
            { ...trends, properties: { type: "AND", values: [{ type: "cohort", key: "id", value: 99 }] } },
            "query__properties__values__0__value",
            "99",
            "99"
          ],
          [{ kind: "EventsQuery", select: ["event", "lower(nope)"] }, "query__select__1", "lower(nope)", "nope"],
          [{ kind: "EventsQuery", select: ["event"], where: ["1 = 1", "nope"] }, "query__where__1", "nope", "nope"],
          [
            { kind: "EventsQuery", select: ["event"], orderBy: ["nope DESC"] },
            "query__orderBy__0",
            "nope DESC",
            "nope"
          ],
          [{ kind: "ActorsQuery", select: ["id", "(1"] }, "query__select__1", "(1", ""],
          [
            { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["hogql"], pathsHogQLExpression: "nope" } },
            "query__pathsFilter__pathsHogQLExpression",
            "nope",
            "nope"
          ]
        ]
        for (const [query, field, written, part] of cases) {
          const { body, status } = yield* ask({ query })
          assert.deepStrictEqual([status, body.attr, body.extra.field], [400, null, field], body.detail)
          assert.strictEqual(written.slice(body.extra.start, body.extra.end), part)
        }
        yield* ask({ query: cases[0]?.[0], refresh: "force_async", client_query_id: "q" })
        assert.deepInclude((yield* untilOver("q")).error_extra, {
          field: "query__properties__1__key",
          start: 4,
          end: 8
        })
      })
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
        [new QueryTooLarge({ limit: "memory" }), 400, "query_too_large", limitHints.memory],
        [new QueryTooLarge({ limit: "rows", most: 1_000 }), 400, "too_many_rows", limitHints.rows],
        [new QueryTooLarge({ limit: "bytes" }), 400, "too_many_bytes", limitHints.bytes],
        [new QueryTooLarge({ limit: "answer" }), 400, "answer_too_large", limitHints.answer],
        [new QueryTooLarge({ limit: "cells" }), 400, "too_many_cells", limitHints.cells],
        [new QueryTooLarge({ limit: "recursion" }), 400, "too_deep_recursion", limitHints.recursion],
        [new QueryTooLarge({ limit: "cell" }), 400, "cell_too_large", limitHints.cell]
      ] as const,
      ([error, status, code, hint]) =>
        Effect.gen(function*() {
          const { project, request } = yield* TestApi
          const response = yield* request(`/api/projects/${project.id}/query/`, {
            method: "POST",
            body: JSON.stringify(select("select 1 from numbers(1)"))
          })
          const body = JSON.parse(yield* Effect.promise(() => response.text()))
          assert.deepStrictEqual([response.status, body.code, body.extra], [status, code, { hint, retryable: false }])
        }).pipe(Effect.provide(TestApi.layerOn(failing(error)))),
      { discard: true }
    ))
})

it.effect("a query that ran out of its time in the background is not sent there again", () =>
  inWorld(({ ask, gate, untilOver }) =>
    Effect.gen(function*() {
      yield* gate.close
      yield* ask(select("select count() from events", { refresh: "force_async", client_query_id: "slow" }))
      yield* TestClock.adjust("1 second")
      for (let minute = 0; minute < 61; minute++) yield* TestClock.adjust("10 seconds")
      const status = yield* untilOver("slow")
      assert.deepStrictEqual(
        [status.error_code, status.error_extra],
        ["query_timed_out", { hint: backgroundTimeHint, retryable: false }]
      )
    })
  ))

it.effect("the hint of an error without a place names none", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    const nodes = [{}, { kind: "WebOverviewQuery" }, { kind: "SavedInsightNode" }, { kind: "Soup" }, {
      kind: "InsightVizNode"
    }]
    for (const body of [...nodes.map((query) => ({ query })), {}, { query: 1 }, []]) {
      const response = yield* api.request(`/api/projects/${api.project.id}/query/`, {
        method: "POST",
        body: JSON.stringify(body)
      })
      const error = JSON.parse(yield* Effect.promise(() => response.text()))
      assert.deepStrictEqual([response.status, error.attr], [400, null], JSON.stringify(error))
      assert.notInclude(error.extra.hint, "`attr`", JSON.stringify(body))
    }
  }).pipe(Effect.provide(TestApi.layer)))

it("docs/query-errors.md has every hint", () => {
  const page = pageOf("query-errors.md")
  const hints = [
    ...[...syntaxHints, ...meaningHints].map(({ hint }) => hint),
    ...[semanticHints, inputHints, limitHints, otherHints, requestHints].flatMap((table) => Object.values(table))
  ]
  for (const hint of [...hints, backgroundTimeHint, placelessHint]) assert.include(page, hint)
})
