import type { Span } from "../Ast.ts"
import type { Aggregate, Expr } from "../Plan.ts"
import { childrenOf } from "../PlanWalk.ts"
import { refuse } from "./SemanticFailure.ts"

/**
 * The most steps that resolving one statement may take, the nodes of its expressions counted in: names that stand for
 * expressions and queries multiply them.
 */
export const maximumPlanSize = 120_000

/**
 * How deep expressions of the plan, names inside the definitions of names, and queries inside queries may be; and how
 * deep expressions may be resolved inside others, through names and queries: a stack has room for twice as many.
 */
export const maximumDepth = { expression: 1000, names: 100, queries: 50, resolving: 300 }

interface Measure {
  readonly size: number
  readonly depth: number
  /** The first aggregate in it. */
  readonly aggregate: Aggregate | undefined
}

const measures = new WeakMap<Expr, Measure>()

const measure = (expr: Expr): Measure => {
  const known = measures.get(expr)
  if (known !== undefined) return known
  let [size, depth] = [1, 0]
  let aggregate = expr._tag === "Aggregate" ? expr : undefined
  for (const child of childrenOf(expr)) {
    const inner = measure(child)
    size += inner.size
    depth = Math.max(depth, inner.depth)
    aggregate ??= inner.aggregate
  }
  const measured = { size, depth: depth + 1, aggregate }
  measures.set(expr, measured)
  return measured
}

/** How many nodes the expression has, a node counting as often as it is used. */
export const sizeOf = (expr: Expr): number => measure(expr).size

/** The first aggregate in the expression. */
export const findAggregate = (expr: Expr): Aggregate | undefined => measure(expr).aggregate

/** The most columns of one SELECT: engines have limits of their own above it. */
export const maximumColumns = 1000

/** The most parts of WITH that one place of a query may see. */
export const maximumCommonTables = 500

/** The most tables and sub-queries of one FROM. */
export const maximumTables = 100

/** The expression, unless it is too large to be run. */
export const checkSize = (expr: Expr, span: Span): Expr => {
  const { depth, size } = measure(expr)
  return size > maximumPlanSize || depth > maximumDepth.expression ? tooComplex(span) : expr
}

/** Stops at a query that would become too large to be run. */
export const tooComplex = (span: Span): never => refuse("The query is too complex", span, "too_big_ast")
