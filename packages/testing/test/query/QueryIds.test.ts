import { assert, describe, it } from "@effect/vitest"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Effect } from "effect"
import { inWorld, rowsOf, select } from "./QueryWorld.ts"

const inBackground = (client_query_id: string, sql = "select 1") =>
  select(sql, { refresh: "force_async", client_query_id })

/** The names of endpoints beside the runs of queries. */
const besideRuns = Object.keys((openApiDocument() as { readonly paths: object }).paths)
  .flatMap((path) => /\/query\/([a-z_]+)\/$/.exec(path)?.[1] ?? [])

describe("ids of queries", () => {
  it.effect("an id of 200 characters, and one with any sign, is polled, cancelled and found in the log", () =>
    inWorld(({ ask, cancel, showLog, untilOver }) =>
      Effect.gen(function*() {
        for (const id of ["i".repeat(200), "é".repeat(200), "a/b?c#d", "%2F", " ", "a\nb", "'; --", "log"]) {
          assert.strictEqual((yield* ask(inBackground(id))).status, 200)
          assert.deepInclude(yield* untilOver(id), { id, status: "done" })
          assert.strictEqual((yield* cancel(id)).status, 204)
          assert.deepStrictEqual(rowsOf((yield* showLog(id)).body).map((row) => row["query_id"]), [id])
        }
      })
    ))

  it.effect("an id that no path can name, or no storage holds, is refused, and the log goes on", () =>
    inWorld(({ ask, showLog }) =>
      Effect.gen(function*() {
        assert.includeMembers(besideRuns, ["upgrade", "draft_sql", "check_auth_for_async"])
        for (const id of [...besideRuns, ".", "..", "", "i".repeat(201), "a\0b", "a\ud800"]) {
          for (const refresh of ["force_async", "force_blocking"]) {
            const { body, status } = yield* ask(select("select 1", { refresh, client_query_id: id }))
            assert.deepStrictEqual([status, body.attr], [400, "client_query_id"], JSON.stringify(id))
          }
        }
        yield* ask(inBackground("after"))
        yield* ask(select("select 1", { client_query_id: "after" }))
        assert.isAbove(rowsOf((yield* showLog("after")).body).length, 0)
      })
    ))

  it.effect("an id of a library's caller leaves an entry that every storage takes", () =>
    inWorld(({ api }) =>
      Effect.gen(function*() {
        const asking = { project: api.project, user: null, queryId: "a\0b", endpoint: "\ud800" }
        yield* Effect.scoped((yield* QueryExecution).ask(asking, select("select 1")))
        const [entry] = yield* (yield* QueryLog).newest(api.project.id)
        assert.deepInclude(entry, { query_id: "a\ufffdb", endpoint: "\ufffd" })
      })
    ))

  it.effect("an id stands for one query until that has ended, and then for the next one", () =>
    inWorld(({ ask, gate, untilOver }) =>
      Effect.gen(function*() {
        yield* gate.close
        const first = (yield* ask(inBackground("mine"))).body.query_status
        assert.strictEqual((yield* ask(inBackground("mine"))).body.query_status.cache_key, first.cache_key)
        for (const refresh of ["force_async", "async", "lazy_async"]) {
          const other = yield* ask(select("select 2", { refresh, client_query_id: "mine" }))
          assert.deepStrictEqual([other.status, other.body.code, other.body.attr], [400, "unique", "client_query_id"])
        }
        yield* gate.open
        assert.deepStrictEqual((yield* untilOver("mine")).results.results, [[1]])
        const next = (yield* ask(select("select 2", { refresh: "async", client_query_id: "mine" }))).body
        assert.strictEqual(next.query_status.cache_key, next.cache_key)
        assert.deepStrictEqual((yield* untilOver("mine")).results.results, [[2]])
      })
    ))
})
