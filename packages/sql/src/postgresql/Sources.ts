import { SourceNames } from "../render/SourceNames.ts"
import type { PgColumn, PgTable } from "./PgTable.ts"

/** The columns that a rendered source offers: the stored columns of a table, or the numbered columns of a subquery. */
type Origin =
  | { readonly _tag: "Table"; readonly name: string; readonly table: PgTable }
  | { readonly _tag: "Subquery"; readonly name: string; readonly places: ReadonlyMap<string, number> }

/** The sources of one statement, whose columns are `c0`, `c1`, … in subqueries. */
export class Sources extends SourceNames {
  readonly #origins = new Map<string, Origin>()

  addTable(alias: string, table: PgTable): string {
    const name = this.fresh()
    this.#origins.set(alias, { _tag: "Table", name, table })
    return name
  }

  addSubquery(alias: string, columns: ReadonlyArray<string>): string {
    const name = this.fresh()
    const places = new Map(columns.map((column, i): [string, number] => [column, i]))
    this.#origins.set(alias, { _tag: "Subquery", name, places })
    return name
  }

  /** The SQL of a source's column, and its storage. */
  column(source: string, name: string): { readonly sql: string; readonly stored: PgColumn | undefined } {
    const origin = this.#origins.get(source)
    if (origin?._tag === "Table") {
      const stored = Object.hasOwn(origin.table.columns, name) ? origin.table.columns[name] : undefined
      if (stored !== undefined) return { sql: `${origin.name}."${stored.column}"`, stored }
    }
    if (origin?._tag === "Subquery") {
      const place = origin.places.get(name)
      if (place !== undefined) return { sql: `${origin.name}.c${place}`, stored: undefined }
    }
    throw new Error("The plan names a column that its sources do not have")
  }

  /** The jsonb that properties of a column are read from: beside a stored column, or the column of a subquery itself. */
  document(source: string, name: string): string {
    const { sql, stored } = this.column(source, name)
    if (stored === undefined) return sql
    if (stored.json === undefined) throw new Error("The plan reads properties of a column that has none")
    return sql.replace(`."${stored.column}"`, `."${stored.json}"`)
  }
}
