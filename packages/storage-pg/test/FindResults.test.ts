import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { PgStorage } from "@hedgerow/storage-pg"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { CurrentTransformer } from "effect/sql/Statement"

const now = 1_700_000_000_000_000 as EventTime

const answer = (project: ProjectId, key: string) => ({
  project_id: project,
  cache_key: key,
  body: `"${key}"`,
  computed_at: now
})

const keys = Array.from({ length: 20 }, (_, place) => `key ${place % 10}`)

it.live("answers that are looked for at once take one statement; a transaction sees its own", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const { id } = yield* fixtures.makeProject
    yield* Effect.forEach(keys.slice(0, 5), (key) => results.keep(answer(id, key)), { discard: true })
    const statements: Array<string> = []
    const bodyOf = (key: string) =>
      Effect.map(results.find(id, key, now), Option.match({ onNone: () => null, onSome: ({ body }) => body }))
    const bodies = yield* Effect.forEach(keys, bodyOf, { concurrency: "unbounded" }).pipe(
      Effect.provideService(CurrentTransformer, (statement) =>
        Effect.sync(() => {
          statements.push(statement.compile()[0])
          return statement
        }))
    )
    assert.deepStrictEqual(bodies, keys.map((key, place) => place % 10 < 5 ? `"${key}"` : null))
    assert.strictEqual(statements.filter((text) => text.includes("query_results")).length, 1)
    const { run } = yield* Transaction
    const within = run(Effect.andThen(results.keep(answer(id, "key 9")), bodyOf("key 9")))
    assert.strictEqual(yield* within, `"key 9"`)
  }).pipe(Effect.provide(PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer)))))
