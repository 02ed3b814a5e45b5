import type { Cell } from "./Cell.ts"
import { compileDateCall } from "./evaluate/dates/DateCalls.ts"
import type { Evaluate } from "./evaluate/Evaluate.ts"
import { functionTable } from "./evaluate/functions/FunctionTable.ts"
import { isArrayFunction } from "./evaluate/functions/HigherOrder.ts"
import type { FunctionName } from "./Functions.ts"
import type { Call, DateCall, Expr, Literal } from "./Plan.ts"
import { isComposite, withNullable } from "./SqlType.ts"

/** The most characters that folding reads and makes: nested calls cannot make a long text. */
const maximumLength = 1_000

/** To match patterns takes longer than the pattern is. */
const unfolded: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "like",
  "ilike",
  "native",
  "matches",
  "regexpPart",
  "regexpAll",
  "regexpGroups",
  "regexpSplit",
  "regexpReplaceOne",
  "regexpReplaceAll"
])

const isLiteral = (expr: Expr): expr is Literal => expr._tag === "Literal"

const lengthOf = (cell: Cell): number => typeof cell === "string" ? cell.length : 0

const constant = (expr: Expr): Evaluate => {
  const cell = isLiteral(expr) ? expr.value : null
  return () => cell
}

const evaluateOf = (expr: Call | DateCall): Evaluate | undefined => {
  if (expr._tag === "DateCall") return compileDateCall(expr, constant)
  const { fn } = expr
  return isArrayFunction(fn) ? undefined : functionTable[fn](expr, expr.args.map(constant))
}

/**
 * A call whose arguments are all constants as the constant that it gives; every other call as it is. The type stays,
 * but for the value of a nullable call that is not NULL: its type is not nullable.
 */
export const fold = (expr: Call | DateCall): Expr => {
  if (!expr.args.every(isLiteral) || isComposite(expr.type) || expr.args.some((arg) => isComposite(arg.type))) {
    return expr
  }
  if (expr._tag === "Call" && unfolded.has(expr.fn)) return expr
  const length = expr.args.reduce((sum, arg) => sum + (isLiteral(arg) ? lengthOf(arg.value) : 0), 0)
  if (length > maximumLength) return expr
  const value = evaluateOf(expr)?.([])
  return value === undefined || lengthOf(value) > maximumLength
    ? expr
    : { _tag: "Literal", value, type: withNullable(expr.type, value === null) }
}
