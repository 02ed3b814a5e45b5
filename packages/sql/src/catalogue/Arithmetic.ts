import type { FunctionName } from "../functions/Functions.ts"
import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { inAnyCase, lenient, strict } from "../planning/Described.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import { decimal, isExact, isTemporal, scalar, typeName } from "../types/SqlType.ts"
import { convert } from "../typing/Coerce.ts"
import { addUnits, dateCall, instant, unitCount, unitOf } from "../typing/Dates.ts"
import { exactOperation, isExactOperation, roundedExact, scaledOperation } from "../typing/ExactArithmetic.ts"
import { type Interval, intervalsOf, partsOfInterval, sumOfIntervals } from "../typing/Intervals.ts"
import { call, float64, int64, int64Literal, isNullLiteral, literal, predicate } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { composed } from "./Composed.ts"
import { argumentOf, number, operandsOf } from "./ParameterTypes.ts"

const intervalCall = /^toInterval([A-Z][a-z]+)$/

/** The interval that an operand is, or undefined when it is another value. */
export const intervalOf = (index: number, site: CallSite): Interval | undefined => {
  const ast = site.ast(index)
  const unit = ast._tag === "Call" ? intervalCall.exec(ast.name)?.[1] : undefined
  const [amount] = ast._tag === "Call" ? ast.args : []
  if (unit === undefined || amount === undefined) return partsOfInterval(site.arg(index))
  return { count: unitCount(site.resolve(amount, site.place), "toInterval", amount), unit: unitOf(unit, ast) }
}

const ofTwo = (fn: "plus" | "minus") => (site: CallSite): Expr => {
  if (isExactOperation(fn, site.args)) return exactOperation(fn, site.args) ?? site.illegalTypes()
  const [a, b] = operandsOf(site, ["number", "number"])
  if (a === undefined || b === undefined) return site.illegalTypes()
  const terms = termsOf(a)
  if (terms === undefined) return call(fn, [a, b], a.type)
  return call("sumOf", [...terms, fn === "minus" ? call("negate", [b], b.type) : b], a.type)
}

/** The terms of a sum, so that a long chain of additions is one call. */
const termsOf = (expr: Expr): ReadonlyArray<Expr> | undefined => {
  if (expr._tag !== "Call") return undefined
  const [a, b] = expr.args
  if (expr.fn === "minus" && a !== undefined && b !== undefined) return [a, call("negate", [b], b.type)]
  return expr.fn === "plus" || expr.fn === "sumOf" ? expr.args : undefined
}

/** `date ± interval`, `date ± n` (days of a Date, seconds of a DateTime64), or numbers. */
const sum = (fn: "plus" | "minus") => (site: CallSite): Expr => {
  const negative = fn === "minus"
  const { timezone } = site.planning
  const several = intervalsOf(site.arg(1))
  if (several !== undefined && several.length > 0) {
    const others = intervalsOf(site.arg(0))
    if (others !== undefined && others.length > 0) return sumOfIntervals(fn, others, several)
  }
  if (several !== undefined && site.arg(1).type.kind === "Tuple") return shiftAll(site, several, negative)
  const right = intervalOf(1, site)
  if (right !== undefined) return shift(site, 0, right, negative)
  const left = negative ? undefined : intervalOf(0, site)
  if (left !== undefined) return shift(site, 1, left, false)
  const [a, b] = [site.arg(0), site.arg(1)]
  const step = (x: Expr): DateUnit => x.type.kind === "Date" ? "day" : "second"
  if (isTemporal(a.type) && number(b)?.type.kind === "Int64") {
    return addUnits(a, convert(number(b) ?? b, int64), step(a), negative, timezone)
  }
  if (!negative && isTemporal(b.type) && number(a)?.type.kind === "Int64") {
    return addUnits(b, convert(number(a) ?? a, int64), step(b), false, timezone)
  }
  if (negative && [a, b].every((one) => isTemporal(one.type) || isNullLiteral(one))) return timeBetween(site, a, b)
  return ofTwo(fn)(site)
}

