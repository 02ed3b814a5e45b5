import type { AstExpr } from "../ast/Ast.ts"
import { columnAt, type Expr, selectPlan } from "../plan/Plan.ts"
import type { ResolvedQuery, Scope } from "../planning/Planning.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { documentText } from "../typing/Documents.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"

/** `(SELECT …)` as a value: that of its first row, NULL without one. */
export const scalarSubquery = (scope: Scope, ast: Extract<AstExpr, { readonly _tag: "Subquery" }>): Expr => {
  const query = scope.planning.select(ast.query, scope.tables)
  const [column, ...others] = query.columns
  if (column === undefined || others.length > 0) {
    return refuse(`A sub-query as a value must have one column, found ${query.columns.length}`, ast)
  }
  if (isComposite(column.type)) return refuse("A sub-query as a value must be of a simple type", ast)
  const leaf = makeDerivedLeaf(scope.planning, { ...query, columns: [{ ...column, name: "value" }] }, undefined)
  const value = leaf.field(["value"], ast)
  const expr = value.type.kind === "JSON" ? documentText(value) : value
  const plan = isOneRow(query, expr)
    ? query.plan
    : selectPlan([{ name: "value", expr }], { from: leaf.source(), limit: 1 })
  return { _tag: "ScalarSubquery", plan, type: withNullable(expr.type, true) }
}

/** Whether the query has at most one row by itself. */
const isOneRow = ({ plan }: ResolvedQuery, expr: Expr): boolean =>
  plan._tag === "Select" && plan.limit !== undefined && plan.limit <= 1 && plan.withTies !== true
  && columnAt(plan, 0)?.type.kind === expr.type.kind && plan.select.length === 1
