import { assert, it } from "@effect/vitest"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const services = Domain.layer.pipe(Layer.provideMerge(PgStorage.layerPorts), Layer.provide(PgTest.layer))

const select = (query: string, more: object = {}) => ({ query: { kind: "ServiceSqlQuery", query }, ...more })

const makeWorld = Effect.gen(function*() {
  const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
  const { project } = Option.getOrThrow(made)
  const execution = yield* QueryExecution
  const ask = (body: unknown) =>
    Effect.map(
      execution.ask({ project, user: null }, body),
      ({ json }) => JSON.parse(json.text) as Record<string, unknown>
    )
  const stateOf = (id: string) =>
    execution.status(project.id, id).pipe(
      Effect.map(({ state }): string => state),
      Effect.catchTag("QueryRunNotFound", () => Effect.succeed("gone"))
    )
  const logOf = (id: string) =>
    execution.showLog(project, id).pipe(
      Effect.map((text) => (JSON.parse(text) as { readonly results: ReadonlyArray<unknown> }).results.length),
      Effect.catchTags({
        QueryRunNotFound: () => Effect.succeed("unknown" as const),
        QueryLogExpired: () => Effect.succeed("expired" as const)
      })
    )
  return { ask, logOf, stateOf }
})

it.effect("an answer is fresh for five minutes, a run is kept for twenty, and its log is read for a day", () =>
  Effect.gen(function*() {
    yield* TestClock.adjust("30 days")
    const { ask, logOf, stateOf } = yield* makeWorld
    const first = yield* ask(select("select 1", { client_query_id: "one" }))
    assert.isFalse(first["is_cached"])
    assert.deepStrictEqual([yield* stateOf("one"), yield* logOf("one")], ["done", 1])
    yield* TestClock.adjust("4 minutes")
    assert.deepInclude(yield* ask(select("select 1")), { is_cached: true, last_refresh: first["last_refresh"] })
    yield* TestClock.adjust("1 minute")
    assert.deepInclude(yield* ask(select("select 1")), { is_cached: false, cache_key: first["cache_key"] })
    yield* TestClock.adjust("14 minutes")
    assert.strictEqual(yield* stateOf("one"), "done")
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual([yield* stateOf("one"), yield* logOf("one")], ["gone", 1])
    yield* TestClock.adjust("23 hours")
    assert.strictEqual(yield* logOf("one"), 1)
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual([yield* logOf("one"), yield* logOf("nobody's")], ["expired", "unknown"])
  }).pipe(Effect.provide(services)))
