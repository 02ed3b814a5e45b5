import { scanStored, type TableScan } from "@hedgerow/sql/resolve/TableScan"
import type { PropertyOwner } from "@hedgerow/sql/typing/TypedProperty"
import type { PropertyKind } from "../../definitions/PropertyDefinition.ts"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import type { ProjectPlanning } from "./ProjectPlanning.ts"
import { columnOf, type TableName } from "./Tables.ts"

/** A new scan of the table, bound to the project of the query. */
export const scanTable = (planning: ProjectPlanning, table: TableName, group?: GroupTypeIndex): TableScan =>
  scanStored(planning, {
    table,
    tenant: planning.project.id,
    column: (name) => columnOf(table, name),
    owner: (column) => ownerOf(planning, kindOf(table, column), group)
  })

const kindOf = (table: TableName, column: string): PropertyKind => {
  if (table === "groups") return "group"
  return table === "persons" || column === "person_properties" ? "person" : "event"
}

const ownerOf = ({ types }: ProjectPlanning, kind: PropertyKind, group: GroupTypeIndex | undefined): PropertyOwner => ({
  key: `${kind} ${group ?? ""}`,
  noun: kind,
  typeOf: (name) => types.find(kind, group, name)
})
