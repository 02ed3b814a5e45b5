import type { Leaf } from "../planning/Leaf.ts"
import type { Planning, Schema, SchemaTable } from "../planning/Planning.ts"
import type { KnownType, PropertyOwner } from "../typing/TypedProperty.ts"
import { propertyOf } from "./PropertyOf.ts"
import { type PhysicalColumn, scanStored, type StoredTable } from "./TableScan.ts"
import { unknownField } from "./UnknownNames.ts"

/** A table as data: its columns by name, and what is known of the properties in JSON columns. */
export interface DataTable {
  readonly columns: Readonly<Record<string, PhysicalColumn>>
  /** The types of properties, by the column and the property. */
  readonly properties?: Readonly<Record<string, Readonly<Record<string, KnownType>>>>
  /** The column by which SAMPLE takes rows: a UUID that is spread evenly. */
  readonly sampledBy?: string
}

const ownerOf = (table: string, column: string, { properties }: DataTable): PropertyOwner => ({
  key: `${table}.${column}`,
  noun: column,
  typeOf: (name) => properties?.[column]?.[name]
})

const leafOf = (planning: Planning, stored: StoredTable, columns: ReadonlyArray<string>, name: string): Leaf => {
  const scan = scanStored(planning, stored)
  let nullable = false
  return {
    name,
    star: columns,
    has: (field) => columns.includes(field),
    makeNullable: () => {
      nullable = true
    },
    field: ([first, ...rest], span) => {
      const column = scan.column(first, nullable) ?? unknownField(first, columns, span)
      return propertyOf(planning, column, rest, first, span)
    },
    aliases: () => "alias" in scan.source ? [scan.source.alias] : [],
    source: () => scan.source
  }
}

/** A schema of tables that are data. Every scan reads the rows of the tenant alone. */
export const schemaOf = (tables: Readonly<Record<string, DataTable>>, tenant = 0): Schema => {
  const tableOf = (table: string, data: DataTable): SchemaTable => {
    const stored: StoredTable = {
      table,
      tenant,
      column: (name) => Object.hasOwn(data.columns, name) ? data.columns[name] : undefined,
      owner: (column) => ownerOf(table, column, data)
    }
    const columns = Object.keys(data.columns)
    return {
      leaf: (planning, name) => leafOf(planning, stored, columns, name),
      ...data.sampledBy === undefined ? {} : { sampledBy: data.sampledBy }
    }
  }
  const found = new Map(Object.entries(tables).map(([name, data]) => [name, tableOf(name, data)]))
  return { names: [...found.keys()], find: (name) => found.get(name) }
}
