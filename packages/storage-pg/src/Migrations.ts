import { Effect, Layer } from "effect"
import { Migrator, SqlClient, type SqlError } from "effect/sql"
import { createTables } from "./migrations/0001_create_tables.ts"
import { createQueryFunctions } from "./migrations/0002_create_query_functions.ts"
import { PgDatabase } from "./PgDatabase.ts"

/** Every change of the schema, in order; a released one is never edited. */
const migrations = Migrator.fromRecord({
  "0001_create_tables": createTables,
  "0002_create_query_functions": createQueryFunctions
})

/** Taken by whoever migrates: the number only has to differ from other advisory locks of the database. */
const migrationLock = 4_871_203_366

/**
 * Brings the schema up to date, in one transaction and one server at a time: whoever starts meanwhile waits, then finds
 * nothing to do.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<readonly [id: number, name: string]>,
  Migrator.MigrationError | SqlError.SqlError,
  PgDatabase | SqlClient.SqlClient
> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { schema } = yield* PgDatabase
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`SELECT pg_advisory_xact_lock(${migrationLock})`
    const exists = yield* sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`
    if (exists.length === 0) yield* sql`CREATE SCHEMA ${sql(schema)}`
    return yield* Migrator.make({})({ loader: migrations, table: "schema_migrations" })
  }))
})

/** A layer that has migrated once it is built. */
export const layer: Layer.Layer<
  never,
  Migrator.MigrationError | SqlError.SqlError,
  PgDatabase | SqlClient.SqlClient
> = Layer.effectDiscard(migrate)
