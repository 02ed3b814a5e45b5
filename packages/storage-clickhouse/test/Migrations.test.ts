import { assert, layer } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { MigrationRecord } from "@hedgerow/storage-clickhouse/migrations/MigrationRecord"
import * as Migrations from "@hedgerow/storage-clickhouse/migrations/Migrations"
import * as SqlMigrationRecord from "@hedgerow/storage-clickhouse/migrations/SqlMigrationRecord"
import { tables } from "@hedgerow/storage-clickhouse/schema/Tables"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import * as ClickHouseTest from "./ClickHouseTest.ts"

const record = SqlMigrationRecord.layer.pipe(
  Layer.provideMerge(PgTest.layer),
  Layer.orDie
)

const steps = ["0001_create_schema"]
const durable = { isDurable: true }

const tableNames = Effect.gen(function*() {
  const { query } = yield* ClickHouse
  const { rows } = yield* query({
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name"
  })
  return rows.map(([name]) => name)
})

const names = [
  "cohort_members",
  "dead_letters",
  "events",
  "events_by_person",
  "events_by_person_view",
  "groups",
  "person_distinct_ids",
  "person_overrides",
  "persons",
  "property_reads"
]

layer(Layer.merge(ClickHouseTest.engine, record), { excludeTestServices: true })("migrations of ClickHouse", (it) => {
  it.effect("are taken once by servers that start together", () =>
    Effect.gen(function*() {
      const taken = yield* Effect.forEach([1, 2, 3], () => Migrations.migrate(durable), { concurrency: "unbounded" })
      assert.deepStrictEqual(taken.flat().toSorted(), steps)
      assert.deepStrictEqual(yield* tableNames, names)
      assert.deepStrictEqual(yield* Migrations.migrate(durable), [])
    }).pipe(Effect.provide(ClickHouseTest.database)))

  it.effect("hot columns have the codec that is read faster", () =>
    Effect.gen(function*() {
      yield* Migrations.migrate(durable)
      const { query } = yield* ClickHouse
      const { rows } = yield* query({
        sql: `SELECT DISTINCT compression_codec, default_kind FROM system.columns
          WHERE database = currentDatabase() AND table = 'events' AND startsWith(name, 'mat_')`
      })
      assert.deepStrictEqual(rows, [["CODEC(LZ4)", "MATERIALIZED"]])
    }).pipe(Effect.provide(ClickHouseTest.database)))

  it.effect("are taken again in a database that took the place of another", () =>
    Effect.gen(function*() {
      const { database } = yield* ClickHouse
      yield* Migrations.migrate(durable)
      yield* Effect.gen(function*() {
        const { command } = yield* ClickHouse
        yield* command({ sql: `DROP DATABASE ${database} SYNC` })
        yield* command({ sql: `CREATE DATABASE ${database}` })
      }).pipe(Effect.provide(Layer.fresh(ClickHouseTest.database)))
      assert.deepStrictEqual(yield* Migrations.migrate(durable), steps)
      assert.deepStrictEqual(yield* tableNames, names)
    }).pipe(Effect.provide(ClickHouseTest.database)))

  it.effect("a step that was cut short is taken again, over its earlier part", () =>
    Effect.gen(function*() {
      const records = yield* MigrationRecord
      const half = Effect.andThen(
        Migrations.runStatements(["CREATE TABLE half (a Int8) ENGINE = Memory"]),
        Effect.die("cut")
      )
      yield* Effect.exit(records.run("here", "0001", half))
      const whole = Migrations.runStatements(["CREATE TABLE IF NOT EXISTS half (a Int8) ENGINE = Memory"])
      assert.isTrue(yield* records.run("here", "0001", whole))
      assert.isFalse(yield* records.run("here", "0001", Effect.die("never run")))
      assert.isTrue(yield* records.run("there", "0001", Effect.void))
    }).pipe(Effect.provide(ClickHouseTest.database)))

  it.effect("a step's failure is the caller's", () =>
    Effect.gen(function*() {
      const records = yield* MigrationRecord
      const refused = records.run("here", "0002", Migrations.runStatements(["CREATE NONSENSE"]))
      assert.strictEqual((yield* Effect.flip(refused))._tag, "ClickHouseError")
      assert.isTrue(yield* records.run("here", "0002", Effect.void))
    }).pipe(Effect.provide(ClickHouseTest.database)))

  it.effect("a start on tables that are as they should be changes nothing, so that on a cluster it waits for nobody", () =>
    Effect.gen(function*() {
      const clickhouse = yield* ClickHouse
      yield* Migrations.migrate(durable)
      const statements: Array<string> = []
      const watched = ClickHouse.of({
        ...clickhouse,
        command: (statement) =>
          Effect.andThen(Effect.sync(() => statements.push(statement.sql)), clickhouse.command(statement))
      })
      const again = (options: Migrations.TableOptions) =>
        Effect.provideService(Migrations.migrate(options), ClickHouse, watched)
      yield* again(durable)
      assert.deepStrictEqual(statements, [])
      yield* again({ isDurable: false })
      assert.lengthOf(statements, tables.length)
      yield* again({ isDurable: false })
      assert.lengthOf(statements, tables.length)
    }).pipe(Effect.provide(ClickHouseTest.database)))

  it.effect("durability is as the last start wanted it", () =>
    Effect.gen(function*() {
      const { query } = yield* ClickHouse
      const sql =
        "SELECT create_table_query FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'"
      for (const isDurable of [true, false, true]) {
        yield* Migrations.migrate({ isDurable })
        const { rows } = yield* query({ sql })
        assert.strictEqual(rows.length, 9)
        const wanted = `fsync_after_insert = ${isDurable ? 1 : 0}, fsync_part_directory = ${isDurable ? 1 : 0}`
        assert.isTrue(rows.every(([text]) => String(text).includes(wanted)))
      }
    }).pipe(Effect.provide(ClickHouseTest.database)))
})
