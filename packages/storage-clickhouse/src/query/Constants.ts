import type { Expr } from "@hedgerow/core/query/sql/Plan"
import { contains } from "@hedgerow/core/query/sql/PlanWalk"

/** Whether the value is the same for every row. */
export const isConstant = (expr: Expr): boolean =>
  !contains(expr, ({ _tag }) => _tag === "Column" || _tag === "Property" || _tag === "Aggregate")
