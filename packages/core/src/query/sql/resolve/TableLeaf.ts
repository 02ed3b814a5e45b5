import type { Span } from "../Ast.ts"
import type { Expr } from "../Plan.ts"
import { aliasesOf } from "../PlanWalk.ts"
import { entityField, type LazyJoins, makeLazyJoins, personId } from "./LazyJoins.ts"
import type { Leaf } from "./Leaf.ts"
import type { Planning } from "./Planning.ts"
import { propertyOf } from "./PropertyOf.ts"
import { refuse } from "./SemanticFailure.ts"
import { unknownField } from "./UnknownNames.ts"
import type { Entity, VirtualField, VirtualTable } from "./VirtualTables.ts"

/** A table of the FROM clause, whose joins grow as fields need them. */
export const makeTableLeaf = (planning: Planning, virtual: VirtualTable, name: string): Leaf => {
  const joins = makeLazyJoins(planning, virtual)
  return {
    name,
    star: virtual.star,
    has: (field) => virtual.fields.has(field),
    makeNullable: () => {
      joins.nullable = true
    },
    field: ([first, ...rest], span) => {
      const field = virtual.fields.get(first) ?? unknownField(first, [...virtual.fields.keys()], span)
      return readField(joins, field, first, rest, span)
    },
    aliases: () => aliasesOf(joins.source()),
    source: () => joins.source()
  }
}

/** A field that an entity has. */
const anyField: Readonly<Record<Entity["_tag"], string>> = {
  Person: "id",
  PersonOnEvent: "id",
  DistinctId: "person_id",
  Group: "key",
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

const readField = (
  joins: LazyJoins,
  field: VirtualField,
  name: string,
  rest: ReadonlyArray<string>,
  span: Span
): Expr => {
  switch (field._tag) {
    case "Stored": {
      const column = stored(joins, field.column, rest.length > 0) ?? refuse(`Field not found: ${name}`, span)
      return propertyOf(joins.planning, column, rest, name, span)
    }
    case "PersonId":
      return propertyOf(joins.planning, personId(joins), rest, name, span)
    case "Entity": {
      const [first, ...path] = rest
      if (first === undefined) {
        return refuse(`Can't select a table when a column is expected: ${name}`, span, {
          hint: `Name a field of it, such as ${name}.${anyField[field.entity._tag]}.`
        })
      }
      return entityField(joins, field.entity, first, path, span)
    }
  }
}
