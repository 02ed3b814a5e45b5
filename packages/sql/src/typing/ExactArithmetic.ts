import type { FunctionName } from "../functions/Functions.ts"
import type { Expr } from "../plan/Plan.ts"
import { decimal, isExact, isInteger, scalar, scaleOf, type SqlType, withNullable } from "../types/SqlType.ts"
import { convert } from "./Coerce.ts"
import { areExact, decimalType, digitsOf, isUnsigned, mostDigits, precisionFor } from "./ExactTypes.ts"
import { call, int64, isNullLiteral, literal } from "./PlanExpr.ts"
import type { Share } from "./Share.ts"

type Pair = readonly [Expr, Expr]

/** Wide enough for what any operation gives. */
const wide = decimal(76, 0)

/** An exact number as Int64, cut toward zero; NULL beyond. */
export const asInt64 = (x: Expr): Expr => {
  const scale = scaleOf(x.type)
  const whole = scale === 0 ? x : call("intDiv", [x, powerOfTen(scale)], withNullable(wide, x.type.nullable))
  return call("toInt", [whole], withNullable(int64, true))
}

/** 10 to the power of the number, a factor of units of any digit. */
const powerOfTen = (digits: number): Expr => {
  const value = 10n ** BigInt(digits)
  return literal(digits < 16 ? Number(value) : value, decimal(digits + 1, 0))
}

/** An operand as an exact number: NULL and Bool count as whole numbers. */
const operand = (expr: Expr): Expr => {
  if (isNullLiteral(expr)) return literal(null, int64)
  return expr.type.kind === "Bool" ? convert(expr, int64) : expr
}

/** Decimals beyond what users can ask for are brought back: NULL where they have more digits. */
const bounded = (expr: Expr): Expr =>
  expr.type.kind === "Decimal" && expr.type.precision > mostDigits
    ? call("toExact", [expr], decimal(mostDigits, expr.type.scale, true))
    : expr

/** The same number with a number of digits after the point. */
const atScale = (expr: Expr, scale: number): Expr => {
  const digits = digitsOf(expr.type)
  if (digits === undefined || (digits.scale === scale && isExact(expr.type))) return expr
  return convert(expr, decimal(digits.precision + scale - digits.scale, scale))
}

/** Whole numbers of which one is a UInt64: without sign a UInt64, else Int64; NULL beyond either. */
const ofWhole = (fn: FunctionName, [a, b]: Pair): Expr | undefined => {
  const [left, right] = [a, b].map((one) => isUnsigned(one.type) ? convert(one, scalar("Unsigned")) : atScale(one, 0))
  if (left === undefined || right === undefined || fn === "divide") return undefined
  const isSmaller = fn === "modulo" && b.type.kind !== "Unsigned"
  const hasSign = fn === "minus" || !isUnsigned(a.type) || (fn !== "modulo" && !isUnsigned(b.type))
  if (isSmaller || hasSign) return asInt64(call(fn, [left, right], wide))
  return call(fn, [left, right], scalar("Unsigned"))
}

/** The digits of a decimal operand; whole numbers beside it do not count. */
const precisionOf = (operands: Pair, least: number): number =>
  precisionFor(
    Math.max(least, ...operands.map(({ type }) => type.kind === "Decimal" ? Math.min(type.precision, mostDigits) : 0))
  )

const quotient = (a: Expr, b: Expr, precision: number): Expr | undefined => {
  const [left, right] = [digitsOf(a.type), digitsOf(b.type)]
  if (left === undefined || right === undefined) return undefined
  const scale = Math.max(left.scale, right.scale)
  const digits = left.precision + scale + right.scale - left.scale
  if (decimalType(digits, 0) === undefined) return undefined
  return call("intDiv", [atScale(a, scale + right.scale), atScale(b, right.scale)], decimal(precision, scale))
}

/**
 * Numbers of which one is a decimal: with ClickHouse's digits after the point, NULL where there are too many before it.
 */
const ofDecimals = (fn: FunctionName, [first, second]: Pair): Expr | undefined => {
  const [a, b] = [bounded(first), bounded(second)]
  const scale = Math.max(scaleOf(a.type), scaleOf(b.type))
  const precision = precisionOf([a, b], scale)
  switch (fn) {
    case "multiply": {
      const product = scaleOf(a.type) + scaleOf(b.type)
      const digits = precisionOf([a, b], product)
      if (digits > mostDigits) return undefined
      return call(fn, [atScale(a, scaleOf(a.type)), atScale(b, scaleOf(b.type))], decimal(digits, product))
    }
    case "divide":
      return quotient(a, b, precision)
    case "intDiv":
      return asInt64(call(fn, [atScale(a, scale), atScale(b, scale)], wide))
    default:
      return call(fn, [atScale(a, scale), atScale(b, scale)], decimal(precision, scale))
  }
}

