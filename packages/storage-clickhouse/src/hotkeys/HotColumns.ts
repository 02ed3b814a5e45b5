import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { Effect } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { runStatements, targetOf } from "../migrations/Migrations.ts"
import { columnText, namesOf, onCluster, type Target } from "../schema/CreateTable.ts"
import { events } from "../schema/EventTables.ts"
import { hotColumn, hotColumnName, type HotKey, hotKeyOf } from "../schema/HotKeys.ts"

/** The statements that give a key a column, and fill it for events that are stored already. */
export const addHotKeyStatements = (hotKey: HotKey, target: Target): ReadonlyArray<string> => {
  const add = `ADD COLUMN IF NOT EXISTS ${columnText(hotColumn(hotKey))}`
  const [stored] = namesOf(events, target)
  return [
    ...namesOf(events, target).map((name) => `ALTER TABLE ${name}${onCluster(target)} ${add}`),
    `ALTER TABLE ${stored}${onCluster(target)} MATERIALIZE COLUMN ${quoted(hotColumnName(hotKey.key))}`
  ]
}

/**
 * Gives a property of events a column of its own. Queries may use it at once: until the stored parts are rewritten, in
 * the background, the engine reads it from `pj`.
 */
export const addHotKey = Effect.fn("HotColumns.addHotKey")(function*(hotKey: HotKey) {
  const target = targetOf(yield* ClickHouse)
  yield* runStatements(addHotKeyStatements(hotKey, target))
})

/** The keys that have columns, with their columns' names. */
export const readHotKeys = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}",
    params: { table: events.name }
  })
  const columns = rows.map(([name]) => String(name))
  return new Map(columns.flatMap((column) => {
    const key = hotKeyOf(column)
    return key === undefined ? [] : [[key, column] as const]
  }))
})
