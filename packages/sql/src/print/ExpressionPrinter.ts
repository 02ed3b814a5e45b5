import type { AstExpr, BinaryOperator, FrameBound, OrderTerm, Statement, WindowSpec } from "../ast/Ast.ts"
import { printFunctionName, printName, printPath, printText } from "./Names.ts"

/** Prints a statement inside parentheses: on one line, or indented under the clause it stands in. */
export type PrintQuery = (query: Statement) => string

/** The function that each operator is, and under whose name it is printed. */
export const operatorFunctions: Record<Exclude<BinaryOperator, "!~" | "=~*" | "!~*">, string> = {
  "+": "plus",
  "-": "minus",
  "*": "multiply",
  "/": "divide",
  "%": "modulo",
  "||": "concat",
  "??": "ifNull",
  "=": "equals",
  "!=": "notEquals",
  "<": "less",
  "<=": "lessOrEquals",
  ">": "greater",
  ">=": "greaterOrEquals",
  "like": "like",
  "not like": "notLike",
  "ilike": "ilike",
  "not ilike": "notILike",
  "=~": "match"
}

/** One expression in canonical form: operators as functions, as the reference names columns. */
export const printExpr = (expr: AstExpr, query: PrintQuery): string => {
  const print = (child: AstExpr) => printExpr(child, query)
  switch (expr._tag) {
    case "Number":
      return expr.text
    case "Text":
      return printText(expr.value)
    case "Boolean":
      return String(expr.value)
    case "Null":
      return "NULL"
    case "Field":
      return printPath(expr.path)
    case "Star":
      return printStar(expr)
    case "Columns":
      return `COLUMNS(${printText(expr.pattern)})`
    case "ColumnList":
      return `COLUMNS(${printArguments(expr.columns, query)})`
    case "Placeholder":
      return `{${printPath(expr.path)}}`
    case "Alias":
      return `${expr.expr._tag === "Lambda" ? `(${print(expr.expr)})` : print(expr.expr)} AS ${printName(expr.name)}`
    case "Call":
      return printCall(expr, query)
    case "Unary":
      return expr.operator === "not" ? `not(${print(expr.expr)})` : `minus(0, ${print(expr.expr)})`
    case "Binary":
      return printBinary(expr, query)
    case "Logical":
      return `${expr.operator}(${printArguments(expr.operands, query)})`
    case "IsNull":
      return `${expr.negated ? "isNotNull" : "isNull"}(${print(expr.expr)})`
    case "Between": {
      const [value, low, high] = [expr.expr, expr.low, expr.high].map((operand) => printOperand(operand, print))
      return `${value} ${expr.negated ? "NOT " : ""}BETWEEN ${low} AND ${high}`
    }
    case "In":
      return expr.cohort
        ? `${printOperand(expr.expr, print)} ${expr.negated ? "NOT " : ""}IN COHORT ${printCohort(expr.set, print)}`
        : `${expr.negated ? "notIn" : "in"}(${printArguments([expr.expr, expr.set], query)})`
    case "Ternary":
      return `if(${printArguments([expr.condition, expr.then, expr.else], query)})`
    case "Case":
      return printCase(expr, query)
    case "Cast":
      return `CAST(${isLambdaOrAlias(expr.expr) ? `(${print(expr.expr)})` : print(expr.expr)} AS ${expr.typeName})`
    case "Interval":
      return `toInterval${expr.unit.charAt(0).toUpperCase()}${expr.unit.slice(1)}(${print(expr.count)})`
    case "Index":
      return `${printBase(expr.expr, print)}${expr.nullSafe ? "?." : ""}[${print(expr.index)}]`
    case "Slice": {
      const [from, to] = [expr.from, expr.to].map((bound) => bound === undefined ? "" : print(bound))
      return `${printBase(expr.expr, print)}[${from}:${to}]`
    }
    case "Member":
      return printMember(expr, print)
    case "Array":
      return `[${expr.items.map(print).join(", ")}]`
    case "Tuple":
      return `tuple(${printArguments(expr.items, query)})`
    case "Dict":
      return `{${expr.entries.map(({ key, value }) => `${print(key)}: ${print(value)}`).join(", ")}}`
    case "Lambda":
      return expr.params.length === 1
        ? `${printPath(expr.params)} -> ${print(expr.body)}`
        : `(${expr.params.map((name) => printPath([name])).join(", ")}) -> ${print(expr.body)}`
    case "Subquery":
      return query(expr.query)
  }
}

type Print = (expr: AstExpr) => string

const isLambdaOrAlias = (expr: AstExpr): boolean => expr._tag === "Lambda" || expr._tag === "Alias"

const printOperand = (expr: AstExpr, print: Print): string =>
  isLambdaOrAlias(expr) || expr._tag === "Between" || (expr._tag === "In" && expr.cohort)
    ? `(${print(expr)})`
    : print(expr)

const printCohort = (set: AstExpr, print: Print): string =>
  set._tag === "Text" || set._tag === "Placeholder" || (set._tag === "Number" && /^[0-9]/.test(set.text))
    ? print(set)
    : `(${print(set)})`

/** The operand of `[…]` or `.name`: in parentheses where they would bind to a part of it only. */
const printBase = (base: AstExpr, print: Print): string =>
  base._tag === "Number" || (base._tag === "Case" && base.subject !== undefined) || base._tag === "Star" ||
    base._tag === "Null" || base._tag === "Boolean"
    ? `(${print(base)})`
    : printOperand(base, print)

