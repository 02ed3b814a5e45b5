import { assert, layer } from "@effect/vitest"
import { EventKeys } from "@hedgerow/core/events/EventKeys"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as Installation from "@hedgerow/storage-clickhouse/installation/Installation"
import * as StorageLosses from "@hedgerow/storage-clickhouse/installation/StorageLosses"
import * as Migrations from "@hedgerow/storage-clickhouse/migrations/Migrations"
import * as SqlMigrationRecord from "@hedgerow/storage-clickhouse/migrations/SqlMigrationRecord"
import * as PgEventKeys from "@hedgerow/storage-pg/events/PgEventKeys"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { database, engine } from "../ClickHouseTest.ts"

const open = Installation.require("The ClickHouse").pipe(
  Effect.andThen(Migrations.migrate({ isDurable: false }).pipe(Effect.provide(SqlMigrationRecord.layer)))
)

/** Starts a server's storage on a ClickHouse of its own, or on a given one. */
const on = <A, E, R>(clickhouse: Layer.Layer<ClickHouse>, work: Effect.Effect<A, E, R>) =>
  Effect.provide(work, clickhouse)

const reasonOf = Effect.map(
  Effect.flip(open),
  (error) => error._tag === "ClickHouseMismatch" ? error.reason : error._tag
)

const adopting = Effect.provideService(open, Installation.OnMismatch, "adopt")

const addEvent = Effect.flatMap(
  ClickHouse,
  (clickhouse) =>
    clickhouse.command({ sql: `INSERT INTO events (project_id, uuid, event) VALUES (1, generateUUIDv4(), 'seen')` })
)

const rowsOf = (table: string) =>
  Effect.flatMap(
    ClickHouse,
    (clickhouse) =>
      Effect.map(clickhouse.query({ sql: `SELECT count() FROM ${table}` }), ({ rows }) => Number(rows[0]?.[0]))
  )

/** One built ClickHouse for several uses. */
const shared = Effect.map(Layer.build(database), (context) => Layer.succeedContext(context))

const silently = Logger.layer([])

layer(engine)("an installation and its ClickHouse", (it) => {
  it.effect("the first ClickHouse is its own from then on; another one is refused, fresh or somebody else's", () =>
    Effect.gen(function*() {
      const [first, fresh, others] = [yield* shared, yield* shared, yield* shared]
      const otherPostgres = Layer.fresh(PgTest.layer)
      yield* on(others, Effect.andThen(open, addEvent)).pipe(Effect.provide(otherPostgres))
      yield* Effect.gen(function*() {
        yield* on(first, open)
        yield* on(first, open)
        assert.strictEqual(yield* on(fresh, reasonOf), "gone")
        assert.strictEqual(yield* on(fresh, rowsOf("system.tables WHERE database = currentDatabase()")), 0, "untouched")
        assert.strictEqual(yield* on(others, reasonOf), "foreign")
        yield* on(first, open)
      }).pipe(Effect.provide(PgTest.layer))
    }).pipe(Effect.scoped))

  it.effect("two servers that start at once on a ClickHouse of nobody agree on its id", () =>
    Effect.gen(function*() {
      const clickhouse = yield* shared
      yield* Effect.gen(function*() {
        yield* Effect.all([on(clickhouse, open), on(clickhouse, open)], { concurrency: "unbounded" })
        yield* on(clickhouse, open)
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT 1 FROM installation WHERE clickhouse_since IS NOT NULL`, 1)
      }).pipe(Effect.provide(PgTest.layer))
    }).pipe(Effect.scoped))

  it.effect("an adopted ClickHouse keeps its events and no copies; events that it lacks may be sent again", () =>
    Effect.gen(function*() {
      const [first, others] = [yield* shared, yield* shared]
      yield* on(
        others,
        Effect.gen(function*() {
          yield* open
          yield* addEvent
          const { command } = yield* ClickHouse
          yield* command({ sql: "INSERT INTO persons (project_id, id, position) VALUES (1, generateUUIDv4(), 99)" })
        })
      ).pipe(Effect.provide(Layer.fresh(PgTest.layer)))
      yield* Effect.gen(function*() {
        yield* on(first, open)
        const keys = yield* EventKeys
        const [batch, uuid] = [yield* makeUuid7, yield* makeUuid7]
        const key = { project_id: 1 as ProjectId, uuid }
        yield* keys.claim(batch, [key])
        yield* keys.confirm(batch)
        yield* on(others, Effect.andThen(adopting, open))
        assert.deepStrictEqual([yield* on(others, rowsOf("events")), yield* on(others, rowsOf("persons"))], [1, 0])
        assert.deepStrictEqual((yield* keys.claim(yield* makeUuid7, [key])).orphaned, [key])
      }).pipe(Effect.provide(Layer.mergeAll(Layer.provideMerge(PgEventKeys.layer, PgTest.layer), silently)))
    }).pipe(Effect.scoped))

  it.effect("rows that go missing while the server runs are found, and stay so through further looks and stops", () =>
    Effect.gen(function*() {
      const clickhouse = yield* shared
      const missing = (found: string | undefined) => /(\d+) rows? (?:is|are) missing/.exec(found ?? "")?.[1]
      const detach = Effect.flatMap(
        ClickHouse,
        ({ command }) => command({ sql: "ALTER TABLE events DETACH PARTITION ALL" })
      )
      yield* on(
        clickhouse,
        Effect.gen(function*() {
          yield* open
          for (const _ of [1, 2, 3]) yield* addEvent
          assert.strictEqual(missing(yield* StorageLosses.look), undefined)
          yield* detach
          yield* addEvent
          assert.strictEqual(missing(yield* StorageLosses.look), "2")
          yield* addEvent
          assert.strictEqual(missing(yield* StorageLosses.look), "2")
          const started = Effect.flatMap(StorageLosses.StorageLosses, ({ warnings }) => warnings)
          const shown = yield* Effect.provide(started, Layer.fresh(StorageLosses.layer))
          assert.strictEqual(missing(shown.join()), "2")
          assert.strictEqual(missing(yield* StorageLosses.look), "2", "after a stop")
        })
      ).pipe(Effect.provide(PgTest.layer))
    }).pipe(Effect.scoped))

  it.effect("rows that are missing stay missing while others come in, until that is accepted", () =>
    Effect.gen(function*() {
      const clickhouse = yield* shared
      const warnings = Effect.flatMap(StorageLosses.StorageLosses, ({ warnings }) => warnings).pipe(
        Effect.provide(Layer.fresh(StorageLosses.layer)),
        Effect.map((found) => /(\d+) rows? (?:is|are) missing/.exec(found.join())?.[1])
      )
      const command = (sql: string) => Effect.flatMap(ClickHouse, (clickhouse) => clickhouse.command({ sql }))
      yield* on(
        clickhouse,
        Effect.gen(function*() {
          yield* open
          assert.strictEqual(yield* warnings, undefined)
          for (const _ of [1, 2, 3]) yield* addEvent
          assert.strictEqual(yield* warnings, undefined, "three are marked at the stop")
          yield* command("ALTER TABLE events DETACH PARTITION ALL")
          assert.strictEqual(yield* warnings, "3")
          for (const _ of [1, 2, 3, 4, 5]) yield* addEvent
          assert.strictEqual(yield* warnings, "3")
          assert.match((yield* StorageLosses.acceptLosses) ?? "", /3 rows are missing/)
          assert.strictEqual(yield* warnings, undefined)
        })
      ).pipe(Effect.provide(PgTest.layer))
    }).pipe(Effect.scoped))
})