/** Days between two dates, or the seconds between two times to the microsecond, negative where b is the later one. */
const timeBetween = (site: CallSite, a: Expr, b: Expr): Expr => {
  const isUnknown = isNullLiteral(a) || isNullLiteral(b)
  if (isUnknown) {
    return literal(null, a.type.kind === "Date" || b.type.kind === "Date" ? scalar("Int32") : decimal(18, 6))
  }
  if (a.type.kind !== b.type.kind) return site.illegalTypes()
  if (a.type.kind === "Date") {
    return dateCall("diff", "day", "UTC", [instant(b, "UTC"), instant(a, "UTC")], scalar("Int32"))
  }
  const micros = call("minus", [call("toMicros", [a], int64), call("toMicros", [b], int64)], int64)
  const millionth = literal(1, decimal(7, 6))
  return call("multiply", [convert(micros, decimal(17, 0)), millionth], decimal(18, 6))
}

/** The date, moved by one interval after the other. */
const shiftAll = (site: CallSite, intervals: ReadonlyArray<Interval>, negative: boolean): Expr => {
  const isZero = ({ count }: Interval): boolean => count._tag === "Literal" && count.value === 0
  return intervals.filter((interval) => !isZero(interval)).reduce(
    (x, { count, unit }) => addUnits(x, count, unit, negative, site.planning.timezone),
    isTemporal(site.arg(0).type) ? site.arg(0) : site.illegalType(0)
  )
}

const shift = (site: CallSite, index: number, interval: Interval, negative: boolean): Expr => {
  const x = site.arg(index)
  return isTemporal(x.type)
    ? addUnits(x, interval.count, interval.unit, negative, site.planning.timezone)
    : refuse(
      `Illegal types ${typeName(x.type)} and Interval of arguments of function ${site.name}`,
      site,
      "illegal_type_of_argument"
    )
}

const required = (site: CallSite): Expr => argumentOf(site, 0, "number")

/** Integers are whole already; a second argument moves the place that counts. */
const rounding = (fn: "floor" | "ceil", given?: Expr) => (site: CallSite): Expr => {
  const digits = site.count > 1 ? site.integer(1) : 0
  if (given === undefined && isExact(site.arg(0).type) && Math.abs(digits) <= 15) {
    return roundedExact(site.arg(0), digits, fn === "floor" ? "below" : "above", site.planning.share)
  }
  const x = given ?? required(site)
  if (x.type.kind === "Int64" && digits >= 0) return x
  if (Math.abs(digits) > 15) return refuse(`Function '${site.name}' rounds to -15 … 15 digits`, site)
  const value = convert(x, float64)
  const round = (expr: Expr) => call(fn, [expr], float64)
  if (digits === 0) return round(value)
  const factor = literal(10 ** Math.abs(digits), float64)
  const [away, back]: readonly [FunctionName, FunctionName] = digits > 0
    ? ["multiply", "divide"]
    : ["divide", "multiply"]
  return call(back, [round(call(away, [value, factor], float64)), factor], float64)
}

const round = (site: CallSite): Expr => {
  const digits = site.count > 1 ? site.integer(1) : 0
  if (Math.abs(digits) > 15) return refuse(`Function '${site.name}' rounds to -15 … 15 digits`, site)
  if (isExact(site.arg(0).type)) return roundedExact(site.arg(0), digits, "nearest", site.planning.share)
  const x = required(site)
  if (x.type.kind === "Int64" && digits >= 0) return x
  return call("round", [convert(x, float64), int64Literal(digits)], float64)
}

const truncate = (site: CallSite): Expr => {
  if (isExact(site.arg(0).type)) {
    return roundedExact(site.arg(0), site.count > 1 ? site.integer(1) : 0, "cut", site.planning.share)
  }
  const x = required(site)
  if (x.type.kind === "Int64" && (site.count === 1 || site.integer(1) >= 0)) return x
  return site.planning.share(convert(x, float64), (value) => {
    const isNegative = predicate("less", value, literal(0, float64))
    return call("if", [isNegative, rounding("ceil", value)(site), rounding("floor", value)(site)], value.type)
  })
}

const sign = (site: CallSite): Expr =>
  site.planning.share(isExact(site.arg(0).type) ? site.arg(0) : required(site), signOf)

