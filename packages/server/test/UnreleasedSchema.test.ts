import { assert, describe, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { runProgram } from "./RunProgram.ts"
import { insidePostgres } from "./ServerEngines.ts"
import { makeDataDir } from "./ServerProcess.ts"

/** What is recorded then is as a version left it that was never released. */
const makeUnreleased = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM schema_migrations WHERE migration_id > 1`
  yield* sql`UPDATE schema_migrations SET name = 'create_tables'`
  yield* sql`INSERT INTO schema_migrations (migration_id, name) VALUES (2, 'create_query_functions')`
})

const recorded = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT migration_id, name FROM schema_migrations ORDER BY migration_id`
)

const refusal = "The schema \"hedgerow\" holds migrations that this version does not know "
  + "(0001_create_tables, 0002_create_query_functions)."

describe("storage of a version that was never released", () => {
  it.live("external: is refused with the database's address, and left as it is", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      yield* makeUnreleased
      const before = yield* recorded
      const { status, stderr } = yield* Effect.promise(() =>
        runProgram(["migrate"], { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) })
      )
      assert.strictEqual(status, 1)
      assert.match(stderr, /^hedgerow: HEDGEROW_DATABASE_URL: the database at \S+ cannot be used: The schema/)
      assert.include(stderr, refusal)
      assert.deepStrictEqual(yield* recorded, before)
    }).pipe(Effect.provide(PgTest.layer)))

  it.live("embedded: a data directory is refused, and left as it is", () =>
    Effect.gen(function*() {
      const data = yield* Effect.acquireRelease(Effect.sync(makeDataDir), ({ remove }) => Effect.sync(remove))
      const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
      const migrate = Effect.promise(() => runProgram(["migrate"], settings))
      assert.strictEqual((yield* migrate).status, 0)
      const read = Effect.promise(() => insidePostgres(data.path, recorded))
      yield* Effect.promise(() => insidePostgres(data.path, makeUnreleased))
      const before = yield* read
      const { status, stderr } = yield* migrate
      assert.strictEqual(status, 1)
      assert.include(stderr, refusal)
      assert.include(stderr, "start with an empty database or data directory")
      assert.deepStrictEqual(yield* read, before)
    }).pipe(Effect.scoped))
})
