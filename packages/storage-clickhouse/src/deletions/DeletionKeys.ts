import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { Effect, Schema } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { uuidParts } from "../events/UuidLists.ts"
import { runStatements, targetOf } from "../migrations/Migrations.ts"
import { rowOf, textField } from "../protocol/TabSeparated.ts"
import { createTable, namesOf, onCluster } from "../schema/CreateTable.ts"
import type { Table } from "../schema/Table.ts"

/** The values that a deletion is about. */
export interface DeletionKeys {
  readonly person?: ReadonlyArray<string>
  readonly distinct_id?: ReadonlyArray<string>
  readonly event?: ReadonlyArray<string>
}

/** The condition that a text is one of the keys of a kind. */
export type IsKey = (text: string, kind: keyof DeletionKeys) => string

/** A table of keys that conditions name in the place of values: files and lists of mutations keep their conditions. */
export interface KeysTable {
  readonly isKey: IsKey
  /** The keys of a kind, as the right side of IN; `as` is what is read of each. */
  readonly of: (kind: string, as?: string) => string
  /** The name of the table, quoted. */
  readonly name: string
}

/** What a table of keys is for. */
export interface KeysOptions {
  readonly project: number
  /** All that the deletion is about, as JSON: the table of another one with equal keys goes when that one is done. */
  readonly deletion: object
  readonly keys: DeletionKeys
}

/** The names of a project's tables of keys begin with this. */
const prefixOf = (project: number): string => `deletion_${project}_`

/** The same name for the same deletion: one that was cut short finds its table again. */
const nameOf = ({ deletion, project }: KeysOptions): string =>
  prefixOf(project) + deriveUuid("deletion", JSON.stringify(deletion)).replaceAll("-", "")

const tableOf = (name: string): Table => ({
  name,
  columns: [
    { name: "kind", type: "LowCardinality(String)" },
    { name: "key", type: "String" },
    { name: "position", type: "UInt64" }
  ],
  rows: "all",
  orderBy: ["kind", "key"],
  placement: { _tag: "Everywhere" }
})

/** Keys that are bound to a query: conditions on them, and the values. */
export const boundKeys = (
  keys: DeletionKeys
): { readonly isKey: IsKey; readonly params: Readonly<Record<string, unknown>> } => {
  const params: Record<string, unknown> = {}
  return {
    params,
    isKey: (text, kind) => {
      const parts = uuidParts(keys[kind] ?? []).map((part, at) => {
        params[`${kind}_${at}`] = part
        return `${text} IN {${kind}_${at}:Array(String)}`
      })
      return parts.length === 0 ? "0" : `(${parts.join(" OR ")})`
    }
  }
}

/** The most keys of one insert. */
const keysAtOnce = 10_000

const fill = Effect.fnUntraced(function*(table: Table, keys: DeletionKeys) {
  const clickhouse = yield* ClickHouse
  const rows = Object.entries(keys).flatMap(([kind, all]: readonly [string, ReadonlyArray<string>]) =>
    all.map((key) => rowOf([kind, textField(key), 0]))
  )
  for (let at = 0; at < rows.length; at += keysAtOnce) {
    yield* clickhouse.insert(table.name, ["kind", "key", "position"], rows.slice(at, at + keysAtOnce))
  }
})

/** On a cluster every server has the keys before a mutation reads them. */
const synced = Effect.fnUntraced(function*(name: string) {
  const target = targetOf(yield* ClickHouse)
  if (target.cluster !== undefined) yield* runStatements([`SYSTEM SYNC REPLICA${onCluster(target)} ${name}`])
})

const drop = Effect.fnUntraced(function*(name: string) {
  const target = targetOf(yield* ClickHouse)
  yield* runStatements([`DROP TABLE IF EXISTS ${name}${onCluster(target)} SYNC`])
})

/**
 * Does the work with a table of the keys, and drops it when all is done: mutations that were begun read it until they end,
 * also those of a process that was killed.
 */
export const withKeys = Effect.fnUntraced(function*<E, R>(
  options: KeysOptions,
  work: (keys: KeysTable) => Effect.Effect<void, E, R>
) {
  const target = targetOf(yield* ClickHouse)
  const table = tableOf(nameOf(options))
  const [name = table.name] = namesOf(table, target)
  yield* runStatements(createTable(table, target))
  yield* fill(table, options.keys)
  yield* synced(name)
  const of = (kind: string, as = "key") => `(SELECT ${as} FROM ${name} WHERE kind = '${kind}')`
  yield* work({ name, of, isKey: (text, kind) => `${text} IN ${of(kind)}` })
  yield* drop(name)
})

/** A mutation reads the keys until it ends, and one whose table is gone would never end. */
export class KeysInUse extends Schema.TaggedError<KeysInUse>()("KeysInUse", { project: Schema.Int }) {
  override get message(): string {
    return `ClickHouse is still removing rows for deletions of project ${this.project}.`
  }
}

/** Drops the tables of keys that deletions of a project have left: those that were cut short and never begun again. */
export const dropKeys = Effect.fnUntraced(function*(project: number) {
  const clickhouse = yield* ClickHouse
  const { database } = clickhouse
  const params = { prefix: prefixOf(project) }
  const tablesSql =
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})"
  const { rows: tables } = yield* clickhouse.query({ sql: tablesSql, params })
  if (tables.length === 0) return
  const usesSql = `SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done
    AND position(command, {prefix:String}) > 0 LIMIT 1`
  const { rows: uses } = yield* clickhouse.query({ sql: usesSql, params })
  if (uses.length > 0) return yield* new KeysInUse({ project })
  yield* Effect.forEach(tables, ([name]) => drop(`${database}.${quoted(String(name))}`), { discard: true })
})

/** Removes the rows of a table that fulfil the condition, from disk too, and waits until that is done everywhere. */
export const removeRows = Effect.fnUntraced(function*(table: Table, condition: string) {
  const clickhouse = yield* ClickHouse
  const target = targetOf(clickhouse)
  const [name] = namesOf(table, target)
  yield* clickhouse.command({
    sql: `ALTER TABLE ${name}${onCluster(target)} DELETE WHERE ${condition}`,
    settings: { mutations_sync: 2, allow_nondeterministic_mutations: 1 }
  })
})
