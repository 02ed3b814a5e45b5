import type { Expr } from "@hedgerow/core/query/sql/Plan"
import { childrenOf } from "@hedgerow/core/query/sql/PlanWalk"

const computed: ReadonlySet<Expr["_tag"]> = new Set([
  "Column",
  "Property",
  "Aggregate",
  "Window",
  "Ref",
  "Lambda",
  "ScalarSubquery",
  "Exists"
])

const isBare = ({ _tag }: Expr): boolean => !computed.has(_tag)

const found = new WeakMap<Expr, boolean>()

/** Whether the value is the same for every row; found once for each expression, since each asks those inside it. */
export const isConstant = (expr: Expr): boolean => {
  const known = found.get(expr)
  if (known !== undefined) return known
  const answer = isBare(expr) && childrenOf(expr).every(isConstant)
  found.set(expr, answer)
  return answer
}
