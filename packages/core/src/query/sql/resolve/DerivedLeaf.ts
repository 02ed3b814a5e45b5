import type { Column, Expr, Source } from "../Plan.ts"
import { withNullable } from "../SqlType.ts"
import { type Leaf, propertyOf } from "./Leaf.ts"
import type { Planning, ResolvedSelect } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"

/** A sub-query of the FROM clause. Of columns with the same name the first is the one to read. */
export const makeDerivedLeaf = (planning: Planning, inner: ResolvedSelect, name: string | undefined): Leaf => {
  const alias = planning.nextAlias(name ?? "subquery")
  const source: Source = { _tag: "Subquery", plan: inner.plan, alias }
  const indexes = new Map<string, number>()
  inner.columns.forEach((column, index) => {
    if (!indexes.has(column.name)) indexes.set(column.name, index)
  })
  let nullable = false
  return {
    name,
    star: [...indexes.keys()],
    has: (field) => indexes.has(field),
    makeNullable: () => {
      nullable = true
    },
    field: ([first, ...rest], span) => {
      const index = indexes.get(first)
      const item = index === undefined ? undefined : inner.plan.select[index]
      if (index === undefined || item === undefined) return refuse(`Field not found: ${first}`, span)
      const column: Column = {
        _tag: "Column",
        source: alias,
        name: item.name,
        type: withNullable(item.expr.type, item.expr.type.nullable || nullable)
      }
      const owner = planning.owners.get(item.expr)
      if (owner !== undefined) planning.owners.set(column, owner)
      if (planning.properties.has(item.expr)) {
        planning.properties.set(
          column,
          (path) =>
            selectedProperty(alias, inner, index, path, () =>
              refuse(
                `Can not access property "${path[0]}" on field "${first}" of a sub-query that groups its rows.`,
                span
              ))
        )
      }
      return propertyOf(planning, column, rest, first, span)
    },
    source: () => source
  }
}

/** A property of a column the sub-query selects: the sub-query selects it too. */
const selectedProperty = (
  alias: string,
  inner: ResolvedSelect,
  index: number,
  path: ReadonlyArray<string>,
  grouped: () => never
): Expr => {
  const selected = inner.property(index, path) ?? grouped()
  const item = inner.plan.select.find(({ expr }) => expr === selected)
  return item === undefined ? grouped() : { _tag: "Column", source: alias, name: item.name, type: selected.type }
}
