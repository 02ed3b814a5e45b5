import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import type { Column, Source } from "../Plan.ts"
import { type SqlType, withNullable } from "../SqlType.ts"
import { columnOf, type TableName } from "../Tables.ts"
import { readFrom } from "./Documents.ts"
import type { Planning } from "./Planning.ts"
import type { PropertyOwner } from "./TypedProperty.ts"

/** One scan of a stored table, bound to the project of the query. */
export interface TableScan {
  readonly source: Source
  /** The stored column, or undefined when the table has none of that name. */
  readonly column: (name: string, nullable: boolean) => Column | undefined
}

/** A new scan of the table; stored times take the zone of the query. */
export const scanTable = (planning: Planning, table: TableName, group?: GroupTypeIndex): TableScan => {
  const alias = planning.nextAlias(table)
  return {
    source: { _tag: "Scan", table, project: planning.project.id, alias },
    column: (name, nullable) => {
      const found = columnOf(table, name)
      if (found === undefined) return undefined
      const type: SqlType = found.type.kind === "DateTime64"
        ? { ...found.type, timezone: planning.timezone }
        : found.type
      const column: Column = {
        _tag: "Column",
        source: alias,
        name,
        type: withNullable(type, type.nullable || nullable)
      }
      if (found.json !== true) return column
      const read = document(column)
      planning.owners.set(read, ownerOf(table, name, group))
      return read
    }
  }
}

const ownerOf = (table: TableName, column: string, group: GroupTypeIndex | undefined): PropertyOwner => {
  if (table === "groups") return group === undefined ? { kind: "group" } : { kind: "group", group }
  return { kind: table === "persons" || column === "person_properties" ? "person" : "event" }
}

/** A stored column as a document, whose text is the column as stored. */
const document = (column: Column): Column => {
  const expr: Column = { ...column, type: { kind: "JSON", nullable: column.type.nullable } }
  readFrom(expr, { property: () => undefined, text: () => column })
  return expr
}
