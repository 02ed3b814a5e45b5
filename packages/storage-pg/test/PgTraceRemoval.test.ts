import { assert, layer } from "@effect/vitest"
import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import * as PgTraceRemoval from "@hedgerow/storage-pg/deletions/PgTraceRemoval"
import * as PgQueryLogRepository from "@hedgerow/storage-pg/queries/PgQueryLogRepository"
import { DeletionWorld } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"

const storage = Layer.merge(PgTraceRemoval.layer, PgQueryLogRepository.layer).pipe(Layer.provideMerge(PgTest.layer))

const text = "SELECT 1 FROM events WHERE distinct_id = 'ada@example.com'"

const append = Effect.fnUntraced(function*(project: ProjectId, count: number) {
  const entries = yield* Effect.replicateEffect(DeletionWorld.logEntry(project, text), count)
  yield* (yield* QueryLogRepository).append(entries)
})

const blanked = Effect.fnUntraced(function*(project: ProjectId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly count: number }>`SELECT count(*)::int4 AS count FROM query_log
    WHERE project_id = ${project} AND query = ''`
  return row?.count ?? 0
})

layer(storage, { excludeTestServices: true })("removal of traces from PostgreSQL", (it) => {
  it.effect("the query log is searched in parts: those before a row that is in use are done", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const traces = yield* TraceRemoval
      const [project, other] = [71 as ProjectId, 72 as ProjectId]
      yield* append(project, 450)
      yield* append(other, 1)
      const [isLocked, isFree] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const user = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
        yield* sql`SELECT id FROM query_log WHERE project_id = ${project} ORDER BY id DESC LIMIT 1 FOR UPDATE`
        yield* Deferred.succeed(isLocked, undefined)
        yield* Deferred.await(isFree)
      })))
      yield* Deferred.await(isLocked)
      const names = Array.from({ length: 600 }, (_, at) => `nobody ${at}`)
      const removal = yield* Effect.forkChild(traces.remove(project, ["ada@example.com", ...names]))
      yield* Effect.repeat(blanked(project), { until: (count) => count === 400 })
      yield* Deferred.succeed(isFree, undefined)
      yield* Fiber.join(user)
      assert.strictEqual(yield* Fiber.join(removal), 450)
      assert.strictEqual(yield* blanked(project), 450)
      assert.strictEqual(yield* blanked(other), 0)
    }))
})
