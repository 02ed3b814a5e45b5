import type { Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { type ConversionForms, formOf } from "../../types/ConversionForms.ts"
import { isComposite, isExact, scaleOf, type SqlType } from "../../types/SqlType.ts"
import { toDocument } from "../Documents.ts"
import { type ExprRenderer, type FunctionRendering, type FunctionRenderings, value } from "../ExprRenderer.ts"
import { isNative, pgType } from "../PgType.ts"
import { exactOrNull } from "./Arithmetic.ts"
import { wholeSeconds } from "./DateCalls.ts"

type Forms = ConversionForms<(x: string, zone: string, isProperty: boolean, member: string | undefined) => string>

const days = (x: string): string => `(${x} - '1970-01-01'::date)`
const same = (x: string): string => x

/** Whether a value is a member of a stored document: reading it more than once costs less than a call. */
const isStored = (from: Expr): boolean => from._tag === "Property" && from.column._tag === "Column"

/** Kinds without a form give NULL. A property is read as jsonb prints it: no document converts. */
const conversion = (forms: Forms, target: string) =>
  value((call, r) => {
    const from = argument(call, 0)
    const form = formOf(forms, from.type)
    if (form === undefined) return `NULL::${target}`
    const zone = call.args[1] === undefined ? "" : r.value(call.args[1])
    const x = from.type.kind === "String" ? r.operand(from, true) : r.value(from)
    return form(x, zone, isStored(from), r.member(from))
  })

const wallText = (from: Expr, r: ExprRenderer): string => {
  const zone = from.type.kind === "DateTime64" ? from.type.timezone : "UTC"
  return `to_char(${r.value(from)} AT TIME ZONE ${r.parameters.text(zone)}, 'YYYY-MM-DD HH24:MI:SS.US')`
}

/** 10 to the power of the number. */
const power = (digits: number): string => `1${"0".repeat(digits)}::numeric`

/** Units of the last digit as the number that they are. */
export const unscaled = (x: string, scale: number): string =>
  scale === 0 ? x : `trim_scale(${x} * 0.${"0".repeat(scale - 1)}1)`

/** An exact number, or an integer, in another type that holds it; digits that are no more there are cut. */
const castExact = (x: string, from: SqlType, to: SqlType): string => {
  if (!isExact(to)) return `${unscaled(x, scaleOf(from))}::float8`
  const units = isExact(from) ? x : `${x}::numeric`
  const digits = scaleOf(to) - scaleOf(from)
  if (digits === 0) return units
  return digits > 0 ? `(${units} * ${power(digits)})` : `div(${units}, ${power(-digits)})`
}

const toExact = (from: Expr, to: SqlType, r: ExprRenderer): string => {
  const scale = String(scaleOf(to))
  switch (from.type.kind) {
    case "String":
      return to.kind === "Unsigned"
        ? `hg_text_whole(${r.operand(from, true)})`
        : `hg_text_exact(${r.operand(from, true)}, ${scale})`
    case "Float64":
      return to.kind === "Unsigned" ? `hg_float_whole(${r.value(from)})` : `hg_text_exact(${toText(from, r)}, ${scale})`
    default:
      return castExact(r.value(from), from.type, to)
  }
}

const toText = (from: Expr, r: ExprRenderer): string => {
  switch (from.type.kind) {
    case "DateTime64":
      return wallText(from, r)
    case "Date":
      return `${r.value(from)}::text`
    case "Float64":
      return `hg_float_text(${r.value(from)})`
    case "Decimal":
    case "Unsigned":
      return `${unscaled(r.value(from), scaleOf(from.type))}::text`
    case "String":
    case "Nothing":
      return r.value(from)
    default:
      return `${r.value(from)}::text`
  }
}

/** Only lossless conversions, as the plan has them. */
const cast = (from: Expr, to: SqlType, r: ExprRenderer): string => {
  const target = pgType(to)
  if (from.type.kind === "Nothing") return `NULL::${target}`
  if (from._tag === "Literal" && from.value === null) return `NULL::${target}`
  const x = r.value(from)
  if (from.type.kind === "JSON" && to.kind === "String") return `hg_json(${x})`
  if (from.type.kind === "Array" && to.kind === "Array" && isNative(to)) return `${x}::${target}`
  if (!isComposite(to) && (isExact(from.type) || isExact(to))) return castExact(x, from.type, to)
  if (pgType(from.type) === target) return x
  if (isComposite(to)) return toDocument(x, from.type)
  if (from.type.kind === "Bool" && to.kind !== "String") return `${x}::int4::${target}`
  if (to.kind === "Bool") return `(${x} <> 0)`
  return to.kind === "String" ? toText(from, r) : `${x}::${target}`
}

/** Conversions between types; a text of another form becomes NULL. */
export const conversions = {
  toString: value((call, r) => toText(argument(call, 0), r)),
  toInt: conversion({
    String: (x, _, isProperty) => `${isProperty ? "hg_plain_int" : "hg_text_int"}(${x})`,
    Int64: same,
    Unsigned: (x) => `hg_numeric_int(${x})`,
    Float64: (x) => `hg_float_int(${x})`,
    Bool: (x) => `${x}::int4::int8`,
    Date: (x) => `${days(x)}::int8`,
    DateTime64: wholeSeconds
  }, "int8"),
  toFloat: conversion({
    String: (x, _, isProperty, member) =>
      member === undefined ? `${isProperty ? "hg_plain_float" : "hg_text_float"}(${x})` : `hg_member_float(${member})`,
    Int64: (x) => `${x}::float8`,
    Float64: same,
    Bool: (x) => `${x}::int4::float8`,
    Date: (x) => `${days(x)}::float8`,
    DateTime64: (x) => `extract(epoch FROM ${x})::float8`
  }, "float8"),
  toExact: value((call, r) =>
    isExact(call.type) ? exactOrNull(toExact(argument(call, 0), call.type, r), call.type) : `NULL::${pgType(call.type)}`
  ),
  toBool: conversion({
    Unsigned: (x) => `(${x} <> 0)`,
    String: (x) => `hg_text_bool(${x})`,
    Int64: (x) => `(${x} <> 0)`,
    Float64: (x) => `(${x} <> 0)`,
    Bool: same
  }, "boolean"),
  toUUID: conversion({ String: (x) => `hg_text_uuid(${x})`, UUID: same }, "uuid"),
  toDate: conversion({
    String: (x) => `hg_text_date(${x})`,
    Int64: (x) => `hg_days(${x})`,
    Float64: (x) => `hg_days(hg_float_int(${x}))`,
    Date: same,
    DateTime64: (x, zone) => `hg_day(${x}, ${zone})`
  }, "date"),
  toDateTime: conversion({
    String: (x, zone) => `hg_text_instant(${x}, ${zone})`,
    Int64: (x) => `hg_seconds(${x}::float8)`,
    Float64: (x) => `hg_seconds(${x})`,
    Date: (x, zone) => `hg_date_instant(${x}, ${zone})`,
    DateTime64: same
  }, "timestamptz"),
  isoTime: value((call, r) => `hg_iso_time(${r.operand(argument(call, 0), true)}, ${r.value(argument(call, 1))})`),
  cast: value((call, r) => cast(argument(call, 0), call.type, r)),
  toUnixTimestamp: value((call, r) => wholeSeconds(r.value(argument(call, 0)))),
  toMicros: value((call, r) => `(extract(epoch FROM ${r.value(argument(call, 0))}) * 1000000)::int8`),
  cutTime: value((call, r) => `hg_cut_time(${r.value(argument(call, 0))}, ${r.value(argument(call, 1))})`),
  fromMicros: value((call, r) => `hg_micros(${r.value(argument(call, 0))})`)
} satisfies FunctionRenderings & { readonly toString: FunctionRendering }
