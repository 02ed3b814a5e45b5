import type { FunctionName } from "@hedgerow/core/query/sql/Functions"
import type { Expr } from "@hedgerow/core/query/sql/Plan"
import { childrenOf } from "@hedgerow/core/query/sql/PlanWalk"
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

const fails = (expr: Expr): boolean =>
  expr._tag === "DateCall"
  || (expr._tag === "Call" && failing.has(expr.fn) && (isInteger(expr.type) || expr.type.kind === "DateTime64"))

const found = new WeakMap<Expr, boolean>()

/**
 * Whether some value makes the expression end the query: integers that overflow or are divided by zero, and dates. Found
 * once for each expression, since nested calls ask it of the same ones.
 */
export const canFail = (expr: Expr): boolean => {
  const known = found.get(expr)
  if (known !== undefined) return known
  const answer = fails(expr) || childrenOf(expr).some(canFail)
  found.set(expr, answer)
  return answer
}
