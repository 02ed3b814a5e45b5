import type { Expr, SelectPlan } from "@hedgerow/core/query/sql/Plan"

const children = (expr: Expr): ReadonlyArray<Expr> => {
  switch (expr._tag) {
    case "Call":
    case "DateCall":
      return expr.args
    case "InList":
    case "InSubquery":
      return [expr.value]
    default:
      return []
  }
}

const holdsAggregate = (expr: Expr): boolean => expr._tag === "Aggregate" || children(expr).some(holdsAggregate)

/** Whether a SELECT aggregates: then, without GROUP BY, all its rows are one group. */
export const containsAggregate = (plan: SelectPlan): boolean =>
  [
    ...plan.select.map(({ expr }) => expr),
    ...(plan.having === undefined ? [] : [plan.having]),
    ...plan.orderBy.map(({ expr }) => expr)
  ].some(holdsAggregate)
