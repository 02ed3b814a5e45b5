import type { Cell } from "./Cell.ts"
import { compileDateCall } from "./evaluate/dates/DateCalls.ts"
import type { Evaluate } from "./evaluate/Evaluate.ts"
import { functionTable } from "./evaluate/functions/FunctionTable.ts"
import type { FunctionName } from "./Functions.ts"
import type { Call, DateCall, Expr, Literal } from "./Plan.ts"
import { withNullable } from "./SqlType.ts"

/** What folding may read and make, in characters: nested calls cannot make a text that is long. */
const maximumLength = 1_000

/** To match patterns takes longer than the pattern is. */
const unfolded: ReadonlySet<FunctionName> = new Set<FunctionName>(["like", "ilike"])

const isLiteral = (expr: Expr): expr is Literal => expr._tag === "Literal"

const lengthOf = (cell: Cell): number => typeof cell === "string" ? cell.length : 0

const constant = (expr: Expr): Evaluate => {
  const cell = isLiteral(expr) ? expr.value : null
  return () => cell
}

const evaluateOf = (expr: Call | DateCall): Evaluate =>
  expr._tag === "Call" ? functionTable[expr.fn](expr, expr.args.map(constant)) : compileDateCall(expr, constant)

/**
 * A call whose arguments are all constants as the constant that it gives; every other call as it is. The type stays, but
 * for a value that turns out to be there: it is never NULL.
 */
export const fold = (expr: Call | DateCall): Expr => {
  if (!expr.args.every(isLiteral) || (expr._tag === "Call" && unfolded.has(expr.fn))) return expr
  const length = expr.args.reduce((sum, arg) => sum + (isLiteral(arg) ? lengthOf(arg.value) : 0), 0)
  if (length > maximumLength) return expr
  const value = evaluateOf(expr)([])
  return lengthOf(value) > maximumLength
    ? expr
    : { _tag: "Literal", value, type: withNullable(expr.type, value === null) }
}
