import type { Expr } from "../plan/Plan.ts"
import * as Rendering from "../render/Rendering.ts"
import type { Parameters } from "./Parameters.ts"

/**
 * Renders expressions. Equal expressions of one SELECT have equal texts; a value is of the PostgreSQL type of the
 * expression's type, a condition a boolean.
 */
export interface ExprRenderer extends Rendering.ExprRenderer {
  readonly parameters: Parameters
  /** A name that no source of the statement has. */
  readonly fresh: () => string
  /** A body that names operands more than once, with each of them written and computed once. */
  readonly shared: (operands: ReadonlyArray<string>, body: (...names: ReadonlyArray<string>) => string) => string
  /** As `value`, where an integer may come as it is stored and, if `raw`, a document as jsonb prints it. */
  readonly operand: (expr: Expr, raw: boolean) => string
  /** The document and the name, as arguments, of a property that is a member of a stored document, and no group key. */
  readonly member: (expr: Expr) => string | undefined
}

export type FunctionRendering = Rendering.FunctionRendering<ExprRenderer>
export type FunctionRenderings = Rendering.FunctionRenderings<ExprRenderer>

export const { called, connectives, predicate, test, value, valueOf } = Rendering.functionForms<ExprRenderer>()
