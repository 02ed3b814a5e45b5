import type { AstExpr } from "../ast/Ast.ts"
import { findAggregate, findWindow } from "../plan/ExprMeasures.ts"
import type { Expr, Ref } from "../plan/Plan.ts"
import { contains, visitExprs } from "../plan/PlanWalk.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import type { Planning } from "./Planning.ts"

const hint = "Functions of arrays, such as arraySum, arrayFilter and flatten, work on the members of an array."

const isOf = (expr: Expr, names: ReadonlySet<string>): boolean =>
  contains(expr, (one) => one._tag === "Ref" && names.has(one.name))

/** The members that a lambda's parameters stand for are no rows: no aggregate and no window is of them. */
export const refuseAggregatesOf = (
  params: ReadonlyArray<Ref>,
  body: Expr,
  ast: AstExpr,
  { aggregates }: Pick<Planning, "aggregates">
): void => {
  if (findAggregate(body) === undefined && findWindow(body) === undefined) return
  const names = new Set(params.map(({ name }) => name))
  visitExprs(body, (expr) => {
    if (expr._tag === "Let") {
      for (const { name, value } of expr.bindings) if (isOf(value, names)) names.add(name)
    }
    if ((expr._tag !== "Aggregate" && expr._tag !== "Window") || !isOf(expr, names)) return
    const shown = expr._tag === "Aggregate" ? `Aggregation '${aggregates.get(expr) ?? expr.fn}'` : "A window function"
    refuse(`${shown} cannot be of the members of an array`, ast, { code: "illegal_aggregation", hint })
  })
}

/** Rows are not made out of the members that a lambda's parameters stand for. */
export const refuseRowsOf = (params: ReadonlyMap<string, Expr>, array: Expr, ast: AstExpr): void => {
  const names = Array.from(params.values(), (param) => param._tag === "Ref" ? [param.name] : []).flat()
  if (names.length === 0 || !isOf(array, new Set(names))) return
  refuse("arrayJoin cannot be of the members of an array", ast, { hint })
}
