import type { Span } from "../ast/Ast.ts"
import { fold } from "../evaluate/FoldConstants.ts"
import { rangesOfKinds } from "../plan/IntegerRanges.ts"
import type { Expr } from "../plan/Plan.ts"
import { decide, derived } from "../plan/Traced.ts"
import type { Cell } from "../types/Cell.ts"
import { exactOfText } from "../types/ExactCells.ts"
import {
  arrayOf,
  dateTime,
  type IntegerKind,
  integerKinds,
  isComposite,
  isExact,
  isInteger,
  isNumeric,
  isSameType,
  scalar,
  scaleOf,
  secondDigits,
  type SqlType,
  tupleOf,
  typeName,
  withNullable
} from "../types/SqlType.ts"
import { dateDays, dateTimeMicros } from "./DateText.ts"
import { documentText } from "./Documents.ts"
import { commonExact, decimalType } from "./ExactTypes.ts"
import { call, isNullLiteral, literal } from "./PlanExpr.ts"
import { refuse } from "./SemanticFailure.ts"
import { asWritten, textOf } from "./TypedProperty.ts"

const fits = (value: bigint, kind: IntegerKind): boolean =>
  value >= rangesOfKinds[kind][0] && value <= rangesOfKinds[kind][1]

/**
 * The type of an integer as written, the first kind that holds it: `1` is UInt8, `-1` is Int8; undefined beyond 64
 * bits.
 */
export const integerLiteralKind = (value: bigint): IntegerKind | "Unsigned" | undefined =>
  integerKinds.find((kind) => fits(value, kind)) ?? (value > 0n && value < 2n ** 64n ? "Unsigned" : undefined)

const isInt = (value: Cell): value is number | bigint => typeof value === "bigint" || Number.isInteger(value)

/** Whether the expression is a constant integer that the other integer type can hold as it is. */
const fitsInto = (expr: Expr, type: SqlType): boolean =>
  expr._tag === "Literal" && isInteger(expr.type) &&
  decide(() => isInt(expr.value) && fits(BigInt(expr.value), type.kind as IntegerKind))

const unsigned: ReadonlyArray<SqlType["kind"]> = ["UInt8", "UInt16", "UInt32", "UInt64"]

const widerInteger = (a: SqlType, b: SqlType): SqlType => {
  const [left, right] = [unsigned.indexOf(a.kind), unsigned.indexOf(b.kind)]
  if (left === -1 || right === -1) return scalar("Int64")
  return left >= right ? a : b
}

/** The type both can be brought to without loss, NULL aside; undefined when there is none, as for NULL and an array. */
export const commonType = (a: SqlType, b: SqlType): SqlType | undefined => {
  if (isSameType(a, b)) return a
  if (a.kind === "Nothing") return isComposite(b) ? undefined : b
  if (b.kind === "Nothing") return isComposite(a) ? undefined : a
  if (isInteger(a) && isInteger(b)) return widerInteger(a, b)
  const exact = commonExact(a, b)
  if (exact !== undefined) return exact
  if (isNumeric(a) && isNumeric(b)) return scalar("Float64")
  if (a.kind === "Bool" && (isNumeric(b) || isExact(b))) return b
  if (b.kind === "Bool" && (isNumeric(a) || isExact(a))) return a
  if (a.kind === "Array" && b.kind === "Array") {
    const element = commonMember(a.element, b.element)
    return element === undefined ? undefined : arrayOf(element)
  }
  if (a.kind === "Tuple" && b.kind === "Tuple") return commonTuple(a, b)
  if (a.kind === "JSON" && b.kind === "String") return b
  if (a.kind === "String" && b.kind === "JSON") return a
  if (a.kind === "DateTime64" && b.kind === "DateTime64") return secondDigits(a) >= secondDigits(b) ? a : b
  if (a.kind === "DateTime64" && b.kind === "Date") return a
  return a.kind === "Date" && b.kind === "DateTime64" ? b : undefined
}

/** The type of members of two arrays or tuples: numbers of one scale become one type, other kinds stay. */
const commonMember = (a: SqlType, b: SqlType): SqlType | undefined => {
  if (isExact(a) || isExact(b)) return commonExactMember(a, b)
  const isPair = a.kind === b.kind || (isNumeric(a) && isNumeric(b))
  const type = a.kind === "Nothing" ? b : b.kind === "Nothing" ? a : isPair ? commonType(a, b) : undefined
  return type === undefined ? undefined : withNullable(type, a.nullable || b.nullable)
}

