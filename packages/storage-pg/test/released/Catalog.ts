import { Effect } from "effect"
import type pg from "pg"
import { rowsOf, type TextRow } from "./Replay.ts"

/** A column of a table as the catalogue describes it. */
export interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
}

/** The columns of every table but those of partitions, and the migrator's own. */
export const columnsOf = (client: pg.Client) =>
  Effect.map(
    rowsOf(
      client,
      `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type,
        a.attnotnull AS not_null, (a.atthasdef OR a.attidentity <> '') AS has_default
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> 'schema_migrations'
      ORDER BY 1, 2`
    ),
    (rows) =>
      rows.map(({ column, has_default, not_null, table, type }): Column => ({
        table: table ?? "",
        column: column ?? "",
        type: type ?? "",
        isNullable: not_null === "f",
        hasDefault: has_default === "t"
      }))
  )

/** The parts of a schema that its users depend on: its columns, and the rules of its tables. */
export interface Schema {
  readonly columns: ReadonlyArray<Column>
  /** Unique indexes, foreign keys, checks and triggers: `table: name`. */
  readonly rules: ReadonlyArray<string>
}

/** The schema of a database. */
export const schemaOf = Effect.fnUntraced(function*(client: pg.Client) {
  const rules = yield* rowsOf(
    client,
    `SELECT c.relname || ': ' || rule.name AS rule
    FROM pg_class c JOIN LATERAL (
      SELECT i.indexrelid::regclass::text AS name FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique
      UNION SELECT k.conname FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('c', 'f', 'x')
      UNION SELECT t.tgname FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
    ) rule ON true
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY 1`
  )
  const schema: Schema = { columns: yield* columnsOf(client), rules: rules.map(({ rule }) => rule ?? "") }
  return schema
})

export const tablesOf = (columns: ReadonlyArray<Column>): ReadonlyArray<string> => [
  ...new Set(columns.map(({ table }) => table))
]

const same = (a: Column) => (b: Column): boolean => a.table === b.table && a.column === b.column

const changesOf = (old: Column, now: Column | undefined): ReadonlyArray<string> => {
  const name = `${old.table}.${old.column}`
  if (now === undefined) return [`${name} is gone`]
  const changes: Array<string> = []
  if (now.type !== old.type) changes.push(`${name} was ${old.type} and is ${now.type}`)
  if (old.isNullable && !now.isNullable) changes.push(`${name} takes no null any more`)
  if (now.isNullable && !old.isNullable) changes.push(`${name} may be null`)
  if (old.hasDefault && !now.hasDefault) changes.push(`${name} has lost its default`)
  return changes
}

/**
 * The changes by which the second schema is no expansion of the first, in words: those that the first's release could
 * fail on.
 */
export const contractions = (before: Schema, after: Schema): ReadonlyArray<string> => {
  const known = new Set(tablesOf(before.columns))
  const changed = before.columns.flatMap((old) => changesOf(old, after.columns.find(same(old))))
  const demanded = after.columns
    .filter((now) => known.has(now.table) && !before.columns.some(same(now)) && !now.isNullable && !now.hasDefault)
    .map(({ column, table }) => `${table}.${column} is new and must be given`)
  const rules = after.rules
    .filter((rule) => known.has(rule.split(":")[0] ?? "") && !before.rules.includes(rule))
    .map((rule) => `${rule} is a new rule`)
  return [...changed, ...demanded, ...rules]
}

/** Every row of every table, in the columns given, sorted; and the partition each event is in. */
export const contentsOf = Effect.fnUntraced(function*(client: pg.Client, columns: ReadonlyArray<Column>) {
  const contents: Record<string, ReadonlyArray<TextRow>> = {}
  for (const table of tablesOf(columns)) {
    const names = columns.filter((column) => column.table === table).map(({ column }) => `"${column}"`).join(", ")
    contents[table] = yield* rowsOf(
      client,
      `SELECT tableoid::regclass AS "in", ${names} FROM "${table}" t ORDER BY 1, t::text`
    )
  }
  return contents
})
