import type { AstExpr } from "../Ast.ts"
import type { CallSite } from "../catalogue/CallSite.ts"
import { columnAt, type Expr, type QueryPlan, selectPlan } from "../Plan.ts"
import { isComposite, withNullable } from "../SqlType.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"
import { documentText } from "./Documents.ts"
import { uint8 } from "./PlanExpr.ts"
import type { ResolvedQuery, Scope } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"

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

/** `EXISTS (SELECT …)`. */
export const existsIn = (site: CallSite): Expr => {
  const ast = site.ast(0)
  if (ast._tag !== "Subquery") return refuse("EXISTS needs a sub-query", ast)
  const { plan } = site.planning.select(ast.query, site.scope.tables)
  return { _tag: "Exists", plan: firstRow(plan), type: uint8 }
}

const firstRow = (plan: QueryPlan): QueryPlan =>
  plan._tag === "Select" && plan.limit === undefined && plan.orderBy.length === 0 ? { ...plan, limit: 1 } : plan
