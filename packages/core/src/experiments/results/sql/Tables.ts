import { bare, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"

/** A common table of a statement. */
export interface Table {
  readonly name: string
  readonly query: Sql
}

/** A query over common tables. */
export const withTables = (tables: ReadonlyArray<Table>, query: Sql): Sql =>
  sql`WITH ${joined(tables.map((table) => sql`${bare(table.name)} AS (${table.query})`))} ${query}`
