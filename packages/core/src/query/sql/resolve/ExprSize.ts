import type { Span } from "../Ast.ts"
import type { Expr } from "../Plan.ts"
import { childrenOf } from "../PlanWalk.ts"
import { refuse } from "./SemanticFailure.ts"

/** The most nodes that the expressions of one statement may have: names that stand for expressions multiply them. */
export const maximumPlanSize = 500_000

/** How deep expressions, names inside the definitions of names, and queries inside queries may be. */
export const maximumDepth = { expression: 1000, names: 100, queries: 50 }

interface Measure {
  readonly size: number
  readonly depth: number
}

const measures = new WeakMap<Expr, Measure>()

const measure = (expr: Expr): Measure => {
  const known = measures.get(expr)
  if (known !== undefined) return known
  let [size, depth] = [1, 0]
  for (const child of childrenOf(expr)) {
    const inner = measure(child)
    size += inner.size
    depth = Math.max(depth, inner.depth)
  }
  const measured = { size, depth: depth + 1 }
  measures.set(expr, measured)
  return measured
}

/** How many nodes the expression has, a node counting as often as it is used. */
export const sizeOf = (expr: Expr): number => measure(expr).size

/** The most columns of one SELECT: engines have limits of their own above it. */
export const maximumColumns = 1000

/** The most parts of one WITH. */
export const maximumCommonTables = 500

/** The expression, unless it is too large to be run. */
export const checkSize = (expr: Expr, span: Span): Expr => {
  const { depth, size } = measure(expr)
  return size > maximumPlanSize || depth > maximumDepth.expression ? tooComplex(span) : expr
}

/** Stops at a query that would become too large to be run. */
export const tooComplex = (span: Span): never => refuse("The query is too complex", span, "too_big_ast")
