import type { AstExpr } from "../ast/Ast.ts"
import { columnAt, type Expr, selectPlan, type Source } from "../plan/Plan.ts"
import type { ResolvedQuery, Scope } from "../planning/Planning.ts"
import { arrayOf, isComposite, withNullable } from "../types/SqlType.ts"
import { documentText } from "../typing/Documents.ts"
import { call, int64Literal } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"

/** `(SELECT …)` as a value: that of its first row, NULL without one. */
export const scalarSubquery = (scope: Scope, ast: Extract<AstExpr, { readonly _tag: "Subquery" }>): Expr => {
  const query = scope.planning.select(ast.query, scope.tables)
  const [column, ...others] = query.columns
  if (column === undefined || others.length > 0) {
    return refuse(`A sub-query as a value must have one column, found ${query.columns.length}`, ast)
  }
  const leaf = makeDerivedLeaf(scope.planning, { ...query, columns: [{ ...column, name: "value" }] }, undefined)
  const value = leaf.field(["value"], ast)
  if (isComposite(value.type)) return firstOfList(value, leaf.source())
  const expr = value.type.kind === "JSON" ? documentText(value) : value
  const plan = isOneRow(query, expr)
    ? query.plan
    : selectPlan([{ name: "value", expr }], { from: leaf.source(), limit: 1 })
  return { _tag: "ScalarSubquery", plan, type: withNullable(expr.type, true) }
}

/** Lists and tuples are never NULL: the first of the list of at most one, or the default where there is none. */
const firstOfList = (value: Expr, from: Source): Expr => {
  const one = selectPlan([{ name: "value", expr: value }], { from, limit: 1 })
  const alias = from._tag === "Subquery" ? from.alias : "value"
  const row: Source = { _tag: "Subquery", plan: one, alias: `${alias}_first` }
  const column: Expr = { _tag: "Column", source: row.alias, name: "value", type: value.type }
  const type = arrayOf(value.type)
  const list: Expr = { _tag: "Aggregate", fn: "groupArray", args: [column], filter: undefined, type }
  const plan = selectPlan([{ name: "value", expr: list }], { from: row })
  return call("arrayElement", [{ _tag: "ScalarSubquery", plan, type }, int64Literal(1)], value.type)
}

/** Whether the query has at most one row by itself. */
const isOneRow = ({ plan }: ResolvedQuery, expr: Expr): boolean =>
  plan._tag === "Select" && plan.limit !== undefined && plan.limit <= 1 && plan.withTies !== true
  && columnAt(plan, 0)?.type.kind === expr.type.kind && plan.select.length === 1
