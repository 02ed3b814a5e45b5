import type { FunctionName } from "@hedgerow/core/query/sql/Functions"
import type { Expr } from "@hedgerow/core/query/sql/Plan"
import { contains } from "@hedgerow/core/query/sql/PlanWalk"
import { isInteger } from "@hedgerow/core/query/sql/SqlType"

const failing: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "plus",
  "minus",
  "multiply",
  "intDiv",
  "modulo",
  "negate",
  "abs",
  "cast"
])

/** Whether some value makes the expression end the query: integers that overflow or are divided by zero, and dates. */
export const canFail = (expr: Expr): boolean =>
  contains(expr, (one) =>
    one._tag === "DateCall"
    || (one._tag === "Call" && failing.has(one.fn) && (isInteger(one.type) || one.type.kind === "DateTime64")))
