import { assert, describe, it } from "@effect/vitest"
import { Migrations, PgDatabase } from "@hedgerow/storage-pg"
import { statements } from "@hedgerow/storage-pg/migrations/Statements"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Fiber, Layer, Logger, Schedule } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { schemaOf } from "./released/Catalog.ts"
import { connect, rowsOf } from "./released/Connection.ts"

const client = Layer.fresh(PgDatabase.layerClient)
const migrateNow = Migrations.migrate.pipe(Effect.provide(client))

/** As a later release would migrate, with one more migration of these statements. */
const migrateLater = (...texts: ReadonlyArray<string>) =>
  Migrations.migrateWith(
    Effect.zipWith(
      Migrations.migrations,
      Migrator.fromRecord({ "9001_add_later_columns": statements(texts) }),
      (now, later) => [...now, ...later]
    )
  ).pipe(Effect.provide(client))

const addColumns = ["users", "cohorts"].map((table) => `ALTER TABLE ${table} ADD COLUMN later int4`)

const recordedMigrations = "SELECT migration_id || '_' || name AS name FROM schema_migrations ORDER BY migration_id"

/** Somebody waits for a table of this database. */
const waitingForLocks = `SELECT 1 FROM pg_locks
  WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** The messages that the effect logs, as JSON. */
const logsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const logged: Array<string> = []
    const logger = Logger.map(Logger.formatJson, (line) => {
      logged.push(line)
    })
    return Effect.as(Effect.provide(effect, Logger.layer([logger])), logged)
  })

it.effect("four servers that start at once on an empty database migrate it once", () =>
  Effect.gen(function*() {
    const applied = yield* Effect.all(
      Array.from({ length: 4 }, () => Migrations.migrate.pipe(Effect.provide(client))),
      { concurrency: "unbounded" }
    )
    const sizes = applied.map((migrations) => migrations.length).sort((a, b) => a - b)
    assert.deepStrictEqual(sizes.slice(0, 3), [0, 0, 0])
    assert.isAbove(sizes[3] ?? 0, 0)
  }).pipe(Effect.provide(PgTest.layerEmpty)))

it.effect("rows that went to the default partition move to their month when it is made", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO events SELECT 1, gen_random_uuid(), 'e', 'd', gen_random_uuid(), 'full', t, null, t, t, '{}',
      '{}', '{}', null, '', '', '', '', '', '', '', '', ''
      FROM unnest(ARRAY['2026-11-30 23:59:59.999999Z', '2026-12-01Z', '2026-12-31 23:59:59Z', '2027-01-01Z']::timestamptz[]) t`
    yield* sql`SELECT ensure_events_partition(2026, 12)`
    yield* sql`SELECT ensure_events_partition(2026, 12)`
    const rows = yield* sql`SELECT tableoid::regclass::text AS partition, count(*)::int4 AS n FROM events
      GROUP BY 1 ORDER BY tableoid::regclass::text`
    assert.deepStrictEqual(rows, [{ partition: "events_default", n: 2 }, { partition: "events_y2026m12", n: 2 }])
  }).pipe(Effect.provide(PgTest.layer)))

describe("a migration", () => {
  it.live("that fails leaves the database as it was", () =>
    Effect.gen(function*() {
      yield* migrateNow
      const now = yield* connect
      const before = [yield* schemaOf(now), yield* rowsOf(now, recordedMigrations)]
      const failing = migrateLater(...addColumns, "CREATE TABLE later (id int4)", "CREATE TABLE later (id int4)")
      assert.isTrue((yield* Effect.exit(failing))._tag === "Failure")
      assert.deepStrictEqual([yield* schemaOf(now), yield* rowsOf(now, recordedMigrations)], before)
      assert.isNotEmpty(yield* migrateLater(...addColumns))
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("that meets a long query lets the others pass and tries again", () =>
    Effect.gen(function*() {
      yield* migrateNow
      const [long, other] = [yield* connect, yield* connect]
      yield* rowsOf(long, "BEGIN")
      yield* rowsOf(long, "SELECT count(*) FROM users, cohorts")
      const migrating = yield* Effect.forkScoped(migrateLater(...addColumns))
      yield* Effect.repeat(rowsOf(other, waitingForLocks), {
        until: (rows) => rows.length > 0,
        schedule: Schedule.spaced("20 millis")
      })
      // It waits behind the migration, which waits for the query; the query goes on.
      assert.deepStrictEqual(yield* rowsOf(other, "SELECT count(*) FROM users"), [{ count: "0" }])
      assert.deepStrictEqual(yield* rowsOf(other, "SELECT count(*) FROM cohorts"), [{ count: "0" }])
      yield* rowsOf(long, "COMMIT")
      assert.isNotEmpty(yield* Fiber.join(migrating))
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("that is caught in a deadlock tries again", () =>
    Effect.gen(function*() {
      yield* migrateNow
      const [locking, other] = [yield* connect, yield* connect]
      yield* rowsOf(locking, "BEGIN")
      yield* rowsOf(locking, "SELECT count(*) FROM cohorts")
      const migrating = yield* Effect.forkScoped(migrateLater(...addColumns))
      yield* Effect.repeat(rowsOf(other, waitingForLocks), {
        until: (rows) => rows.length > 0,
        schedule: Schedule.spaced("20 millis")
      })
      // The database ends one of the two; whichever it is, the migration is done in the end.
      yield* Effect.exit(rowsOf(locking, "SELECT count(*) FROM users"))
      yield* rowsOf(locking, "ROLLBACK")
      assert.isNotEmpty(yield* Fiber.join(migrating))
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))
})

describe("a server that is older than the database", () => {
  it.live("starts, and says so", () =>
    Effect.gen(function*() {
      yield* migrateLater(...addColumns)
      const [line = "", ...others] = yield* logsOf(
        Effect.tap(migrateNow, (applied) => Effect.sync(() => assert.deepStrictEqual(applied, [])))
      )
      assert.deepStrictEqual(others, [])
      assert.match(line, /migrated by a newer release.*"WARN".*9001_add_later_columns/)
      assert.deepStrictEqual(yield* logsOf(migrateLater(...addColumns)), [], "its own schema is nothing to speak of")
    }).pipe(Effect.provide(PgTest.layerEmpty)))
})

describe("a database of a version that was never released", () => {
  it.live.each<readonly [name: string, recorded: string, names: ReadonlyArray<string>]>([
    ["its first migration has another name", "(1, 'create_tables'), (2, 'create_query_functions')", [
      "0001_create_tables",
      "0002_create_query_functions"
    ]],
    ["its first migration is none of ours", "(0, 'begin')", ["0000_begin"]]
  ])("is refused before anything is changed: %s", ([, recorded, names]) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE SCHEMA hedgerow`
      yield* sql.unsafe(`CREATE TABLE schema_migrations (
        migration_id int4 PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), name varchar(255) NOT NULL
      )`)
      yield* sql.unsafe(`INSERT INTO schema_migrations (migration_id, name) VALUES ${recorded}`)
      yield* sql`CREATE TABLE organizations (id uuid)`
      const now = yield* connect
      const before = [yield* schemaOf(now), yield* rowsOf(now, recordedMigrations)]
      const refused = yield* Effect.flip(migrateNow)
      assert.instanceOf(refused, Migrations.SchemaUnknown)
      assert.deepStrictEqual(refused.migrations, names)
      assert.include(refused.message, `holds migrations that this version does not know (${names.join(", ")})`)
      assert.deepStrictEqual([yield* schemaOf(now), yield* rowsOf(now, recordedMigrations)], before)
    }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(client, PgTest.layerEmpty))))
})
