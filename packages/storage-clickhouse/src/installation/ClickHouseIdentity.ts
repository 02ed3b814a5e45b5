import { Effect } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { targetOf } from "../migrations/Migrations.ts"
import { copyTables } from "../schema/CopyTables.ts"
import { namesOf, onCluster } from "../schema/CreateTable.ts"
import { tables } from "../schema/Tables.ts"
import type { Found } from "./Belonging.ts"

/** A table without rows, whose comment is the installation's id: it is on every server of a cluster, and in backups. */
const table = "installation"

/** A ClickHouse's id and how many rows its tables have, by their names. */
export interface FoundTables extends Found {
  readonly rows: ReadonlyMap<string, number>
}

/** Reads it in one query; a database without tables has none. */
export const readTables = Effect.fn("ClickHouseIdentity.readTables")(function*() {
  const clickhouse = yield* ClickHouse
  const sql =
    `SELECT name, comment, toUInt64(ifNull(total_rows, 0)) FROM system.tables WHERE database = currentDatabase()`
  const { rows } = yield* clickhouse.query({ sql })
  const found = rows.map(([name, comment, count]) => ({
    name: String(name),
    comment: String(comment),
    count: Number(count)
  }))
  const id = found.find(({ name }) => name === table)?.comment
  const counts = new Map(found.map(({ count, name }) => [name.replace(/_local$/, ""), count]))
  return {
    id: id === "" ? undefined : id,
    hasRows: tables.some(({ name }) => (counts.get(name) ?? 0) > 0),
    rows: counts
  } satisfies FoundTables
})

/** Writes the id; an earlier one is replaced. */
export const writeId = Effect.fn("ClickHouseIdentity.writeId")(function*(id: string) {
  const clickhouse = yield* ClickHouse
  const target = targetOf(clickhouse)
  const name = `${target.database}.${table}`
  yield* clickhouse.command({
    sql: `CREATE TABLE IF NOT EXISTS ${name}${onCluster(target)} (id String) ENGINE = Null COMMENT '${id}'`
  })
  yield* clickhouse.command({ sql: `ALTER TABLE ${name}${onCluster(target)} MODIFY COMMENT '${id}'` })
})

/** Empties the copies of PostgreSQL's tables: those of another installation would win over ours. */
export const emptyCopies = Effect.fn("ClickHouseIdentity.emptyCopies")(function*() {
  const clickhouse = yield* ClickHouse
  const target = targetOf(clickhouse)
  const names = copyTables.flatMap((copy) => namesOf(copy, target).slice(0, 1))
  yield* Effect.forEach(
    names,
    (name) => clickhouse.command({ sql: `TRUNCATE TABLE IF EXISTS ${name}${onCluster(target)}` }),
    { discard: true }
  )
})
