import type { Column, Source } from "../plan/Plan.ts"
import type { Planning } from "../planning/Planning.ts"
import { type SqlType, withNullable } from "../types/SqlType.ts"
import { readFrom } from "../typing/Documents.ts"
import type { PropertyOwner } from "../typing/TypedProperty.ts"

/** A physical column that every engine has. `json` marks a String whose text is a JSON object with readable properties. */
export interface PhysicalColumn {
  readonly type: SqlType
  readonly json?: true
}

/** One scan of a stored table, bound to one tenant. */
export interface TableScan {
  readonly source: Source
  /** The stored column, or undefined when the table has none of that name. */
  readonly column: (name: string, nullable: boolean) => Column | undefined
}

/** A stored table, and the tenant whose rows of it are read. */
export interface StoredTable {
  readonly table: string
  readonly tenant: number
  readonly column: (name: string) => PhysicalColumn | undefined
  /** The owner of the properties in a JSON column. */
  readonly owner: (column: string) => PropertyOwner
}

/** A new scan of the table; stored times take the zone of the query. */
export const scanStored = (planning: Planning, { column, owner, table, tenant }: StoredTable): TableScan => {
  const alias = planning.nextAlias(table)
  return {
    source: { _tag: "Scan", table, tenant, alias },
    column: (name, nullable) => {
      const found = column(name)
      if (found === undefined) return undefined
      const type: SqlType = found.type.kind === "DateTime64"
        ? { ...found.type, timezone: planning.timezone }
        : found.type
      const read: Column = { _tag: "Column", source: alias, name, type: withNullable(type, type.nullable || nullable) }
      if (found.json !== true) return read
      const properties = document(read)
      planning.owners.set(properties, owner(name))
      return properties
    }
  }
}

/** A stored column as a document, whose text is the column as stored. */
const document = (column: Column): Column => {
  const expr: Column = { ...column, type: { kind: "JSON", nullable: column.type.nullable } }
  readFrom(expr, { property: () => undefined, text: () => column })
  return expr
}