/** Whether an operation over the operands is one over exact numbers. */
export const isExactOperation = (fn: FunctionName, operands: ReadonlyArray<Expr>): boolean => {
  const [a, b = a] = operands
  if (a === undefined || b === undefined) return false
  const areKnown = isNullLiteral(a) ? isExact(b.type) : isNullLiteral(b) ? isExact(a.type) : areExact(a.type, b.type)
  return areKnown && (fn !== "divide" || operands.some(({ type }) => type.kind === "Decimal"))
}

/** The operation over exact numbers; undefined where no type has the digits of its result. */
export const exactOperation = (fn: FunctionName, operands: ReadonlyArray<Expr>): Expr | undefined => {
  const [first, second] = operands.map(operand)
  if (first === undefined) return undefined
  if (second !== undefined) {
    const isWhole = first.type.kind !== "Decimal" && second.type.kind !== "Decimal"
    return isWhole ? ofWhole(fn, [first, second]) : ofDecimals(fn, [first, second])
  }
  if (first.type.kind === "Decimal") return call(fn, [first], first.type)
  return fn === "negate" ? asInt64(call(fn, [first], wide)) : first
}

/**
 * A product or quotient of decimals with a number of digits after the point, those of the operand that has more
 * without.
 */
export const scaledOperation = (fn: "multiply" | "divide", operands: Pair, given?: number): Expr | undefined => {
  const [a, b] = [bounded(operand(operands[0])), bounded(operand(operands[1]))]
  const [left, right] = [digitsOf(a.type), digitsOf(b.type)]
  if (left === undefined || right === undefined) return undefined
  const scale = given ?? Math.max(left.scale, right.scale)
  const type = decimal(mostDigits, scale)
  const [x, y] = [atScale(a, left.scale), atScale(b, right.scale)]
  if (fn === "multiply") {
    const product = call(fn, [x, y], decimal(76, left.scale + right.scale))
    return call("toExact", [product], withNullable(type, true))
  }
  const moved = Math.max(0, scale + right.scale - left.scale)
  if (left.precision + moved > 76) return undefined
  const exact = left.scale + moved - right.scale
  const quotient = call("intDiv", [atScale(x, left.scale + moved), y], decimal(76, exact))
  return call("toExact", [quotient], withNullable(type, true))
}

const half = (factor: Expr): Expr => call("intDiv", [factor, literal(2, decimal(1, 0))], factor.type)

/**
 * The exact number as a multiple of a number of units of its last digit: cut, the nearest (away from zero), below or
 * above.
 */
const multiple = (x: Expr, digits: number, how: "cut" | "nearest" | "below" | "above", share: Share): Expr =>
  share(x, (value) => {
    const precision = value.type.kind === "Decimal" ? value.type.precision : 20
    const type = value.type.kind === "Decimal" ? decimal(precisionFor(precision), value.type.scale) : scalar("Unsigned")
    const factor = powerOfTen(digits)
    const units = withNullable(wide, value.type.nullable)
    const moved = (fn: "plus" | "minus", by: Expr): Expr => call(fn, [value, by], units)
    const isBelow = call("less", [value, literal(0, value.type)], scalar("UInt8"))
    const isAbove = call("greater", [value, literal(0, value.type)], scalar("UInt8"))
    const less = call("minus", [factor, literal(1, decimal(1, 0))], wide)
    const unmoved = convert(value, decimal(76, scaleOf(value.type)))
    const forms: Readonly<Record<typeof how, () => Expr>> = {
      cut: () => unmoved,
      nearest: () => call("if", [isBelow, moved("minus", half(factor)), moved("plus", half(factor))], units),
      below: () => call("if", [isBelow, moved("minus", less), unmoved], units),
      above: () => call("if", [isAbove, moved("plus", less), unmoved], units)
    }
    return call("multiply", [call("intDiv", [forms[how](), factor], units), factor], type)
  })

/** An exact number rounded to a number of digits after the point, or before it where that is negative. */
export const roundedExact = (
  x: Expr,
  digits: number,
  how: "cut" | "nearest" | "below" | "above",
  share: Share
): Expr => {
  const dropped = scaleOf(x.type) - digits
  return dropped <= 0 ? x : multiple(bounded(x), dropped, how, share)
}

/** A conversion to UInt64 or a decimal; undefined for types that have none. */
export const toExact = (x: Expr, type: SqlType): Expr | undefined => {
  if (isNullLiteral(x)) return literal(null, type)
  if (x.type.kind === "Bool") return toExact(convert(x, int64), type)
  const isRead = isExact(x.type) || isInteger(x.type) || x.type.kind === "Float64" || x.type.kind === "String"
  if (!isRead) return undefined
  return holdsAll(x.type, type) ? convert(x, type) : call("toExact", [x], withNullable(type, true))
}

/** Whether each value of the one type is one of the other. */
const holdsAll = (from: SqlType, to: SqlType): boolean => {
  if (to.kind === "Unsigned") return isUnsigned(from)
  const [own, target] = [digitsOf(from), digitsOf(to)]
  if (own === undefined || target === undefined) return false
  return own.scale <= target.scale && own.precision - own.scale <= target.precision - target.scale
}
