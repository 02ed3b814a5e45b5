import type { Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { type ConversionForms, formOf } from "../../types/ConversionForms.ts"
import { isComposite, isExact, isInteger, scaleOf, type SqlType } from "../../types/SqlType.ts"
import { chType, nulls, typedNull } from "../ChType.ts"
import { bind, type ExprRenderer, type FunctionRendering, type FunctionRenderings, value } from "../ExprRenderer.ts"
import { plainDigits } from "../PlainDigits.ts"
import { sqlText } from "../SqlText.ts"
import { floorDivide, fromWall, instant, instantOrNull, micros, secondMicros, type Zone, zoneOf } from "../ZoneTime.ts"
import { exactOrNull } from "./Arithmetic.ts"
import { isoTime, parseDay, parseInstant } from "./DateText.ts"

type Forms = ConversionForms<(x: string, zone: Zone) => string>

const same = (x: string): string => x
const days = (x: string): string => `toInt32(${x})`

/** Kinds without a form give NULL. The zone is the second argument. */
const conversion = (forms: Forms) =>
  value((call, r) => {
    const from = argument(call, 0)
    const form = formOf(forms, from.type)
    if (form === undefined) return typedNull(call.type)
    const zone = call.args[1]
    const name = zone?._tag === "Literal" && typeof zone.value === "string" ? zone.value : "UTC"
    return form(r.value(from), zoneOf(name, r.parameters))
  })

/** Units of the last digit as the number that they are. */
export const exactText = (x: string, scale: number): string =>
  scale === 0 ? `toString(${x})` : `toString(toDecimal256(${x}, 0) * toDecimal256('1e-${scale}', ${scale}))`

/** Units of one digit as those of another; digits that are no more there are cut. */
const rescaled = (x: string, from: number, to: number): string => {
  if (from === to) return x
  const factor = `toInt256('1${"0".repeat(Math.abs(to - from))}')`
  return to > from ? `(${x} * ${factor})` : `intDiv(${x}, ${factor})`
}

/** An exact number, or an integer, in another type that holds it. */
const castExact = (x: string, from: SqlType, to: SqlType): string => {
  if (!isExact(to)) return `toFloat64(${exactText(x, scaleOf(from))})`
  return rescaled(isExact(from) ? x : `toInt256(${x})`, scaleOf(from), scaleOf(to))
}

/** A text as units of the type's last digit. */
const exactOfText = (text: string, form: string, scale: number): string =>
  bind(
    [text],
    (x = "") => `if(match(${x}, ${form}), reinterpretAsInt256(toDecimal256OrNull(${x}, ${scale})), ${nulls.exact})`,
    "d"
  )

const toExact = (from: Expr, to: SqlType, r: ExprRenderer): string => {
  const x = r.value(from)
  const form = to.kind === "Unsigned" ? wholeForm : floatForm
  switch (from.type.kind) {
    case "String":
      return exactOfText(x, form, scaleOf(to))
    case "Float64":
      return to.kind === "Unsigned"
        ? `accurateCastOrNull(accurateCastOrNull(${x}, 'UInt64'), 'Int256')`
        : exactOfText(toText(from, r), form, scaleOf(to))
    default:
      return castExact(x, from.type, to)
  }
}

const toText = (from: Expr, r: ExprRenderer): string => {
  const x = r.value(from)
  switch (from.type.kind) {
    case "DateTime64":
      return `toString(toTimeZone(${x}, ${r.parameters.text(from.type.timezone)}))`
    case "Float64":
      return plainDigits(`toString(${x})`)
    case "Decimal":
    case "Unsigned":
      return exactText(x, scaleOf(from.type))
    case "String":
      return x
    case "Nothing":
      return typedNull({ kind: "String", nullable: true })
    default:
      return `toString(${x})`
  }
}

const midnight = (x: string, zone: Zone): string => fromWall(`(toInt64(${days(x)}) * 86400000000)`, zone)

/** Only lossless conversions, as the plan has them. */
/** A list of nothing that becomes one of lists or tuples, which are never NULL, is empty: ClickHouse converts none. */
const castList = (x: string, from: SqlType, to: SqlType, depth = 0): string => {
  const type = sqlText(chType(to))
  if (from.kind !== "Array" || to.kind !== "Array" || !isComposite(to.element)) return `CAST(${x}, ${type})`
  if (from.element.kind === "Nothing") return `CAST([], ${type})`
  if (from.element.kind !== "Array") return `CAST(${x}, ${type})`
  const member = `m${depth}`
  return `CAST(arrayMap(${member} -> ${castList(member, from.element, to.element, depth + 1)}, ${x}), ${type})`
}

const cast = (from: Expr, to: SqlType, r: ExprRenderer): string => {
  if (from.type.kind === "Nothing" || (from._tag === "Literal" && from.value === null)) return typedNull(to)
  const x = r.value(from)
  if (from.type.kind === "JSON") return x
  if (isComposite(to)) return castList(x, from.type, to)
  if (to.kind === "String") return toText(from, r)
  if (isExact(from.type) || isExact(to)) return castExact(x, from.type, to)
  if (chType(from.type) === chType(to)) return x
  if (to.kind === "Bool") return `toBool(${x} != 0)`
  return to.kind === "Float64" ? `toFloat64(${x})` : isInteger(to) ? `toInt64(${x})` : x
}

const wholeForm = sqlText("^[+-]?[0-9]+$")
const integerForm = sqlText("^[+-]?0*[0-9]{1,19}$")
const floatForm = sqlText(
  String.raw`^(?:[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|(?i:nan|-?inf))$`
)
const uuidForm = sqlText("^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")

const when = (form: string, convert: string, none: string) => (text: string): string =>
  bind([text], (x = "") => `if(match(${x}, ${form}), ${convert}(${x}), ${none})`)

/**
 * Every finite number that ClickHouse reads has the form; of infinities and NaN it reads more spellings. A condition
 * that is never NULL, with NULL for the other branch, copies no values.
 */
const floatOf = (text: string): string =>
  bind([text], (x = "") => {
    const number = `toFloat64OrNull(${x})`
    const isRead = `isFinite(assumeNotNull(${number})) OR match(assumeNotNull(${x}), ${floatForm})`
    return `if(${isRead}, ${number}, ${nulls.float})`
  })

const integerOf = (text: string): string =>
  `accurateCastOrNull(${when(integerForm, "toInt128OrNull", nulls.int128)(text)}, 'Int64')`

const boolOf = (text: string): string =>
  bind([text], (x = "") =>
    `multiIf(lower(${x}) IN ('true', 't', 'yes', 'y', 'on', '1'), true, `
    + `lower(${x}) IN ('false', 'f', 'no', 'n', 'off', '0'), false, ${nulls.bool})`)

const wholeFloat = (x: string): string => `accurateCastOrNull(${x}, 'Int64')`

const dayOfNumber = (text: string): string =>
  bind([text], (x = "") => `if(${x} >= -25567 AND ${x} <= 84005, toDate32(toInt32(${x})), ${nulls.date})`)

const ofSeconds = (text: string): string =>
  bind(
    [text],
    (x = "") =>
      `if(${x} >= -2208988800 AND ${x} < 7258118400, ${instant(`toInt64(${x}) * ${secondMicros}`)}, ${nulls.instant})`
  )

const ofFractions = (text: string): string =>
  bind(
    [`trunc(${text} * ${secondMicros})`],
    (x = "") => `if(isFinite(${x}) AND abs(${x}) < 1e16, ${instantOrNull(`toInt64(${x})`)}, ${nulls.instant})`
  )

/** Conversions between types; a text of another form becomes NULL. */
export const conversions = {
  toString: value((call, r) => toText(argument(call, 0), r)),
  toInt: conversion({
    String: integerOf,
    Int64: same,
    Unsigned: wholeFloat,
    Float64: wholeFloat,
    Bool: (x) => `toInt64(${x})`,
    Date: (x) => `toInt64(${days(x)})`,
    DateTime64: (x) => floorDivide(micros(x), secondMicros)
  }),
  toFloat: conversion({
    String: floatOf,
    Int64: (x) => `toFloat64(${x})`,
    Float64: same,
    Bool: (x) => `toFloat64(${x})`,
    Date: (x) => `toFloat64(${days(x)})`,
    DateTime64: (x) => `(${micros(x)} / ${secondMicros})`
  }),
  toExact: value((call, r) =>
    isExact(call.type) ? exactOrNull(toExact(argument(call, 0), call.type, r), call.type) : typedNull(call.type)
  ),
  toBool: conversion({
    String: boolOf,
    Int64: (x) => `toBool(${x} != 0)`,
    Unsigned: (x) => `toBool(${x} != 0)`,
    Float64: (x) => `toBool(${x} != 0)`,
    Bool: same
  }),
  toUUID: conversion({ String: when(uuidForm, "toUUIDOrNull", nulls.uuid), UUID: same }),
  toDate: conversion({
    String: parseDay,
    Int64: dayOfNumber,
    Float64: (x) => dayOfNumber(wholeFloat(x)),
    Date: same,
    DateTime64: (x, zone) => `toDate32(${x}, ${zone.name})`
  }),
  toDateTime: conversion({
    String: parseInstant,
    Int64: ofSeconds,
    Float64: ofFractions,
    Date: (x, zone) => instantOrNull(midnight(x, zone)),
    DateTime64: same
  }),
  isoTime: value((call, r) => {
    const [text, order] = [argument(call, 0), argument(call, 1)]
    return isoTime(r.value(text), order._tag === "Literal" && order.value === 1)
  }),
  cast: value((call, r) => cast(argument(call, 0), call.type, r)),
  toUnixTimestamp: value((call, r) => floorDivide(micros(r.value(argument(call, 0))), secondMicros)),
  toMicros: value((call, r) => micros(r.value(argument(call, 0)))),
  cutTime: value((call, r) =>
    bind(
      [micros(r.value(argument(call, 0)))],
      (time = "") => instant(`(${time} - ${time} % ${r.value(argument(call, 1))})`)
    )
  ),
  fromMicros: value((call, r) => instantOrNull(r.value(argument(call, 0))))
} satisfies FunctionRenderings & { readonly toString: FunctionRendering }
