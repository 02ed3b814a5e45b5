import type { Expr } from "../plan/Plan.ts"
import * as Rendering from "../render/Rendering.ts"
import type { Parameters } from "./Parameters.ts"
import type { QuantileLevels } from "./QuantileLevels.ts"
import type { JoinedColumn } from "./Sources.ts"

/**
 * Renders expressions. A value is of the ClickHouse type of the expression's type, predicates may be UInt8; a condition
 * is UInt8 or Bool.
 */
export interface ExprRenderer extends Rendering.ExprRenderer {
  readonly parameters: Parameters
  /** The column that the expression is, where a condition shows whether its row is there. */
  readonly joined: (expr: Expr) => JoinedColumn | undefined
  /** A name that no source of the statement has. */
  readonly fresh: () => string
  /** Whether aggregates are over the rows of a group, of which there is one at least. */
  readonly isGrouped: boolean
  readonly levels: QuantileLevels
}

export type FunctionRendering = Rendering.FunctionRendering<ExprRenderer>
export type FunctionRenderings = Rendering.FunctionRenderings<ExprRenderer>

export const { called, connectives, predicate, test, value, valueOf } = Rendering.functionForms<ExprRenderer>()

/** Texts up to this length may be written twice: ClickHouse computes equal expressions once. */
export const shortText = 160

/**
 * An expression that names its operands more than once. Long operands become parameters of a lambda, so that nesting
 * does not double the statement with every level. A body that names operands of a lambda around it needs another
 * letter.
 */
export const bind = (
  operands: ReadonlyArray<string>,
  body: (...names: ReadonlyArray<string>) => string,
  letter = "v"
): string => {
  if (operands.every((operand) => operand.length <= shortText)) return body(...operands)
  const names = operands.map((_, i) => `${letter}${i}`)
  return `(arrayMap((${names.join(", ")}) -> ${body(...names)}, ${operands.map((text) => `[${text}]`).join(", ")})[1])`
}