const commonExactMember = (a: SqlType, b: SqlType): SqlType | undefined => {
  const type = commonType(a, b)
  const isOneScale = type !== undefined
    && [a, b].every((member) => member.kind === "Nothing" || scaleOf(member) === scaleOf(type))
  return isOneScale ? withNullable(type, a.nullable || b.nullable) : undefined
}

type TupleType = Extract<SqlType, { readonly kind: "Tuple" }>

const commonTuple = (left: TupleType, right: TupleType): SqlType | undefined => {
  const [a, b] = [left.elements, right.elements]
  const types = a.map((type, i) => {
    const other = b[i] ?? type
    return type.kind === other.kind || !isComposite(type) && !isComposite(other) ? commonMember(type, other) : undefined
  })
  const known = types.filter((type) => type !== undefined)
  return a.length === b.length && known.length === types.length
    ? tupleOf(known, left.names?.map((name, i) => name === right.names?.[i] ? name : undefined))
    : undefined
}

const midnight = (expr: Expr, timezone: string): Expr =>
  fold({
    _tag: "DateCall",
    fn: "startOf",
    unit: "day",
    timezone,
    args: [expr],
    type: dateTime(timezone, expr.type.nullable)
  })

/** The value as `type`, which `commonType` gave for it; constants change at planning. */
export const convert = (expr: Expr, type: SqlType): Expr => {
  const target = withNullable(type, expr.type.nullable)
  if (isNullLiteral(expr)) return literal(null, type)
  if (isSameType(expr.type, type)) return expr
  if (expr.type.kind === "JSON" && type.kind === "String") return documentText(expr)
  if (isComposite(type)) return call("cast", [expr], type)
  if (type.kind === "DateTime64" && expr.type.kind === "Date") return midnight(expr, type.timezone)
  if (isExact(type) || isExact(expr.type)) {
    return call("cast", [expr.type.kind === "Bool" ? convert(expr, scalar("Int64")) : expr], target)
  }
  if (expr._tag === "Literal" && decide(() => typeof expr.value === "number" || typeof expr.value === "bigint")) {
    return derived(expr, () => type.kind === "Float64" ? Number(expr.value) : expr.value, withNullable(type, false))
  }
  if (expr._tag === "Literal" && decide(() => typeof expr.value === "boolean")) return literal(expr.value ? 1 : 0, type)
  if (expr.type.kind === "Bool" && type.kind === "Float64") {
    return call("cast", [convert(expr, scalar("Int64"))], target)
  }
  return call("cast", [uncast(expr)], target)
}

/** One cast is enough between numbers. */
const uncast = (expr: Expr): Expr => {
  const inner = expr._tag === "Call" && expr.fn === "cast" ? expr.args[0] : undefined
  return inner !== undefined && isNumeric(inner.type) ? inner : expr
}

/** Fails as ClickHouse does where two types have nothing in common. */
export const noCommonType = (left: SqlType, right: SqlType, span: Span): never => {
  const isText = left.kind === "String" || right.kind === "String"
  const reason = isText ? " because some of them are String/FixedString and some of them are not" : ""
  return refuse(
    `There is no supertype for types ${typeName(left)}, ${typeName(right)}${reason}`,
    span,
    "no_common_type"
  )
}

/** All values in the one type they share, as the branches of a condition need it. */
export const unify = (given: ReadonlyArray<Expr>, span: Span): ReadonlyArray<Expr> => {
  const values = given.some(({ type }) => type.kind === "String") ? given.map(asWritten) : given
  const type = values.reduce<SqlType>(
    (type, value) => commonType(type, value.type) ?? noCommonType(type, value.type, span),
    values[0]?.type ?? scalar("Nothing", true)
  )
  return values.map((value) => convert(value, type))
}

/** The integer in a text. None has more digits than any type: to read one takes the square of their number. */
export const integerOf = (text: string): bigint | undefined =>
  /^[+-]?(?=\d)0*(?!0)\d{0,20}$/.test(text) ? BigInt(text.replace(/^\+/, "")) : undefined

const decimal = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const numberFrom = (text: string, type: SqlType): Expr | undefined => {
  if (!decimal.test(text)) return undefined
  if (type.kind === "Decimal") return decimalFrom(text) ?? literal(Number(text), scalar("Float64"))
  const value = isInteger(type) || isExact(type) ? integerOf(text) : undefined
  if (value !== undefined) {
    const kind = integerLiteralKind(value)
    if (kind !== undefined) return literal(Number.isSafeInteger(Number(value)) ? Number(value) : value, scalar(kind))
  }
  return literal(Number(text), scalar("Float64"))
}

