import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import { queryLogColumns, queryLogNames } from "../../log/QueryLogTable.ts"
import { entityFields } from "../../tables/LazyJoins.ts"
import { type Entity, virtualTables } from "../../tables/VirtualTables.ts"

/** The owner of properties. */
export interface Owner {
  readonly kind: "event" | "group" | "person"
  readonly group?: GroupTypeIndex
}

/** What stands behind the point after a name: fields, or properties that were learnt. */
export interface Member {
  readonly owner?: Owner
  readonly columns: ReadonlyArray<TextColumn>
}

/** A column that a text may name; `of` says where it comes from. */
export interface TextColumn {
  readonly name: string
  readonly of: string
  readonly member: Member
}

/** Nothing is known behind the point. */
export const noMember: Member = { columns: [] }

const owners: Readonly<Record<string, Owner>> = {
  events: { kind: "event" },
  persons: { kind: "person" },
  groups: { kind: "group" }
}

const propertiesOf = (entity: Entity): Owner =>
  entity._tag === "Group" ? { kind: "group", group: entity.index } : { kind: "person" }

const entityMember = (entity: Entity): Member => ({
  columns: entityFields(entity).map((name) => ({
    name,
    of: `of ${entity._tag}`,
    member: name === "properties"
      ? { owner: propertiesOf(entity), columns: [] }
      : name === "person" && entity._tag === "DistinctId"
      ? entityMember({ _tag: "Person" })
      : noMember
  }))
})

const isOfTable = (name: string, of: string): TextColumn => ({ name, of, member: noMember })

const made = new Map<string, ReadonlyArray<TextColumn>>()

const make = (table: string): ReadonlyArray<TextColumn> => {
  if (queryLogNames.includes(table)) return queryLogColumns.map(({ name }) => isOfTable(name, `of ${table}`))
  const owner = owners[table]
  return Array.from(virtualTables.get(table)?.fields ?? [], ([name, field]): TextColumn => {
    if (field._tag === "Entity") {
      return { name, of: `fields of ${field.entity._tag}`, member: entityMember(field.entity) }
    }
    const column = isOfTable(name, `of ${table}`)
    return name === "properties" && owner !== undefined ? { ...column, member: { owner, columns: [] } } : column
  })
}

/** The columns of a table by its name; none of one that is not known. */
export const tableColumns = (table: string): ReadonlyArray<TextColumn> => {
  const known = made.get(table)
  if (known !== undefined) return known
  const columns = make(table)
  if (columns.length > 0) made.set(table, columns)
  return columns
}

/** The columns that `*` stands for. */
export const starColumns = (table: string): ReadonlyArray<TextColumn> => {
  const star = virtualTables.get(table)?.star
  const columns = tableColumns(table)
  return star === undefined ? columns : columns.filter(({ name }) => star.includes(name))
}
