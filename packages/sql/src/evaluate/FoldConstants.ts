import type { FunctionName } from "../functions/Functions.ts"
import type { Call, DateCall, Expr, Literal } from "../plan/Plan.ts"
import type { Cell } from "../types/Cell.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { compileDateCall } from "./dates/DateCalls.ts"
import type { Evaluate } from "./Evaluate.ts"
import { functionTable } from "./functions/FunctionTable.ts"
import { isArrayFunction } from "./functions/HigherOrder.ts"

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

/** Whether a condition holds for every row or for none; undefined where rows decide. */
const decided = (condition: Expr | undefined): boolean | undefined => {
  if (condition === undefined || !isLiteral(condition)) return undefined
  const { type, value } = condition
  if (value === null) return false
  return type.kind === "UInt8" || type.kind === "Bool" ? value !== 0 && value !== false : undefined
}

/** The branches of a conditional that rows can reach: without those under a condition that is never met. */
const reachable = (args: ReadonlyArray<Expr>): ReadonlyArray<Expr> => {
  const left: Array<Expr> = []
  for (let i = 0; i < args.length - 1; i += 2) {
    const [condition, value] = [args[i], args[i + 1]]
    const holds = decided(condition)
    if (condition === undefined || value === undefined || holds === false) continue
    if (holds === true) return [...left, value]
    left.push(condition, value)
  }
  return [...left, ...args.slice(-1)]
}

/** A conditional without the branches that no row reaches, of the same type. */
const chosen = (expr: Call): Expr => {
  const args = reachable(expr.args)
  const [only] = args
  if (args.length === expr.args.length || only === undefined) return expr
  if (args.length > 1) return { ...expr, fn: args.length === 3 ? "if" : "multiIf", args }
  if (isLiteral(only) || only.type.nullable === expr.type.nullable) return only
  return { _tag: "Call", fn: "cast", args: [only], type: expr.type }
}

const isConditional = (expr: Call | DateCall): expr is Call =>
  expr._tag === "Call" && (expr.fn === "if" || expr.fn === "multiIf")

const computed = (expr: Call | DateCall): Expr => {
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

/**
 * A call whose arguments are all constants as the constant that it gives; every other call as it is. The type stays,
 * but for the value of a nullable call that is not NULL: its type is not nullable.
 */
export const fold = (expr: Call | DateCall): Expr => {
  const left = isConditional(expr) ? chosen(expr) : expr
  return left === expr ? computed(expr) : left
}