/** The decimal with all digits of a text; undefined where no type has as many. */
const decimalFrom = (text: string): Expr | undefined => {
  const [whole = "", fraction = ""] = text.replace(/^[+-]/, "").split(".")
  const type = decimalType(whole.length + fraction.length, fraction.length)
  return /e/i.test(text) || type === undefined ? undefined : literal(exactOfText(text, type), type)
}

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const truths: ReadonlyMap<string, boolean> = new Map([["true", true], ["1", true], ["false", false], ["0", false]])

/** The text as a value of the type; undefined where it has not that form. */
const parsed = (text: string, type: SqlType): Expr | undefined => {
  switch (type.kind) {
    case "DateTime64": {
      const micros = dateTimeMicros(text, type.timezone)
      return micros === undefined ? undefined : literal(micros, withNullable(type, false))
    }
    case "Date":
      return readDate(text)
    case "UUID":
      return uuidText.test(text) ? literal(text.toLowerCase(), scalar("UUID")) : undefined
    case "Bool": {
      const value = truths.get(text.toLowerCase())
      return value === undefined ? undefined : literal(value, scalar("Bool"))
    }
    default:
      return isNumeric(type) || isExact(type) ? numberFrom(text, type) : undefined
  }
}

/** The error codes of texts that cannot be converted to a type. */
const unparsable: ReadonlyMap<SqlType["kind"], readonly [what: string, code: string]> = new Map([
  ["DateTime64", ["DateTime", "cannot_parse_datetime"]],
  ["Date", ["Date", "cannot_parse_date"]],
  ["UUID", ["UUID", "cannot_parse_uuid"]],
  ["Bool", ["Bool", "cannot_parse_bool"]]
])

/** Whether a constant text beside a value of the type is read as one of the type. */
const isRead = (type: SqlType): boolean => unparsable.has(type.kind) || isNumeric(type) || isExact(type)

/** A constant text beside a value of another type, read as that type; undefined when types of that kind are never written as text. */
export const readText = (text: string, beside: SqlType, span: Span): Expr | undefined => {
  const read = parsed(text, beside)
  const refusal = read === undefined ? unparsable.get(beside.kind) : undefined
  return refusal === undefined ? read : refuse(`Cannot parse ${refusal[0]} from string '${text}'`, span, refusal[1])
}

/** A text with a time of day is compared as an instant, so that `date < '2020-01-01 12:00:00'` is exact. */
const readDate = (text: string): Expr | undefined => {
  const days = dateDays(text)
  if (days === undefined) return undefined
  if (text.trim().length === 10) return literal(days, scalar("Date"))
  const micros = dateTimeMicros(text, "UTC")
  return micros === undefined ? undefined : literal(micros, { kind: "DateTime64", timezone: "UTC", nullable: false })
}

const isText = (expr: Expr): expr is Expr & { readonly _tag: "Literal"; readonly value: string } =>
  expr._tag === "Literal" && expr.type.kind === "String" && decide(() => typeof expr.value === "string")

/**
 * Documents are compared as texts; so is a property with a type beside a text, unless that is a constant of the type.
 */
const besideOther = (expr: Expr, other: Expr): Expr => {
  if (expr.type.kind === "JSON") return documentText(expr)
  const text = other.type.kind === "String" || other.type.kind === "JSON" ? textOf(expr) : undefined
  return text === undefined || (isText(other) && parsed(other.value, expr.type) !== undefined) ? expr : text
}

/** Both sides of a comparison in one type; a constant text is read as the other side's type. */
export const comparable = (one: Expr, other: Expr, span: Span): readonly [Expr, Expr] => {
  const [left, right] = [besideOther(one, other), besideOther(other, one)]
  const a = isText(left) && isRead(right.type) ? readText(left.value, right.type, span) ?? left : left
  const b = isText(right) && isRead(left.type) ? readText(right.value, left.type, span) ?? right : right
  const type = comparisonType(a, b) ?? noCommonType(a.type, b.type, span)
  return [convert(a, type), convert(b, type)]
}

/** A constant integer takes the other side's type where that can hold it. */
const comparisonType = (left: Expr, right: Expr): SqlType | undefined => {
  if (isInteger(left.type) && fitsInto(right, left.type)) return left.type
  return isInteger(right.type) && fitsInto(left, right.type) ? right.type : commonType(left.type, right.type)
}
