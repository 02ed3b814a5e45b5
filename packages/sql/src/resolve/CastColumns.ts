import type { Span } from "../ast/Ast.ts"
import { columnsOf, type QueryPlan, selectPlan, type SourceColumn } from "../plan/Plan.ts"
import type { Planning, ResolvedQuery } from "../planning/Planning.ts"
import { isSameType } from "../types/SqlType.ts"
import { convert } from "../typing/Coerce.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"
import { passedColumn } from "./ExprSize.ts"

/** The same rows in other types, in a query around the one that makes them where that is needed. */
export const castColumns = (
  planning: Planning,
  query: ResolvedQuery,
  columns: ReadonlyArray<SourceColumn>,
  span: Span
): QueryPlan => {
  const own = columnsOf(query.plan)
  const isSame = columns.every(({ type }, i) => isSameType(own[i]?.type ?? type, type))
  if (isSame && own.length === columns.length) return query.plan
  planning.spend(passedColumn * columns.length, span)
  const leaf = makeDerivedLeaf(planning, {
    ...query,
    columns: query.columns.map((column, i) => ({ ...column, name: `${i}` }))
  }, undefined)
  const select = columns.map(({ name, type }, i) => ({ name, expr: convert(leaf.field([`${i}`], span), type) }))
  return selectPlan(select, { from: leaf.source() })
}
