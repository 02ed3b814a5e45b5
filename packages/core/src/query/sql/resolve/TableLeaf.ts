import type { Span } from "../Ast.ts"
import type { Expr } from "../Plan.ts"
import { aliasesOf } from "../PlanWalk.ts"
import { entityField, type LazyJoins, makeLazyJoins, personId } from "./LazyJoins.ts"
import { type Leaf, propertyOf } from "./Leaf.ts"
import type { Planning } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"
import { scanTable } from "./TableScan.ts"
import type { VirtualField, VirtualTable } from "./VirtualTables.ts"

/** A table of the FROM clause, whose joins grow as fields need them. */
export const makeTableLeaf = (planning: Planning, virtual: VirtualTable, name: string): Leaf => {
  const joins = makeLazyJoins(planning, virtual.table, scanTable(planning, virtual.table))
  return {
    name,
    star: virtual.star,
    has: (field) => virtual.fields.has(field),
    makeNullable: () => {
      joins.nullable = true
    },
    field: ([first, ...rest], span) => {
      const field = virtual.fields.get(first) ?? refuse(`Field not found: ${first}`, span)
      return readField(planning, joins, field, first, rest, span)
    },
    aliases: () => aliasesOf(joins.source()),
    source: () => joins.source()
  }
}

const readField = (
  planning: Planning,
  joins: LazyJoins,
  field: VirtualField,
  name: string,
  rest: ReadonlyArray<string>,
  span: Span
): Expr => {
  switch (field._tag) {
    case "Stored": {
      const column = joins.base.column(field.column, joins.nullable) ?? refuse(`Field not found: ${name}`, span)
      return propertyOf(planning, column, rest, name, span)
    }
    case "PersonId":
      return propertyOf(planning, personId(joins), rest, name, span)
    case "Entity": {
      const [first, ...path] = rest
      if (first === undefined) return refuse(`Can't select a table when a column is expected: ${name}`, span)
      return entityField(joins, field.entity, first, path, span)
    }
  }
}
