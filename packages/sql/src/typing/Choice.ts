import type { Span } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import { withNullable } from "../types/SqlType.ts"
import { unify } from "./Coerce.ts"
import { call, isNullLiteral, nullLiteral } from "./PlanExpr.ts"

/** The value of the first condition that holds, else the last value; all in the one type they share. */
export const choice = (conditions: ReadonlyArray<Expr>, values: ReadonlyArray<Expr>, span: Span): Expr => {
  const [first = nullLiteral] = values
  if (values.every(isNullLiteral)) return first
  const unified = unify(values, span)
  const args = unified.flatMap((value, index) => {
    const condition = conditions[index]
    return condition === undefined ? [value] : [condition, value]
  })
  const [type = nullLiteral.type] = unified.map(({ type }) => type)
  const nullable = unified.some(({ type }) => type.nullable)
  return call(conditions.length === 1 ? "if" : "multiIf", args, withNullable(type, nullable))
}
