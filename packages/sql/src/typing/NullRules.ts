import type { Span } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Cell } from "../types/Cell.ts"
import { typeName } from "../types/SqlType.ts"
import { comparable } from "./Coerce.ts"
import { documentText } from "./Documents.ts"
import { isNullLiteral, literal, logical, orElse, predicate, string, truth, uint8 } from "./PlanExpr.ts"
import { refuse } from "./SemanticFailure.ts"
import type { Share } from "./Share.ts"
import { asWritten } from "./TypedProperty.ts"

export type Comparison = "equals" | "notEquals" | "less" | "lessOrEquals" | "greater" | "greaterOrEquals"
export type Matching = "like" | "notLike" | "ilike" | "notILike"

/** `join` keeps the engine's rule that NULL is equal to nothing, as between the keys of a join. */
export type NullRule = "wrapped" | "join"

const isEquality = (op: Comparison): op is "equals" | "notEquals" => op === "equals" || op === "notEquals"

/** A NULL without a type is one in every row. */
const isAlwaysNull = (expr: Expr): boolean => isNullLiteral(expr) || expr.type.kind === "Nothing"

const withNull = (op: Comparison, left: Expr, right: Expr): Expr => {
  if (!isEquality(op)) return truth(false)
  const value = isAlwaysNull(left) ? right : left
  if (isAlwaysNull(value)) return truth(op === "equals")
  return predicate(op === "equals" ? "isNull" : "isNotNull", value)
}

/** The answer for two constants; undefined where the engines' order of texts decides. */
const fold = (op: Comparison, left: Cell, right: Cell): boolean | undefined => {
  if (typeof left === "object" || typeof right === "object") return undefined
  if (op === "equals") return left === right
  if (op === "notEquals") return left !== right
  const isNumber = (cell: Cell): cell is number | bigint => typeof cell === "number" || typeof cell === "bigint"
  if (!isNumber(left) || !isNumber(right)) return undefined
  if (op === "less") return left < right
  if (op === "lessOrEquals") return left <= right
  return op === "greater" ? left > right : left >= right
}

/** `left op right` with the dialect's null rule: never NULL, unless in a join. */
export const compare = (op: Comparison, left: Expr, right: Expr, rule: NullRule, span: Span): Expr => {
  if (rule === "wrapped" && (isAlwaysNull(left) || isAlwaysNull(right))) return withNull(op, left, right)
  const [a, b] = comparable(left, right, span)
  if (a._tag === "Literal" && b._tag === "Literal" && a.value !== null && b.value !== null) {
    const known = fold(op, a.value, b.value)
    if (known !== undefined) return truth(known)
  }
  if (rule === "join" || !(a.type.nullable || b.type.nullable)) return predicate(op, a, b)
  if (isEquality(op)) return predicate(op === "equals" ? "isNotDistinct" : "isDistinct", a, b)
  return orElse(predicate(op, a, b), truth(false))
}

const requireText = (name: string, expr: Expr, span: Span): Expr => {
  if (isNullLiteral(expr)) return literal(null, string)
  if (expr.type.kind === "JSON") return documentText(expr)
  const text = asWritten(expr)
  return text.type.kind === "String"
    ? text
    : refuse(`Illegal type ${typeName(expr.type)} of argument of function ${name}`, span, "illegal_type_of_argument")
}

/** LIKE and its kin: one NULL does not match, two NULLs do; the negated forms are the opposite. */
export const match = (
  op: Matching,
  left: Expr,
  right: Expr,
  { rule, share, span }: { readonly rule: NullRule; readonly share: Share; readonly span: Span }
): Expr => {
  const [x, y] = [requireText(op, left, span), requireText(op, right, span)]
  const isShared = rule === "wrapped" && x.type.nullable && y.type.nullable
  return isShared ? share(x, (a) => share(y, (b) => matched(op, a, b, rule))) : matched(op, x, y, rule)
}

const matched = (op: Matching, a: Expr, b: Expr, rule: NullRule): Expr => {
  const negated = op === "notLike" || op === "notILike"
  const found = predicate(op === "like" || op === "notLike" ? "like" : "ilike", a, b)
  const result = negated ? predicate("not", found) : found
  if (rule === "join" || !result.type.nullable) return result
  if (!a.type.nullable || !b.type.nullable) return orElse(result, truth(negated))
  const nulls = negated
    ? logical("or", [predicate("isNotNull", a), predicate("isNotNull", b)])
    : logical("and", [predicate("isNull", a), predicate("isNull", b)])
  return orElse(result, nulls)
}

/** BETWEEN: 0 when any part is NULL. */
export const between = (
  value: Expr,
  low: Expr,
  high: Expr,
  negated: boolean,
  { rule, share, span }: { readonly rule: NullRule; readonly share: Share; readonly span: Span }
): Expr =>
  share(value, (x) =>
    negated
      ? either([compare("less", x, low, rule, span), compare("greater", x, high, rule, span)])
      : both([compare("greaterOrEquals", x, low, rule, span), compare("lessOrEquals", x, high, rule, span)]))

const isConstant = (expr: Expr, value: boolean): boolean =>
  expr._tag === "Literal" && expr.type.kind === "UInt8" && expr.value === (value ? 1 : 0)

const both = (parts: ReadonlyArray<Expr>): Expr => {
  if (parts.some((part) => isConstant(part, false))) return truth(false)
  const open = parts.filter((part) => !isConstant(part, true))
  return open.length === 0 ? truth(true) : logical("and", open)
}

const either = (parts: ReadonlyArray<Expr>): Expr => {
  if (parts.some((part) => isConstant(part, true))) return truth(true)
  const open = parts.filter((part) => !isConstant(part, false))
  return open.length === 0 ? truth(false) : logical("or", open)
}

/** A number or Bool as it is, NULL as a number; undefined for what no condition can be. */
export const asCondition = (expr: Expr): Expr | undefined => {
  if (isNullLiteral(expr)) return literal(null, uint8)
  switch (expr.type.kind) {
    case "String":
    case "UUID":
    case "Date":
    case "DateTime64":
    case "Array":
    case "Tuple":
    case "Map":
    case "JSON":
    case "Decimal":
    case "Interval":
    case "Lambda":
      return undefined
    default:
      return expr
  }
}

/** The operand of AND, OR, NOT or a condition. */
export const condition = (name: string, expr: Expr, span: Span): Expr =>
  asCondition(expr)
    ?? refuse(
      `Illegal type ${typeName(expr.type)} of argument of function ${name}`,
      span,
      "illegal_type_of_argument"
    )
