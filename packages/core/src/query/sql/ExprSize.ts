import type { Span } from "./Ast.ts"
import type { Expr } from "./Plan.ts"
import { children } from "./PlanExpr.ts"
import { refuse } from "./SemanticFailure.ts"

/** The most nodes that the expressions of one statement may have: names that stand for expressions multiply them. */
export const maximumPlanSize = 500_000

const sizes = new WeakMap<Expr, number>()

/** How many nodes the expression has, a node counting as often as it is used. */
export const sizeOf = (expr: Expr): number => {
  const known = sizes.get(expr)
  if (known !== undefined) return known
  const size = children(expr).reduce((sum, child) => sum + sizeOf(child), 1)
  sizes.set(expr, size)
  return size
}

/** The expression, unless it is too large to be run. */
export const checkSize = (expr: Expr, span: Span): Expr => sizeOf(expr) > maximumPlanSize ? tooComplex(span) : expr

/** Stops at a query that would become too large to be run. */
export const tooComplex = (span: Span): never => refuse("The query is too complex", span, "too_big_ast")
