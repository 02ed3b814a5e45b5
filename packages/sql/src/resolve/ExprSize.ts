import type { Span } from "../ast/Ast.ts"
import { depthOf, sizeOf } from "../plan/ExprMeasures.ts"
import type { Expr } from "../plan/Plan.ts"
import { refuse } from "../typing/SemanticFailure.ts"

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

/** The most columns of one SELECT: engines have limits of their own above it. */
export const maximumColumns = 1000

/** The most parts of WITH that one place of a query may see. */
export const maximumCommonTables = 500

/** The most references to tables of WITH, each counted as often as the tables around it: engines may copy them. */
export const maximumReferences = 4_000

/** The most tables and sub-queries of one FROM. */
export const maximumTables = 100

/** The expression, unless it is too large to be run. */
export const checkSize = (expr: Expr, span: Span): Expr =>
  sizeOf(expr) > maximumPlanSize || depthOf(expr) > maximumDepth.expression ? tooComplex(span) : expr

/** Stops at a query that would become too large to be run. */
export const tooComplex = (span: Span): never => refuse("The query is too complex", span, "too_big_ast")
