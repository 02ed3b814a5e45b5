import type { Span } from "../Ast.ts"
import type { Expr } from "../Plan.ts"
import { childrenOf } from "../PlanWalk.ts"
import { sameExpr } from "./PlanExpr.ts"
import type { Planning } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"

/** Refuses a column that has several values in a group: it is neither in GROUP BY nor inside an aggregate. */
export const checkGrouped = (planning: Planning, expr: Expr, keys: ReadonlyArray<Expr>, span: Span): void => {
  if (expr._tag === "Literal" || expr._tag === "Aggregate" || keys.some((key) => sameExpr(key, expr))) return
  const noted = planning.fields.get(expr)
  const inner = childrenOf(expr)
  if (expr._tag === "Column" || expr._tag === "Property" || (noted !== undefined && inner.every(isColumn))) {
    const name = noted?.name ??
      (expr._tag === "Property" ? expr.path.join(".") : expr._tag === "Column" ? expr.name : "?")
    refuse(
      `Column '${name}' is not under aggregate function and not in GROUP BY keys`,
      noted ?? span,
      "not_an_aggregate"
    )
  }
  for (const child of inner) checkGrouped(planning, child, keys, noted ?? span)
}

const isColumn = (expr: Expr): boolean => expr._tag === "Column" || expr._tag === "Property"
