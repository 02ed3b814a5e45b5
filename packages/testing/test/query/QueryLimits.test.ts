import { assert, describe, it } from "@effect/vitest"
import { type EngineBounds, EngineLimits, noEngineBounds } from "@hedgerow/core/query/EngineLimits"
import { limitHints } from "@hedgerow/core/query/execution/QueryHints"
import { defaultLimits, type Limits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"

const events = Array.from({ length: 5 }, (_, n) => ({ event: `e${n}`, distinct_id: "a" }))

/** Asks for five events within limits. */
const ask = (sql: string, { engine = {}, query = {} }: { engine?: Partial<EngineBounds>; query?: Partial<Limits> }) =>
  Effect.gen(function*() {
    const { capture, project, request } = yield* TestApi
    yield* capture(...events)
    const response = yield* request(`/api/projects/${project.id}/query/`, {
      method: "POST",
      body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: sql } })
    })
    return { status: response.status, body: JSON.parse(yield* Effect.promise(() => response.text())) }
  }).pipe(
    Effect.provide(TestApi.layer.pipe(Layer.provide([
      Layer.succeed(EngineLimits, { ...noEngineBounds, ...engine }),
      Layer.succeed(QueryLimits, { ...defaultLimits, ...query })
    ])))
  )

describe("limits of one query", () => {
  it.effect("rows and bytes that it reads, and memory, each with its own error", () =>
    Effect.gen(function*() {
      const sql = "select event, count() from events group by event"
      const rows = yield* ask(sql, { engine: { rowsRead: 4 } })
      assert.deepStrictEqual([rows.status, rows.body.code], [400, "too_many_rows"])
      assert.strictEqual(rows.body.detail, "The query reads more rows than the limit allows: 4.")
      assert.deepStrictEqual(rows.body.extra, { hint: limitHints.rows, retryable: false })
      const bytes = yield* ask(sql, { engine: { bytesRead: 1_000 } })
      assert.deepStrictEqual([bytes.status, bytes.body.code], [400, "too_many_bytes"])
      const memory = yield* ask(sql, { engine: { memory: 300 } })
      assert.deepStrictEqual([memory.status, memory.body.code], [400, "query_too_large"])
      const answer = yield* ask("select event from events", { query: { maxBytes: 5 } })
      assert.deepStrictEqual([answer.status, answer.body.code], [400, "answer_too_large"])
      const within = yield* ask(sql, { engine: { rowsRead: 5, bytesRead: 100_000, memory: 100_000 } })
      assert.deepStrictEqual([within.status, within.body.results.length, within.body.warnings], [200, 5, []])
    }))

  it.effect("rows of an answer: cut with a warning, by the default limit and by the largest", () =>
    Effect.gen(function*() {
      const query = { defaultRows: 2, maxRows: 3 }
      const cut = yield* ask("select event from events", { query })
      assert.deepStrictEqual([cut.body.results.length, cut.body.hasMore, cut.body.limit], [2, true, 2])
      assert.deepStrictEqual(cut.body.warnings, [
        "Only the first 2 rows are returned, because the query has no LIMIT."
      ])
      const large = yield* ask("select event from events limit 10", { query })
      assert.lengthOf(large.body.results, 3)
      assert.match(large.body.warnings[0], /LIMIT 10 is larger than the most rows/)
    }))
})
