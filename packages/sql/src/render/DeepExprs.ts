import { depthOf } from "../plan/ExprMeasures.ts"
import type { Expr } from "../plan/Plan.ts"
import { childrenOf } from "../plan/PlanWalk.ts"

/** An expression up to this depth is written in one go. */
const stretch = 40

const nothing: ReadonlyArray<Expr> = []

/**
 * Of a deep expression, some of those inside it, the innermost first: writing them in this order never goes deeper than
 * a stretch at a time, for any length of the chain.
 */
export const deepInside = (root: Expr): ReadonlyArray<Expr> => {
  if (depthOf(root) <= stretch || depthOf(root) % stretch !== 0) return nothing
  const found: Array<Expr> = []
  const seen = new Set<Expr>()
  const open = [root]
  for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
    for (const child of childrenOf(expr)) {
      if (depthOf(child) < stretch || seen.has(child)) continue
      seen.add(child)
      if (depthOf(child) % stretch === 0) found.push(child)
      open.push(child)
    }
  }
  return found.toSorted((a, b) => depthOf(a) - depthOf(b))
}
