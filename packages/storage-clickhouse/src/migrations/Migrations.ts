import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { Effect, Layer, Option } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import type { ClickHouseFailure } from "../protocol/ClickHouseErrors.ts"
import { setDurability, type Target } from "../schema/CreateTable.ts"
import { tables } from "../schema/Tables.ts"
import { createSchema } from "./0001_create_schema.ts"
import type { Migration } from "./Migration.ts"
import { MigrationRecord } from "./MigrationRecord.ts"

/** The durability of the tables. */
export interface TableOptions {
  /** Acknowledged events are on disk, so that they survive a power failure too. For an engine without replicas. */
  readonly isDurable: boolean
}

/** Every change of the schema, in order; a released one is never edited. */
export const migrations: ReadonlyArray<Migration> = [createSchema]

/** The target of this ClickHouse's tables. */
export const targetOf = (clickhouse: ClickHouse["Service"]): Target => ({
  database: clickhouse.database,
  cluster: Option.getOrUndefined(Option.map(clickhouse.cluster, quoted))
})

/** Runs statements one after the other. */
export const runStatements = Effect.fnUntraced(function*(statements: ReadonlyArray<string>) {
  const clickhouse = yield* ClickHouse
  yield* Effect.forEach(statements, (sql) => clickhouse.command({ sql }), { discard: true })
})

/** The target of a record: this very database, so that a new one in its place gets its tables too. */
export const identityOf = Effect.fnUntraced(function*(clickhouse: ClickHouse["Service"]) {
  if (Option.isSome(clickhouse.cluster)) return `${clickhouse.cluster.value} ${clickhouse.database}`
  const sql = "SELECT toString(uuid) FROM system.databases WHERE name = currentDatabase()"
  const [identity] = (yield* clickhouse.query({ sql })).rows[0] ?? []
  return typeof identity === "string" ? identity : clickhouse.database
})

/** The engines of the tables in ClickHouse, by their names. */
const readEngines = Effect.fnUntraced(function*(clickhouse: ClickHouse["Service"]) {
  const sql = "SELECT name, engine_full FROM system.tables WHERE database = currentDatabase()"
  const { rows } = yield* clickhouse.query({ sql })
  return new Map(rows.map(([name, engine]) => [String(name), String(engine)] as const))
})

/**
 * Brings the schema up to date, one server at a time, and answers the steps it took. A step that was cut short by a
 * crash is taken again. A table that is as it should be is left alone: on a cluster each change waits for all servers.
 */
export const migrate = Effect.fn("Migrations.migrate")(
  function*(
    { isDurable }: TableOptions
  ): Effect.fn.Return<ReadonlyArray<string>, ClickHouseFailure, ClickHouse | MigrationRecord> {
    const clickhouse = yield* ClickHouse
    const record = yield* MigrationRecord
    const target = targetOf(clickhouse)
    const identity = yield* identityOf(clickhouse)
    const taken = yield* Effect.filter(
      migrations,
      ({ name, statements }) => record.run(identity, name, runStatements(statements(target)))
    )
    const engines = yield* readEngines(clickhouse)
    yield* runStatements(tables.flatMap((table) => setDurability(table, target, { engines, isDurable })))
    return taken.map(({ name }) => name)
  }
)

/** A layer that has migrated once it is built. */
export const layer = (options: TableOptions): Layer.Layer<never, ClickHouseFailure, ClickHouse | MigrationRecord> =>
  Layer.effectDiscard(migrate(options))

/** A layer that has made the tables, for one process that owns the engine and keeps no record. */
export const layerTables: Layer.Layer<never, ClickHouseFailure, ClickHouse> = layer({ isDurable: false }).pipe(
  Layer.provide(MigrationRecord.layerMemory)
)
