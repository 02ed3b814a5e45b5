import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { isInteger, type SqlType } from "@hedgerow/sql/types/SqlType"
import { Result } from "effect"
import { queryLogName } from "../../log/QueryLogTable.ts"
import { entityFields } from "../../tables/LazyJoins.ts"
import { type ResolveContext, resolveStatement } from "../../tables/Resolver.ts"
import { columnOf } from "../../tables/Tables.ts"
import {
  type Entity,
  listedTables,
  type VirtualField,
  type VirtualTable,
  virtualTables
} from "../../tables/VirtualTables.ts"

/** A field of a table, as editors of the reference read it. */
export type FieldSchema = {
  readonly name: string
  /** The field as SQL. */
  readonly hogql_value: string
  readonly type: string
  readonly schema_valid: true
  /** The table that an entity's fields come from, and their names. */
  readonly table?: string
  readonly fields?: ReadonlyArray<string>
}

/** A table that SQL may name. */
export type TableSchema = {
  readonly id: string
  readonly name: string
  readonly type: "posthog"
  readonly fields: Readonly<Record<string, FieldSchema>>
}

const typeWord = (type: SqlType): string => {
  if (isInteger(type)) return "integer"
  switch (type.kind) {
    case "Float64":
      return "float"
    case "Bool":
      return "boolean"
    case "Date":
      return "date"
    case "DateTime64":
      return "datetime"
    case "Array":
      return "array"
    default:
      return "string"
  }
}

/** Names that are no plain words stand in back quotes. */
const written = (name: string): string => /^[A-Za-z_$][\w$]*$/.test(name) ? name : `\`${name.replaceAll("`", "``")}\``

const plainField = (name: string, type: string): FieldSchema => ({
  name,
  hogql_value: written(name),
  type,
  schema_valid: true
})

const entityTables: Readonly<Record<Entity["_tag"], string>> = {
  Person: "persons",
  PersonOnEvent: "events",
  DistinctId: "person_distinct_ids",
  Group: "groups",
  Override: "person_distinct_id_overrides",
  Session: "sessions"
}

const entityField = (name: string, entity: Entity): FieldSchema => ({
  ...plainField(name, entity._tag === "PersonOnEvent" ? "virtual_table" : "lazy_table"),
  table: entityTables[entity._tag],
  fields: entityFields(entity)
})

/** The types of the columns of `*`, from a query of them. */
const starTypes = (table: string, context: ResolveContext): ReadonlyMap<string, string> => {
  const statement = Result.getOrThrow(parseStatement(`select * from ${table}`))
  const { columns } = Result.getOrThrow(resolveStatement(statement, context))
  return new Map(columns.map(({ name, type }) => [name, typeWord(type)]))
}

/** Columns of which properties are read; a query shows their text. */
const isDocument = ({ table }: VirtualTable, column: string): boolean =>
  table !== "sessions" && columnOf(table, column)?.json === true

const tableOf = (name: string, context: ResolveContext): TableSchema => {
  const types = starTypes(name, context)
  const virtual = virtualTables.get(name)
  const fieldOf = (column: string, table: VirtualTable, field: VirtualField): FieldSchema => {
    if (field._tag === "Entity") return entityField(column, field.entity)
    const isJson = field._tag === "Stored" && isDocument(table, field.column)
    return plainField(column, isJson ? "json" : types.get(column) ?? "string")
  }
  const fields = virtual === undefined
    ? Array.from(types, ([column, type]) => [column, plainField(column, type)] as const)
    : Array.from(virtual.fields, ([column, field]) => [column, fieldOf(column, virtual, field)] as const)
  return { id: name, name, type: "posthog", fields: Object.fromEntries(fields) }
}

/** Every table that SQL may name, with the fields that may be written of it. */
export const schemaOf = (context: ResolveContext): Readonly<Record<string, TableSchema>> =>
  Object.fromEntries([...listedTables, queryLogName].map((name) => [name, tableOf(name, context)]))
