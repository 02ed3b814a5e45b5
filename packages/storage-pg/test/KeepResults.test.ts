import { assert, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { PgStorage } from "@hedgerow/storage-pg"
import * as PgQueryResultRepository from "@hedgerow/storage-pg/queries/PgQueryResultRepository"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { CurrentTransformer } from "effect/sql/Statement"

const now = 1_700_000_000_000_000 as EventTime

const answer = (project: ProjectId, key: string, body = `"${key}"`, computed = 0) => ({
  project_id: project,
  cache_key: key,
  body,
  computed_at: now + computed as EventTime
})

const onPg = Effect.provide(PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer)))

/** The repository as another server on the same database has it. */
const ofServer = QueryResultRepository.pipe(Effect.provide(Layer.fresh(PgQueryResultRepository.layer)))

const bodiesOf = (results: QueryResultRepository["Service"], project: ProjectId, keys: string) =>
  Effect.forEach([...keys], (key) =>
    Effect.map(
      results.find(project, key, now),
      Option.match({ onNone: () => null, onSome: ({ body }) => body })
    ))

/** The statements that write cached answers. */
const writtenBy = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const statements: Array<string> = []
  yield* Effect.provideService(effect, CurrentTransformer, (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile()[0])
      return statement
    }))
  return statements.filter((text) => text.includes("INTO query_results"))
})

it.effect("an answer that one server has kept is found by every other at once, and so is the next one", () =>
  Effect.gen(function*() {
    const [here, there] = [yield* ofServer, yield* ofServer]
    const { id } = yield* fixtures.makeProject
    for (const [place, body] of ["1", "2", "3"].entries()) {
      yield* here.keep(answer(id, "a", body, place))
      assert.deepStrictEqual(yield* bodiesOf(there, id, "a"), [body])
      assert.deepStrictEqual(yield* bodiesOf(here, id, "a"), [body])
    }
  }).pipe(onPg))

it.effect("answers that are kept at once take one statement, with the last of each query; none is replaced by an older one", () =>
  Effect.gen(function*() {
    const [here, there] = [yield* ofServer, yield* ofServer]
    const { id } = yield* fixtures.makeProject
    const kept = [["c", 5], ["a", 1], ["b", 2], ["a", 3], ["a", 2]] as const
    const statements = yield* writtenBy(
      Effect.forEach(kept, ([key, at]) => here.keep(answer(id, key, `"${at}"`, at)), { concurrency: "unbounded" })
    )
    assert.lengthOf(statements, 1)
    assert.deepStrictEqual(yield* bodiesOf(there, id, "abcd"), ["\"3\"", "\"2\"", "\"5\"", null])
    const older = ["a", "b"].map((key) => there.keep(answer(id, key, "\"older\"", 0)))
    assert.lengthOf(yield* writtenBy(Effect.all(older, { concurrency: "unbounded" })), 1)
    assert.deepStrictEqual(yield* bodiesOf(here, id, "ab"), ["\"3\"", "\"2\""])
  }).pipe(onPg))

it.effect("an answer of a transaction is kept in it, and goes with it", () =>
  Effect.gen(function*() {
    const results = yield* ofServer
    const { id } = yield* fixtures.makeProject
    const { run } = yield* Transaction
    yield* Effect.exit(run(Effect.andThen(results.keep(answer(id, "a")), Effect.die("undo"))))
    yield* run(Effect.andThen(results.keep(answer(id, "b")), results.keep(answer(id, "c"))))
    assert.deepStrictEqual(yield* bodiesOf(results, id, "abc"), [null, "\"b\"", "\"c\""])
  }).pipe(onPg))
