import type { Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import type { Cell } from "../../types/Cell.ts"
import { type ConversionForms, formOf } from "../../types/ConversionForms.ts"
import { exactText } from "../../types/ExactCells.ts"
import { isExact, isInteger, scaleOf, type SqlType } from "../../types/SqlType.ts"
import { dateText, dayMicros, floorDivide, secondMicros, wallText } from "../dates/Civil.ts"
import { parseDate, parseDateTime } from "../dates/DateTimeText.ts"
import { dayFromFirst, isDayInRange, isTimeInRange, timeOrNull } from "../dates/Range.ts"
import { type TimeZone, timeZone } from "../dates/TimeZone.ts"
import { isoTime } from "../dates/WrittenTime.ts"
import { integerOrNull } from "./Arithmetic.ts"
import { castExact, toExact } from "./Exact.ts"
import { floatText } from "./FloatText.ts"
import { binary, type Implementation, type Implementations, unary } from "./Implementation.ts"

type Integer = number | bigint
type Convert = (cell: Cell) => Cell

type Forms = ConversionForms<(cell: never) => Cell>

const unknown: Convert = () => null

/** Converts by the kind of the argument; a kind without a form gives NULL. */
const conversion = (forms: Forms): Implementation => (call, args) =>
  unary((formOf(forms, argument(call, 0).type) ?? unknown) as Convert)(call, args)

/** A conversion that reads its zone from the second argument. */
const zoned = (forms: (zone: TimeZone) => Forms): Implementation => (call, args) => {
  const zone: Expr | undefined = call.args[1]
  const name = zone?._tag === "Literal" && typeof zone.value === "string" ? zone.value : "UTC"
  return conversion(forms(timeZone(name)))(call, args)
}

const same = (cell: Cell): Cell => cell
const wholeSeconds = (micros: number): number => floorDivide(micros, secondMicros)

const toText: Implementation = (call, args) => {
  const { type } = argument(call, 0)
  const zone = timeZone(type.kind === "DateTime64" ? type.timezone : "UTC")
  return conversion({
    Int64: (value: Integer) => String(value),
    Unsigned: (value: Integer) => exactText(value, scaleOf(type)),
    Float64: floatText,
    Bool: (value: boolean) => value ? "true" : "false",
    String: same,
    UUID: same,
    Date: dateText,
    DateTime64: (value: number) => wallText(zone.toWall(value))
  })(call, args)
}

/** The expressions that read numbers take time in proportion to the text. */
const integerForm = /^[+-]?[0-9]+$/
const numberForm = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/

const parseInteger = (text: string): Cell => {
  if (!integerForm.test(text)) return null
  if (text.length < 16) return Number(text) + 0
  const digits = text.replace(/^[+-]/, "").replace(/^0+/, "")
  if (digits.length > 19) return null
  const magnitude = BigInt(digits)
  return integerOrNull(text.startsWith("-") ? -magnitude : magnitude)
}

const names = new Map([["nan", Number.NaN], ["inf", Infinity], ["-inf", -Infinity]])

/** The number in a text, or NULL. */
export const parseFloat64 = (text: string): Cell =>
  numberForm.test(text) ? Number(text) : text.length > 4 ? null : names.get(text.toLowerCase()) ?? null

const yes = new Set(["true", "t", "yes", "y", "on", "1"])
const no = new Set(["false", "f", "no", "n", "off", "0"])

/** The truth value in a text, or NULL. */
export const parseBool = (text: string): Cell => {
  const lower = text.length > 5 ? "" : text.toLowerCase()
  return yes.has(lower) ? true : no.has(lower) ? false : null
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const day = (value: Integer): Cell => isDayInRange(Number(value)) ? value : null

/** Seconds as an instant; digits below a microsecond are cut. */
const instantOfSeconds = (value: Integer): Cell => {
  const micros = Math.trunc(Number(value) * secondMicros) + 0
  return isTimeInRange(micros) ? micros : null
}

const cast: Implementation = (call, args) => {
  const from = argument(call, 0).type
  if (isExact(from) || isExact(call.type)) {
    return unary((value: Integer) => castExact(value, from, call.type))(call, args)
  }
  if (call.type.kind === "Float64") return unary((value: Integer | boolean) => Number(value))(call, args)
  if (isInteger(call.type)) {
    return unary((value: Cell) => typeof value === "boolean" ? Number(value) : value)(call, args)
  }
  if (call.type.kind === "Bool") {
    return unary((value: Cell) => typeof value === "boolean" ? value : value !== 0)(call, args)
  }
  if (call.type.kind !== "Array" && call.type.kind !== "Tuple") return unary(same)(call, args)
  const { type } = call
  return unary((value: Cell) => castMember(value, type))(call, args)
}

/** Members of arrays and tuples change as values do; exact ones keep their scale. */
const castMember = (cell: Cell, type: SqlType): Cell => {
  if (cell === null) return null
  if (type.kind === "Float64") return Number(cell)
  if (!Array.isArray(cell)) return cell
  const items: ReadonlyArray<Cell> = cell
  if (type.kind === "Array") return items.map((item) => castMember(item, type.element))
  return type.kind === "Tuple" ? items.map((item, i) => castMember(item, type.elements[i] ?? type)) : cell
}

const utc = timeZone("UTC")

/** Conversions are NULL for what has not the form; only `cast` is without loss. */
export const conversions = {
  toString: toText,
  toInt: conversion({
    Int64: same,
    Unsigned: (value: Integer) => integerOrNull(BigInt(value)),
    Float64: (value: number) => Number.isInteger(value) ? integerOrNull(BigInt(value)) : null,
    Bool: (value: boolean) => value ? 1 : 0,
    String: parseInteger,
    Date: same,
    DateTime64: wholeSeconds
  }),
  toFloat: conversion({
    Int64: (value: Integer) => Number(value),
    Float64: same,
    Bool: (value: boolean) => value ? 1 : 0,
    String: parseFloat64,
    Date: same,
    DateTime64: (value: number) => value / secondMicros
  }),
  toExact,
  toBool: conversion({
    Int64: (value: Integer) => value !== 0,
    Unsigned: (value: Integer) => value !== 0,
    Float64: (value: number) => value !== 0,
    Bool: same,
    String: parseBool
  }),
  toUUID: conversion({ String: (text: string) => uuidForm.test(text) ? text.toLowerCase() : null, UUID: same }),
  toDate: zoned((zone) => ({
    Int64: day,
    Float64: (value: number) => Number.isInteger(value) ? day(value + 0) : null,
    String: (text: string) => parseDate(text, utc),
    Date: same,
    DateTime64: (value: number) => dayFromFirst(floorDivide(zone.toWall(value), dayMicros))
  })),
  toDateTime: zoned((zone) => ({
    Int64: instantOfSeconds,
    Float64: instantOfSeconds,
    String: (text: string) => parseDateTime(text, zone),
    Date: (value: number) => timeOrNull(zone.toInstant(value * dayMicros)),
    DateTime64: same
  })),
  isoTime: binary((text: string, isMonthFirst: number) => isoTime(text, isMonthFirst === 1)),
  cast,
  toUnixTimestamp: unary(wholeSeconds),
  toMicros: unary(same),
  cutTime: binary((micros: number, unit: number) => micros - micros % unit),
  fromMicros: unary((value: Integer) => timeOrNull(Number(value)))
} satisfies Implementations & { readonly toString: Implementation }
