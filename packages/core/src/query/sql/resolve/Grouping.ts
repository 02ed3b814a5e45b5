import type { Span } from "../Ast.ts"
import { type ExprKeys, makeExprKeys } from "../ExprKeys.ts"
import type { Expr } from "../Plan.ts"
import { childrenOf } from "../PlanWalk.ts"
import type { Planning } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"

/** An expression with the place it was written at. */
interface Written {
  readonly expr: Expr
  readonly span: Span
}

/** Refuses a column that has several values in a group: it is neither in GROUP BY nor inside an aggregate. */
export const checkGrouped = (
  planning: Planning,
  terms: ReadonlyArray<Written>,
  groupBy: ReadonlyArray<Expr>
): void => {
  const keyOf = makeExprKeys("alike")
  const keys: ReadonlySet<ReturnType<ExprKeys>> = new Set(groupBy.map(keyOf))
  const check = ({ expr, span }: Written): void => {
    if (expr._tag === "Literal" || expr._tag === "Aggregate" || keys.has(keyOf(expr))) return
    const noted = planning.fields.get(expr)
    const inner = childrenOf(expr)
    if (isColumn(expr) || (noted !== undefined && inner.length > 0 && inner.every(isColumn))) {
      const name = noted?.name ??
        (expr._tag === "Property" ? expr.path.join(".") : expr._tag === "Column" ? expr.name : "?")
      refuse(
        `Column '${name}' is not under aggregate function and not in GROUP BY keys`,
        noted ?? span,
        {
          code: "not_an_aggregate",
          hint: `Add GROUP BY ${name}, or take one value of each group, such as any(${name}) or max(${name}).`
        }
      )
    }
    for (const child of inner) check({ expr: child, span: noted ?? span })
  }
  terms.forEach(check)
}

const isColumn = (expr: Expr): boolean =>
  expr._tag === "Column" || (expr._tag === "Property" && expr.column._tag === "Column")
