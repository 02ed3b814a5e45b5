import type { Span } from "../ast/Ast.ts"
import { fold } from "../evaluate/FoldConstants.ts"
import type { Expr } from "../plan/Plan.ts"
import { dateCallType } from "../plan/ResultTypes.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import {
  dateTime,
  isInteger,
  isTemporal,
  scalar,
  type SqlType,
  typeName,
  withNullable,
  withSecondDigits
} from "../types/SqlType.ts"
import { convert, readText } from "./Coerce.ts"
import { asInt64 } from "./ExactArithmetic.ts"
import { call, date, int64, int64Literal, isNullLiteral, literal, string } from "./PlanExpr.ts"
import { refuse } from "./SemanticFailure.ts"

/** Units as users write them; a week begins on Monday by default. */
const units: ReadonlyMap<string, DateUnit> = new Map<string, DateUnit>(
  ([
    ["second", "seconds ss s sql_tsi_second"],
    ["minute", "minutes mi n sql_tsi_minute"],
    ["hour", "hours hh h sql_tsi_hour"],
    ["day", "days dd d sql_tsi_day"],
    ["week1", "week weeks wk ww sql_tsi_week"],
    ["month", "months mm m sql_tsi_month"],
    ["quarter", "quarters qq q sql_tsi_quarter"],
    ["year", "years yy yyyy sql_tsi_year"]
  ] as const).flatMap(([unit, names]) => [unit, ...names.split(" ")].map((name) => [name, unit] as const))
)

/** The unit of that name in any letter case; refuses others. */
export const unitOf = (name: string, span: Span): DateUnit =>
  units.get(name.toLowerCase()) ?? refuse(`Unknown date unit '${name}'`, span)

const calendarUnits: ReadonlySet<DateUnit> = new Set(["day", "week0", "week1", "month", "quarter", "year"])
const dateUnits: ReadonlySet<DateUnit> = new Set(["week0", "week1", "month", "quarter", "year"])

export const dateCall = (
  fn: "startOf" | "part" | "diff" | "add",
  unit: DateUnit,
  timezone: string,
  args: ReadonlyArray<Expr>,
  type: SqlType
): Expr => fold({ _tag: "DateCall", fn, unit, timezone, args, type: dateCallType({ fn, unit, args }, type) })

/** A Date or DateTime64; a constant text is read as one, other types are refused in the name of the function. */
export const temporal = (expr: Expr, name: string, timezone: string, span: Span): Expr => {
  if (isTemporal(expr.type)) return expr
  if (isNullLiteral(expr)) return literal(null, dateTime(timezone))
  const text = expr._tag === "Literal" && typeof expr.value === "string" ? expr.value : undefined
  const read = text === undefined ? undefined : readText(text, dateTime(timezone), span)
  return read ?? refuse(
    `Illegal type ${typeName(expr.type)} of argument of function ${name}. Should be a date or a date with time`,
    span,
    "illegal_type_of_argument"
  )
}

/** The zone in which a value is cut into days. */
export const zoneOf = (expr: Expr, timezone: string): string =>
  expr.type.kind === "DateTime64" ? expr.type.timezone : timezone

/** A Date as its midnight; an instant as it is. */
export const instant = (expr: Expr, timezone: string): Expr => convert(expr, dateTime(zoneOf(expr, timezone)))

/** The beginning of the unit that `x` lies in. */
export const startOf = (x: Expr, unit: DateUnit, timezone: string): Expr =>
  dateCall("startOf", unit, timezone, [x], dateUnits.has(unit) ? date : dateTime(timezone))

const larger = { second: "minute", minute: "hour" } as const

/** The beginning of the step of `size` units (a divisor of the next larger unit) that `x` lies in. */
export const startOfSteps = (x: Expr, size: number, unit: "second" | "minute", timezone: string): Expr => {
  const part = convert(dateCall("part", unit, timezone, [x], scalar("UInt8")), int64)
  const steps = call("intDiv", [part, int64Literal(size)], int64)
  const passed = call("multiply", [steps, int64Literal(size)], int64)
  return dateCall("add", unit, timezone, [startOf(x, larger[unit], timezone), passed], dateTime(timezone))
}

const partTypes: Partial<Record<DateUnit, SqlType>> = { year: scalar("UInt16"), dayOfYear: scalar("UInt16") }

/** A part of `x` such as its hour. */
export const partOf = (x: Expr, unit: DateUnit, timezone: string): Expr =>
  dateCall("part", unit, timezone, [x], partTypes[unit] ?? scalar("UInt8"))

/** The day of an instant in the zone. */
export const dayOf = (x: Expr, timezone: string): Expr =>
  call("toDate", [x, literal(timezone, string)], withNullable(date, x.type.nullable))

/** `x` plus `count` units (minus when `negative`). A Date stays one unless the unit is shorter than a day. */
export const addUnits = (x: Expr, count: Expr, unit: DateUnit, negative: boolean, timezone: string): Expr => {
  const signed = negative ? negated(count) : count
  if (x.type.kind === "Date" && calendarUnits.has(unit)) {
    return dayOf(dateCall("add", unit, "UTC", [instant(x, "UTC"), signed], dateTime("UTC")), "UTC")
  }
  const zone = zoneOf(x, timezone)
  const digits = x.type.kind === "DateTime64" ? x.type.digits : undefined
  return dateCall("add", unit, zone, [instant(x, zone), signed], withSecondDigits(dateTime(zone), digits))
}

const negated = (count: Expr): Expr =>
  count._tag === "Literal" && typeof count.value === "number"
    ? int64Literal(count.value === 0 ? 0 : -count.value)
    : call("negate", [count], int64)

/** A count of units: a whole number, which a constant text may spell. */
export const unitCount = (expr: Expr, name: string, span: Span): Expr => {
  if (isNullLiteral(expr)) return literal(null, int64)
  if (isInteger(expr.type)) return convert(expr, int64)
  if (expr.type.kind === "Unsigned") return asInt64(expr)
  const text = expr._tag === "Literal" && typeof expr.value === "string" ? expr.value : ""
  if (/^-?\d{1,15}$/.test(text)) return int64Literal(Number(text))
  return refuse(`Illegal type ${typeName(expr.type)} of argument of function ${name}`, span, "illegal_type_of_argument")
}