const printMember = (expr: Extract<AstExpr, { readonly _tag: "Member" }>, print: Print): string => {
  const isPosition = /^[0-9]+$/.test(expr.name)
  const isPath = expr.expr._tag === "Field" && !isPosition && !expr.nullSafe
  const base = isPath ? `(${print(expr.expr)})` : printBase(expr.expr, print)
  return `${base}${expr.nullSafe ? "?." : "."}${isPosition ? expr.name : printName(expr.name)}`
}

/** A lambda after another argument keeps parentheses around its name, which is else read together with that argument. */
export const printArguments = (args: ReadonlyArray<AstExpr>, query: PrintQuery): string => {
  // Texts that are added share their parts, where `join` would copy those of a chain for each of its operators.
  let text = ""
  for (const [index, arg] of args.entries()) {
    const isNamed = index > 0 && arg._tag === "Lambda" && arg.params.length === 1
    const printed = isNamed
      ? `(${printPath(arg.params)}) -> ${printExpr(arg.body, query)}`
      : printExpr(arg, query)
    text += index === 0 ? printed : `, ${printed}`
  }
  return text
}

const printCall = (expr: Extract<AstExpr, { readonly _tag: "Call" }>, query: PrintQuery): string => {
  const params = expr.params === undefined ? "" : `(${printArguments(expr.params, query)})`
  const order = (expr.orderBy ?? []).map((term) => printOrderTerm(term, query)).join(", ")
  const args = `(${expr.distinct ? "DISTINCT " : ""}${printArguments(expr.args, query)}${
    order === "" ? "" : ` ORDER BY ${order}`
  })`
  const isPlain = expr.params === undefined && !expr.distinct && expr.over === undefined && order === ""
  const call = `${printFunctionName(expr.name, isPlain)}${params}${args}`
  if (expr.over === undefined) return call
  const { window } = expr.over
  return `${call} OVER ${typeof window === "string" ? printName(window) : printWindow(window, query)}`
}

const printStar = ({ path, without = [] }: Extract<AstExpr, { readonly _tag: "Star" }>): string => {
  const star = path.length === 0 ? "*" : `${printPath(path)}.*`
  return without.length === 0 ? star : `${star} EXCLUDE (${without.map(printName).join(", ")})`
}

const printBinary = (expr: Extract<AstExpr, { readonly _tag: "Binary" }>, query: PrintQuery): string => {
  const args = () => printArguments([expr.left, expr.right], query)
  const caseless = () => `${printExpr(expr.left, query)}, concat(${printArguments([caselessFlag, expr.right], query)})`
  switch (expr.operator) {
    case "!~":
      return `not(match(${args()}))`
    case "=~*":
      return `match(${caseless()})`
    case "!~*":
      return `not(match(${caseless()}))`
    case "||":
      return `concat(${printArguments(concatenated(expr), query)})`
    default:
      return `${operatorFunctions[expr.operator]}(${args()})`
  }
}

const caselessFlag: AstExpr = { _tag: "Text", value: "(?i)", start: 0, end: 0 }

const concatenated = (expr: AstExpr, into: Array<AstExpr> = []): ReadonlyArray<AstExpr> => {
  if (expr._tag === "Binary" && expr.operator === "||") {
    concatenated(expr.left, into)
    concatenated(expr.right, into)
  } else into.push(expr)
  return into
}

const printCase = (expr: Extract<AstExpr, { readonly _tag: "Case" }>, query: PrintQuery): string => {
  const print = (child: AstExpr) => printExpr(child, query)
  if (expr.subject === undefined) {
    const args = expr.branches.flatMap(({ then, when }) => [when, then])
    const otherwise = expr.else ?? { _tag: "Null", start: expr.end, end: expr.end }
    return `${expr.branches.length === 1 ? "if" : "multiIf"}(${printArguments([...args, otherwise], query)})`
  }
  const branches = expr.branches.map(({ then, when }) => ` WHEN ${print(when)} THEN ${print(then)}`).join("")
  const otherwise = expr.else === undefined ? "" : ` ELSE ${print(expr.else)}`
  return `CASE (${print(expr.subject)})${branches}${otherwise} END`
}

export const printOrderTerm = (term: OrderTerm, query: PrintQuery): string =>
  `${printExpr(term.expr, query)} ${term.descending ? "DESC" : "ASC"}${
    term.nulls === undefined ? "" : ` NULLS ${term.nulls.toUpperCase()}`
  }`

export const printWindow = (window: WindowSpec, query: PrintQuery): string => {
  const partition = window.partitionBy.map((expr) => printExpr(expr, query)).join(", ")
  const order = window.orderBy.map((term) => printOrderTerm(term, query)).join(", ")
  const parts = [
    partition === "" ? [] : [`PARTITION BY ${partition}`],
    order === "" ? [] : [`ORDER BY ${order}`],
    window.frame === undefined ? [] : [printFrame(window.frame)]
  ]
  return `(${parts.flat().join(" ")})`
}

const printFrame = ({ end, start, unit }: NonNullable<WindowSpec["frame"]>): string =>
  end === undefined
    ? `${unit.toUpperCase()} ${printBound(start)}`
    : `${unit.toUpperCase()} BETWEEN ${printBound(start)} AND ${printBound(end)}`

const printBound = (bound: FrameBound): string =>
  bound.kind === "current row"
    ? "CURRENT ROW"
    : `${bound.count === "unbounded" ? "UNBOUNDED" : bound.count} ${bound.kind.toUpperCase()}`
