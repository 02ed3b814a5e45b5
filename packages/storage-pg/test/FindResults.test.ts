import { assert, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { PgStorage } from "@hedgerow/storage-pg"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { CurrentTransformer } from "effect/sql/Statement"

const now = 1_700_000_000_000_000 as EventTime

const answer = (project: ProjectId, key: string) => ({
  project_id: project,
  cache_key: key,
  body: `"${key}"`,
  computed_at: now
})

const keys = Array.from({ length: 20 }, (_, place) => `key ${place % 10}`)

/** The statements about cached answers that an effect sends, beside its value. */
const statementsOf = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const statements: Array<string> = []
  const value = yield* Effect.provideService(effect, CurrentTransformer, (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile()[0])
      return statement
    }))
  return { value, statements: statements.filter((text) => text.includes("query_results")) }
})

const bodyOf = Effect.fnUntraced(function*(project: ProjectId, key: string) {
  const results = yield* QueryResultRepository
  const found = yield* results.find(project, key, now)
  return Option.match(found, { onNone: () => null, onSome: ({ body }) => body })
})

const onPg = Effect.provide(PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer)))

it.live("answers that are looked for at once take one statement; a transaction sees its own", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const { id } = yield* fixtures.makeProject
    yield* Effect.forEach(keys.slice(0, 5), (key) => results.keep(answer(id, key)), { discard: true })
    const { statements, value } = yield* statementsOf(
      Effect.forEach(keys, (key) => bodyOf(id, key), { concurrency: "unbounded" })
    )
    assert.deepStrictEqual(value, keys.map((key, place) => place % 10 < 5 ? `"${key}"` : null))
    assert.strictEqual(statements.length, 1)
    const { run } = yield* Transaction
    const within = run(Effect.andThen(results.keep(answer(id, "key 9")), bodyOf(id, "key 9")))
    assert.strictEqual(yield* within, `"key 9"`)
  }).pipe(onPg))

it.live("one answer, however often it is looked for at once, takes a statement that is planned once, and its last text", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const { id } = yield* fixtures.makeProject
    const asked = statementsOf(Effect.all([bodyOf(id, "a"), bodyOf(id, "a"), bodyOf(id, "a")], { concurrency: 3 }))
    for (const body of ["1", "2", "3"]) {
      yield* results.keep({ ...answer(id, "a"), body })
      const { statements: [statement, ...more], value } = yield* asked
      assert.deepStrictEqual(value, [body, body, body])
      assert.notInclude(statement ?? "", "unnest")
      assert.deepStrictEqual(more, [])
    }
  }).pipe(onPg))

it.live("an answer is not waited for to reach the disk, what a transaction changes beside one is", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const { id } = yield* fixtures.makeProject
    const { run } = yield* Transaction
    const sql = yield* SqlClient.SqlClient
    const durability = Effect.map(
      sql<{ readonly synchronous_commit: string }>`SHOW synchronous_commit`,
      ([row]) => row?.synchronous_commit
    )
    const within = yield* run(Effect.andThen(statementsOf(results.keep(answer(id, "a"))), durability))
    assert.strictEqual(within, "on")
    const { statements } = yield* statementsOf(results.keep(answer(id, "a")))
    assert.include(statements.join(), "synchronous_commit")
    assert.strictEqual(yield* durability, "on")
  }).pipe(onPg))
