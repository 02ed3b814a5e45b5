import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { PgStorage } from "@hedgerow/storage-pg"
import * as PgQueryResultRepository from "@hedgerow/storage-pg/queries/PgQueryResultRepository"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Exit, Layer, Option, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { CurrentTransformer } from "effect/sql/Statement"
import { TestClock } from "effect/testing"

const now = 1_700_000_000_000_000 as EventTime

const answer = (project: ProjectId, key: string, body = `"${key}"`, computed = 0) => ({
  project_id: project,
  cache_key: key,
  body,
  computed_at: now + computed as EventTime
})

const onPg = Effect.provide(PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer)))

/** The repository of another server on the same database, which stops with the scope. */
const makeRepository = (scope: Scope.Scope) =>
  Effect.map(
    Layer.buildWithScope(Layer.fresh(PgQueryResultRepository.layer), scope),
    (services) => services.pipe((context) => Effect.provideContext(QueryResultRepository, context))
  ).pipe(Effect.flatten)

const stored = Effect.fnUntraced(function*(project: ProjectId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly cache_key: string; readonly body: string; readonly bytes: bigint }>`
    SELECT cache_key, body, bytes FROM query_results WHERE project_id = ${project} ORDER BY cache_key`
  return rows.map(({ body, cache_key }) => `${cache_key} ${body}`)
})

/** The statements that write kept answers. */
const written = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const statements: Array<string> = []
  yield* Effect.provideService(effect, CurrentTransformer, (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile()[0])
      return statement
    }))
  return statements.filter((text) => text.includes("INTO query_results")).length
})

it.effect("answers of a moment are written by one statement, the last of each query; each is found at once", () =>
  Effect.gen(function*() {
    const results = yield* makeRepository(yield* Effect.scope)
    const { id } = yield* fixtures.makeProject
    const keys = ["c", "a", "b", "a"]
    const count = yield* written(Effect.gen(function*() {
      for (const [place, key] of keys.entries()) yield* results.keep(answer(id, key, `"${place}"`, place))
      yield* results.keep(answer(id, "a", "\"older\"", 1))
      assert.deepStrictEqual(yield* stored(id), [])
      assert.isTrue(Option.isNone(yield* results.find(id, "d", now)))
      assert.deepStrictEqual(yield* stored(id), [], "others are not waited for")
      assert.strictEqual(Option.getOrThrow(yield* results.find(id, "a", now)).body, "\"3\"")
    }))
    assert.deepStrictEqual([yield* stored(id), count], [["a \"3\"", "b \"2\"", "c \"0\""], 1])
    yield* results.keep(answer(id, "b", "\"older\"", 1))
    yield* results.keep(answer(id, "a", "\"newer\"", 9))
    yield* TestClock.adjust("100 millis")
    yield* Effect.repeat(stored(id), { until: (rows) => rows.includes("a \"newer\"") })
    assert.deepStrictEqual(yield* stored(id), ["a \"newer\"", "b \"2\"", "c \"0\""])
  }).pipe(Effect.scoped, onPg))

it.effect("answers that wait are written when the server stops, by a trim, and before they take much memory", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const results = yield* makeRepository(scope)
    const { id } = yield* fixtures.makeProject
    yield* results.keep(answer(id, "first"))
    assert.strictEqual(yield* results.trim({ since: 0 as EventTime, results: 0, bytes: 0 }), 1)
    const large = JSON.stringify("x".repeat(600_000))
    yield* results.keep(answer(id, "large 1", large))
    assert.lengthOf(yield* stored(id), 0)
    yield* results.keep(answer(id, "large 2", large))
    assert.lengthOf(yield* stored(id), 2)
    yield* results.keep(answer(id, "last"))
    assert.lengthOf(yield* stored(id), 2)
    yield* Scope.close(scope, Exit.void)
    assert.lengthOf(yield* stored(id), 3)
  }).pipe(onPg))

it.effect("an answer of a transaction is written in it, and goes with it", () =>
  Effect.gen(function*() {
    const results = yield* makeRepository(yield* Effect.scope)
    const { id } = yield* fixtures.makeProject
    const { run } = yield* Transaction
    yield* Effect.exit(run(Effect.andThen(results.keep(answer(id, "undone")), Effect.die("undo"))))
    yield* run(results.keep(answer(id, "done")))
    assert.deepStrictEqual(yield* stored(id), ["done \"done\""])
  }).pipe(Effect.scoped, onPg))
