import type { Span } from "@hedgerow/sql/ast/Ast"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { aliasesOf } from "@hedgerow/sql/plan/PlanWalk"
import type { Leaf } from "@hedgerow/sql/planning/Leaf"
import { computedField } from "@hedgerow/sql/resolve/ComputedField"
import { propertyOf } from "@hedgerow/sql/resolve/PropertyOf"
import { unknownField } from "@hedgerow/sql/resolve/UnknownNames"
import { refuse } from "@hedgerow/sql/typing/SemanticFailure"
import { computedPersonFields, computedSessionFields } from "../../sessions/ComputedFields.ts"
import { entityField, type LazyJoins, makeLazyJoins, personId } from "./LazyJoins.ts"
import type { ProjectPlanning } from "./ProjectPlanning.ts"
import type { Entity, VirtualField, VirtualTable } from "./VirtualTables.ts"

/** A table of the FROM clause, whose joins grow as fields need them. */
export const makeTableLeaf = (planning: ProjectPlanning, virtual: VirtualTable, name: string): Leaf => {
  const joins = makeLazyJoins(planning, virtual)
  const leaf: Leaf = {
    name,
    star: virtual.star,
    has: (field) => virtual.fields.has(field) || groupField(planning, virtual, field) !== undefined,
    makeNullable: () => {
      joins.nullable = true
    },
    field: ([first, ...rest], span) => {
      const field = virtual.fields.get(first) ?? groupField(planning, virtual, first) ??
        unknownField(first, [...virtual.fields.keys()], span)
      return readField(joins, leaf, field, [first, ...rest], span)
    },
    aliases: () => aliasesOf(joins.source()),
    source: () => joins.source()
  }
  return leaf
}

/** The groups of a type, by its name, on the events; a column of that name is the column. */
const groupField = (
  { groupTypes }: ProjectPlanning,
  { table }: VirtualTable,
  name: string
): VirtualField | undefined => {
  const index = table === "events" ? groupTypes.get(name) : undefined
  return index === undefined ? undefined : { _tag: "Entity", entity: { _tag: "Group", index } }
}

/** A field that an entity has. */
const anyField: Readonly<Record<Entity["_tag"], string>> = {
  Person: "id",
  PersonOnEvent: "id",
  DistinctId: "person_id",
  Group: "key",
  Override: "person_id",
  Session: "id"
}

/** A stored column; one of which properties are read is the same for all of them. */
const stored = (joins: LazyJoins, name: string, isInside: boolean): Expr | undefined => {
  if (!isInside) return joins.base.column(name, joins.nullable)
  const key = `${name} ${joins.nullable}`
  const known = joins.documents.get(key) ?? joins.base.column(name, joins.nullable)
  if (known !== undefined) joins.documents.set(key, known)
  return known
}

/** The SQL of a computed field of persons or sessions, where the path is one. */
const computedOf = (entity: Entity, path: ReadonlyArray<string>): string | undefined => {
  const name = path.at(-1) ?? ""
  if (entity._tag === "Session" && path.length === 2) return computedSessionFields.get(name)?.(path[0] ?? "")
  const isPerson = (entity._tag === "Person" && path.length === 2)
    || (entity._tag === "DistinctId" && path.length === 3 && path[1] === "person")
  return isPerson ? computedPersonFields.get(name)?.([...path.slice(0, -1), "properties"].join(".")) : undefined
}

const readField = (
  joins: LazyJoins,
  leaf: Leaf,
  field: VirtualField,
  path: readonly [string, ...ReadonlyArray<string>],
  span: Span
): Expr => {
  const [name, ...rest] = path
  switch (field._tag) {
    case "Stored": {
      const column = stored(joins, field.column, rest.length > 0) ?? refuse(`Field not found: ${name}`, span)
      return propertyOf(joins.planning, column, rest, name, span)
    }
    case "PersonId":
      return propertyOf(joins.planning, personId(joins), rest, name, span)
    case "Computed":
      return propertyOf(joins.planning, computedField(joins.planning, leaf, field.sql, span), rest, name, span)
    case "Entity": {
      const [first, ...inner] = rest
      if (first === undefined) {
        return refuse(`Can't select a table when a column is expected: ${name}`, span, {
          hint: `Name a field of it, such as ${name}.${anyField[field.entity._tag]}.`
        })
      }
      const computed = computedOf(field.entity, path)
      return computed === undefined
        ? entityField(joins, field.entity, first, inner, span)
        : computedField(joins.planning, leaf, computed, span)
    }
  }
}
