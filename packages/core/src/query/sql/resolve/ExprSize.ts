import type { Span } from "../Ast.ts"
import type { Aggregate, Expr, Window } from "../Plan.ts"
import { visitInnerFirst } from "../PlanWalk.ts"
import { refuse } from "./SemanticFailure.ts"

/**
 * The most steps that resolving one statement may take, the nodes of its expressions counted in: names that stand for
 * expressions and queries multiply them.
 */
export const maximumPlanSize = 120_000

/**
 * The greatest depths of expressions of the plan, of names inside definitions of names, of queries inside queries, and
 * of expressions that are resolved inside others through names and queries: the stack has room for twice as many.
 */
export const maximumDepth = { expression: 400, names: 100, queries: 50, resolving: 300 }

/** The steps of a column that nobody wrote, as `*` has them: engines get a name for each that the text does not have. */
export const passedColumn = 5

interface Measure {
  readonly size: number
  readonly depth: number
  /** The first aggregate and the first window in it. */
  readonly aggregate: Aggregate | undefined
  readonly window: Window | undefined
}

const measures = new WeakMap<Expr, Measure>()

/** So many characters of a text count as one node more: engines write it out as often as it is used. */
const nodeText = 100

/** The number of nodes that a text counts for. */
export const textNodes = (text: string): number => 1 + Math.floor(text.length / nodeText)

const ownSize = (expr: Expr): number =>
  expr._tag === "Literal" && typeof expr.value === "string" ? textNodes(expr.value) : 1

const measureOne = (expr: Expr, inner: ReadonlyArray<Expr>): void => {
  let [size, depth] = [ownSize(expr), 0]
  let aggregate = expr._tag === "Aggregate" ? expr : undefined
  let window = expr._tag === "Window" ? expr : undefined
  for (const child of inner) {
    const known = measures.get(child)
    size += known?.size ?? 0
    depth = Math.max(depth, known?.depth ?? 0)
    aggregate ??= known?.aggregate
    window ??= known?.window
  }
  measures.set(expr, { size, depth: depth + 1, aggregate, window })
}

const measure = (expr: Expr): Measure => {
  if (!measures.has(expr)) visitInnerFirst(expr, (one) => measures.has(one), measureOne)
  return measures.get(expr) ?? { size: 1, depth: 1, aggregate: undefined, window: undefined }
}

/** The greatest nesting of an expression. */
export const depthOf = (expr: Expr): number => measure(expr).depth

/** The number of nodes of an expression, a node counting as often as it is used, and a long text as several. */
export const sizeOf = (expr: Expr): number => measure(expr).size

/** The first aggregate in the expression. */
export const findAggregate = (expr: Expr): Aggregate | undefined => measure(expr).aggregate

/** The first window in the expression. */
export const findWindow = (expr: Expr): Window | undefined => measure(expr).window

/** The most columns of one SELECT: engines have limits of their own above it. */
export const maximumColumns = 1000

/** The most parts of WITH that one place of a query may see. */
export const maximumCommonTables = 500

/** The most references to tables of WITH, each counted as often as the tables around it: engines may copy them. */
export const maximumReferences = 4_000

/** The most tables and sub-queries of one FROM. */
export const maximumTables = 100

/** The expression, unless it is too large to be run. */
export const checkSize = (expr: Expr, span: Span): Expr => {
  const { depth, size } = measure(expr)
  return size > maximumPlanSize || depth > maximumDepth.expression ? tooComplex(span) : expr
}

/** Stops at a query that would become too large to be run. */
export const tooComplex = (span: Span): never => refuse("The query is too complex", span, "too_big_ast")
