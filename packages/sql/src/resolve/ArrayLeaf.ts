import type { SelectStatement } from "../ast/Ast.ts"
import { findAggregate } from "../plan/ExprMeasures.ts"
import type { Expr, Source } from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import type { CommonTables, Planning } from "../planning/Planning.ts"
import { isComposite, typeName, withNullable } from "../types/SqlType.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { checkAlias } from "./Aliases.ts"
import { columnName } from "./ColumnNames.ts"
import { propertyOf } from "./PropertyOf.ts"
import { place, scopeOf } from "./Scope.ts"

/** The members of the arrays of ARRAY JOIN, by their names: they hide the arrays. */
export const makeArrayLeaf = (
  planning: Planning,
  tables: CommonTables,
  arrayJoin: NonNullable<SelectStatement["arrayJoin"]>,
  from: { readonly leaves: ReadonlyArray<Leaf>; readonly source: () => Source }
): Leaf => {
  const alias = planning.nextAlias("array")
  const scope = scopeOf(planning, tables, from.leaves)
  planning.around.push(scope.leaves.flatMap(({ name }) => name ?? []))
  const mayBeNull = arrayJoin.kind === "left" || arrayJoin.columns.length > 1
  const items = new Map<string, { readonly expr: Expr; readonly type: Expr["type"] }>()
  for (const ast of arrayJoin.columns) {
    const expr = planning.expression(scope, ast._tag === "Alias" ? ast.expr : ast, place("WHERE", false))
    const name = columnName(ast)
    if (ast._tag === "Alias") checkAlias(name, ast)
    if (expr.type.kind !== "Array") return refuse(`ARRAY JOIN requires an array, found ${typeName(expr.type)}`, ast)
    if (findAggregate(expr) !== undefined) return refuse("Aggregations are not allowed in ARRAY JOIN", ast)
    if (mayBeNull && isComposite(expr.type.element)) {
      return refuse(`ARRAY JOIN of ${typeName(expr.type)} takes one array and keeps no row without members`, ast)
    }
    items.set(name, { expr, type: withNullable(expr.type.element, expr.type.element.nullable || mayBeNull) })
  }
  planning.around.pop()
  const names = [...items.keys()]
  let nullable = false
  return {
    name: undefined,
    hides: true,
    star: names,
    has: (field) => items.has(field),
    makeNullable: () => {
      nullable = true
    },
    field: ([first, ...rest], span) => {
      const type = items.get(first)?.type ?? refuse(`Field not found: ${first}`, span)
      const name = `m${names.indexOf(first)}`
      const column: Expr = { _tag: "Column", source: alias, name, type: withNullable(type, type.nullable || nullable) }
      return propertyOf(planning, column, rest, first, span)
    },
    aliases: () => [alias],
    source: () => ({
      _tag: "ArrayJoin",
      kind: arrayJoin.kind,
      source: from.source(),
      items: [...items.values()].map(({ expr, type }, i) => ({ name: `m${i}`, expr, type })),
      alias
    })
  }
}
