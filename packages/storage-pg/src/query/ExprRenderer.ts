import type { Expr } from "@hedgerow/core/query/sql/Plan"
import * as Rendering from "@hedgerow/core/query/sql/render/Rendering"
import type { Parameters } from "./Parameters.ts"

/**
 * Renders expressions. Equal expressions of one SELECT have equal texts; a value is of the PostgreSQL type of the
 * expression's type, a condition a boolean.
 */
export interface ExprRenderer extends Rendering.ExprRenderer {
  readonly parameters: Parameters
  /** As `value`, where an integer may come as it is stored and, if `raw`, a document as jsonb prints it. */
  readonly operand: (expr: Expr, raw: boolean) => string
}

export type FunctionRendering = Rendering.FunctionRendering<ExprRenderer>
export type FunctionRenderings = Rendering.FunctionRenderings<ExprRenderer>

export const { called, connectives, predicate, test, value, valueOf } = Rendering.functionForms<ExprRenderer>()
