import { Effect } from "effect"
import type pg from "pg"
import { rowsOf, type TextRow } from "./Connection.ts"

/** A column of a table as the catalogue describes it. */
export interface Column {
  readonly table: string
  readonly column: string
  /** The type and its collation. */
  readonly type: string
  readonly isNullable: boolean
  /** The expression of its default, of its generation, or its identity; empty without one. */
  readonly default: string
}

/** The columns of every table but those of partitions, and the migrator's own. */
export const columnsOf = (client: pg.Client) =>
  Effect.map(
    rowsOf(
      client,
      `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod)
          || coalesce(' COLLATE ' || nullif(nullif(a.attcollation, 0), t.typcollation)::regcollation::text, '') AS type,
        a.attnotnull AS not_null,
        concat_ws(' ', nullif('identity ' || a.attidentity::text, 'identity '),
          nullif('generated ' || a.attgenerated::text, 'generated '), pg_get_expr(d.adbin, d.adrelid)) AS "default"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        JOIN pg_type t ON t.oid = a.atttypid
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> 'schema_migrations'
      ORDER BY 1, 2`
    ),
    (rows) =>
      rows.map((row): Column => ({
        table: row["table"] ?? "",
        column: row["column"] ?? "",
        type: row["type"] ?? "",
        isNullable: row["not_null"] === "f",
        default: row["default"] ?? ""
      }))
  )

/** A schema without its rows. */
export interface Schema {
  readonly columns: ReadonlyArray<Column>
  /** Unique indexes, foreign keys, checks and triggers, each as `table: definition`. */
  readonly rules: ReadonlyArray<string>
  /** Other indexes, options of tables, sequences and functions, each as `name: definition`. */
  readonly parts: ReadonlyArray<string>
}

const isOfTables =
  `c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition AND c.relname <> 'schema_migrations'`

const rulesQuery = `SELECT rule.line FROM pg_class c JOIN LATERAL (
    SELECT c.relname || ': ' || pg_get_indexdef(i.indexrelid) AS line FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique
    UNION SELECT c.relname || ': ' || k.conname || ' ' || pg_get_constraintdef(k.oid) FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype IN ('c', 'f', 'x')
    UNION SELECT c.relname || ': ' || pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
  ) rule ON true
  WHERE c.relkind IN ('r', 'p') AND ${isOfTables} ORDER BY rule.line COLLATE "C"`

const partsQuery = `SELECT part.line FROM (
    SELECT c.relname || ': ' || pg_get_indexdef(i.indexrelid) AS line
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT i.indisunique AND ${isOfTables}
    UNION ALL SELECT c.relname || ': WITH ' || c.reloptions::text FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND c.reloptions IS NOT NULL AND ${isOfTables}
    UNION ALL SELECT c.relname || ': PARTITION BY ' || pg_get_partkeydef(c.oid) FROM pg_class c
      WHERE c.relkind = 'p' AND ${isOfTables}
    UNION ALL SELECT s.sequencename || ': ' || s.data_type::text FROM pg_sequences s
      WHERE s.schemaname = current_schema()
    UNION ALL SELECT p.proname || ': ' || pg_get_functiondef(p.oid) FROM pg_proc p
      WHERE p.pronamespace = current_schema()::regnamespace
  ) part ORDER BY part.line COLLATE "C"`

const linesOf = (client: pg.Client, query: string) =>
  Effect.map(rowsOf(client, query), (rows) => rows.map(({ line }) => line ?? ""))

/** The schema of a database. */
export const schemaOf = Effect.fnUntraced(function*(client: pg.Client) {
  const schema: Schema = {
    columns: yield* columnsOf(client),
    rules: yield* linesOf(client, rulesQuery),
    parts: yield* linesOf(client, partsQuery)
  }
  return schema
})

export const tablesOf = (columns: ReadonlyArray<Column>): ReadonlyArray<string> => [
  ...new Set(columns.map(({ table }) => table))
]

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