const signOf = (x: Expr): Expr => {
  const zero = literal(0, x.type)
  const one = (value: number) => int64Literal(value)
  const whenKnown = call(
    "multiIf",
    [predicate("less", x, zero), one(-1), predicate("greater", x, zero), one(1), one(0)],
    int64
  )
  if (!x.type.nullable) return whenKnown
  return call("if", [predicate("isNull", x), literal(null, int64), whenKnown], { ...int64, nullable: true })
}

/** Of decimals, with the third argument's number of digits after the point. */
const scaled = (fn: "multiply" | "divide") => (site: CallSite): Expr => {
  const scale = site.count > 2 ? site.integer(2) : undefined
  if (scale !== undefined && (scale < 0 || scale > 38)) {
    return refuse(`The scale of function '${site.name}' is from 0 to 38`, site.ast(2))
  }
  return scaledOperation(fn, [site.arg(0), site.arg(1)], scale) ?? site.illegalTypes()
}

/** The operands of a division: exact ones are divided as such, of the others a float makes both floats. */
const divided = (
  fn: "intDiv" | "modulo",
  ofFloats: (site: CallSite, a: Expr, b: Expr) => Expr
): FunctionEntry["lower"] =>
(site) => {
  if (isExactOperation(fn, site.args)) return exactOperation(fn, site.args) ?? site.illegalTypes()
  const [a, b] = operandsOf(site, ["number", "number"])
  if (a === undefined || b === undefined) return site.illegalTypes()
  return a.type.kind === "Float64" ? ofFloats(site, a, b) : call(fn, [a, b], int64)
}

const quotient = divided("intDiv", (site, a, b) => composed(site, "toInt(trunc(a / b))", [a, b]))
/** As ClickHouse computes it, in which a quotient beyond 2^53 leaves 0. */
const remainder = divided("modulo", (site, a, b) => composed(site, "a - trunc(a / b) * b", [a, b]))

const ofDivision = (result: string, meaning: string) => lenient(["number", "number"], result, meaning, "partial")

const ofDecimals = (what: string) =>
  lenient(
    ["decimal", "decimal", "scale?"],
    "Decimal",
    `${what} of whole numbers or decimals, with c digits after the point; NULL beyond 38 digits`,
    "partial"
  )

const rounded = (how: string) =>
  inAnyCase(strict(["number", "digits?"], "argument", `${how}, to b digits after the point (-15 to 15)`))

const moved = (sign: string) =>
  lenient(
    ["any", "any"],
    "common",
    `a ${sign} b: numbers, or a date and an interval, days or seconds; NULL beyond Int64 or 1900 to 2199`,
    "partial"
  )

/** Functions of numbers whose lowering needs more than their arguments' types. */
export const arithmetic: Entries = {
  plus: takes(moved("+"), sum("plus")),
  minus: takes(moved("-"), sum("minus")),
  intDiv: takes(
    ofDivision("Int64", "the quotient cut toward zero, of floats too; NULL by 0 and beyond Int64"),
    quotient
  ),
  modulo: takes(
    ofDivision("number", "the remainder with the sign of a; by 0 NULL, of floats NaN"),
    remainder
  ),
  multiplyDecimal: takes(ofDecimals("the product"), scaled("multiply")),
  divideDecimal: takes(ofDecimals("the quotient"), scaled("divide")),
  sign: takes(inAnyCase(strict(["number"], "Int64", "-1, 0 or 1")), sign),
  floor: takes(rounded("the largest number not above a"), rounding("floor")),
  ceil: takes(rounded("the smallest number not below a"), rounding("ceil")),
  ceiling: takes({ ...rounded("the smallest number not below a"), aliasOf: "ceil" }, rounding("ceil")),
  round: takes(rounded("the nearest number, the even one of two"), round),
  trunc: takes(rounded("without what is after the point"), truncate),
  e: takes(strict([], "Float64", "2.718281828459045"), () => literal(Math.E, float64)),
  pi: takes(strict([], "Float64", "3.141592653589793"), () => literal(Math.PI, float64))
}
