import type { Span } from "../ast/Ast.ts"
import { integerRange, rangesOfKinds } from "../plan/IntegerRanges.ts"
import type { Expr } from "../plan/Plan.ts"
import { decide, derived } from "../plan/Traced.ts"
import type { CallSite } from "../planning/CallSite.ts"
import type { Planning } from "../planning/Planning.ts"
import {
  dateTime,
  decimal,
  type IntegerKind,
  isComposite,
  isExact,
  isInteger,
  isNumeric,
  isSameType,
  isTemporal,
  scalar,
  type SecondDigits,
  secondDigits,
  type SqlType,
  withNullable,
  withSecondDigits
} from "../types/SqlType.ts"
import { convert } from "../typing/Coerce.ts"
import { dateCall, dayOf, instant } from "../typing/Dates.ts"
import { dateDays, dateTimeMicros, isTimezone } from "../typing/DateText.ts"
import { documentText } from "../typing/Documents.ts"
import { asInt64, toExact } from "../typing/ExactArithmetic.ts"
import { partsOfInterval } from "../typing/Intervals.ts"
import {
  call,
  date,
  float64,
  int64,
  int64Literal,
  isNullLiteral,
  literal,
  logical,
  orElse,
  predicate,
  string
} from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { asWritten } from "../typing/TypedProperty.ts"
import { composed } from "./Composed.ts"

const maybe = (type: SqlType): SqlType => withNullable(type, true)

/** Any value as text. */
export const asText = (written: Expr): Expr => {
  const expr = asWritten(written)
  if (isNullLiteral(expr) || expr.type.kind === "Nothing") return literal(null, string)
  if (expr.type.kind === "JSON") return documentText(expr)
  if (expr.type.kind === "String") return expr
  const text = call("toString", [expr], string)
  return secondDigits(expr.type) === 6 ? text : withoutDigits(text, secondDigits(expr.type))
}

/** The text of an instant with a number of its six digits after the seconds. */
const withoutDigits = (text: Expr, digits: number): Expr =>
  call("substring", [text, int64Literal(1), int64Literal(digits === 0 ? 19 : 20 + digits)], string)

/** An instant with a number of digits after its seconds; more of them are cut. */
export const withDigits = (x: Expr, digits: SecondDigits | 6): Expr => {
  const type = withSecondDigits(x.type, digits)
  if (x.type.kind !== "DateTime64" || isSameType(x.type, type)) return x
  const unit = 10 ** (6 - secondDigits(type))
  return secondDigits(type) >= secondDigits(x.type)
    ? call("cast", [x], type)
    : call("cutTime", [x, int64Literal(unit)], type)
}

const mostDigits = 6
const isFewer = (digits: number): digits is Exclude<SecondDigits, "none"> => digits >= 0 && digits < mostDigits

/** The digits after the seconds that a number asks for: an instant has six at most. */
export const digitsNamed = (digits: number, span: Span): SecondDigits | 6 =>
  isFewer(digits)
    ? digits
    : digits >= mostDigits && digits <= 9
    ? mostDigits
    : refuse("The precision of DateTime64 is from 0 to 9", span)

const textParts = (value: Expr): ReadonlyArray<Expr> =>
  value._tag === "Call" && value.fn === "concat" ? value.args : [orElse(asText(value), literal("", string))]

/** The texts of all values joined; NULL counts as an empty text, so the result is never NULL. */
export const concatenated = (values: ReadonlyArray<Expr>): Expr => call("concat", values.flatMap(textParts), string)

/** The zone that an argument names. */
export const zoneArgument = (site: CallSite, index: number): string => {
  if (site.count <= index) return site.planning.timezone
  const zone = site.text(index)
  return isTimezone(zone) ? zone : refuse(`Unknown time zone '${zone}'`, site.ast(index))
}

/** The same instant, shown in another zone. */
export const inZone = (x: Expr, timezone: string): Expr => {
  const digits = x.type.kind === "DateTime64" ? x.type.digits : undefined
  return x.type.kind === "DateTime64" && x.type.timezone === timezone
    ? x
    : dateCall(
      "add",
      "second",
      timezone,
      [instant(x, timezone), int64Literal(0)],
      withSecondDigits(dateTime(timezone), digits)
    )
}

/** A member in the text of a list: texts, dates and UUIDs are quoted. */
const memberText = ({ kind }: SqlType, name: string): string => {
  const isQuoted = kind === "String" || kind === "Date" || kind === "DateTime64" || kind === "UUID"
  const escaped = `replaceAll(replaceAll(toString(${name}), '\\\\', '\\\\\\\\'), '\\'', '\\\\\\'')`
  return isQuoted
    ? `if(isNull(${name}), 'NULL', concat('\\'', ${escaped}, '\\''))`
    : `ifNull(toString(${name}), 'NULL')`
}

/** `['a','b']`, `(1,'a')`, `{'a':1}`. */
const listText = (site: CallSite, list: Expr): Expr | undefined => {
  const { type } = list
  switch (type.kind) {
    case "Array":
      return composed(
        site,
        `concat('[', arrayStringConcat(arrayMap(x -> ${memberText(type.element, "x")}, a), ','), ']')`,
        [list]
      )
    case "Map":
      return composed(
        site,
        `concat('{', arrayStringConcat(arrayMap((k, v) -> concat(${memberText(type.key, "k")}, ':', ${
          memberText(type.value, "v")
        }), mapKeys(a), mapValues(a)), ','), '}')`,
        [list]
      )
    case "Tuple":
      return site.planning.share(list, (one) =>
        composed(
          site,
          `concat('(', ${
            type.elements.map((element, i) => memberText(element, `tupleElement(a, ${i + 1})`)).join(", ',', ")
          }, ')')`,
          [one]
        ))
    default:
      return undefined
  }
}

export const toText = (site: CallSite): Expr => {
  const x = site.arg(0)
  if (isComposite(x.type)) return listText(site, x) ?? site.illegalType(0)
  return asText(site.count > 1 && isTemporal(x.type) ? inZone(x, zoneArgument(site, 1)) : x)
}

/** A whole number of fewer than 64 bits; NULL where the type does not hold it. */
export const narrowed = (planning: Planning, value: Expr, kind: IntegerKind): Expr => {
  const [least, greatest] = rangesOfKinds[kind]
  const [low, high] = integerRange(value)
  const type = scalar(kind)
  if (isNullLiteral(value)) return literal(null, type)
  if (value._tag === "Literal") {
    return low >= least && high <= greatest
      ? literal(value.value, type)
      : literal(null, type)
  }
  if (low >= least && high <= greatest) return call("cast", [value], type)
  return planning.share(value, (shared) => {
    const fits = logical("and", [
      predicate("greaterOrEquals", shared, int64Literal(Number(least))),
      predicate("lessOrEquals", shared, int64Literal(Number(greatest)))
    ])
    return call("if", [fits, call("cast", [shared], type), literal(null, type)], { ...type, nullable: true })
  })
}

export const toInt = (site: CallSite): Expr => toWhole(site, asWritten(site.arg(0)))

/** A value as a whole number of 64 bits. */
const toWhole = (site: CallSite, x: Expr): Expr => {
  if (isNullLiteral(x)) return literal(null, int64)
  if (isInteger(x.type) || x.type.kind === "Bool") return convert(x, int64)
  if (isExact(x.type)) return asInt64(x)
  const interval = partsOfInterval(x)
  if (interval !== undefined) return interval.count
  return x.type.kind === "UUID" ? site.illegalType(0) : call("toInt", [x], maybe(int64))
}

/** As `toInt`, in the bounds of a type; the digits of a number after its point are cut, as ClickHouse's typed names do. */
export const toIntegerOf = (kind: IntegerKind) => (site: CallSite): Expr => {
  const x = asWritten(site.arg(0))
  const cut = x.type.kind === "Float64" ? composed(site, "trunc(a)", [x]) : x
  const whole = toWhole(site, cut)
  return kind === "Int64" ? whole : narrowed(site.planning, whole, kind)
}

/** A value as a UInt64; NULL where it is none. */
export const toUInt64 = (site: CallSite): Expr => {
  const x = asWritten(site.arg(0))
  const type = scalar("Unsigned")
  if (isTemporal(x.type)) return toExact(toInt(site), type) ?? site.illegalType(0)
  return toExact(x, type) ?? site.illegalType(0)
}

/** A value as a decimal of a number of digits; the second argument is the number of them after the point. */
export const toDecimal = (precision: number) => (site: CallSite): Expr => {
  const scale = site.integer(1)
  if (scale < 0 || scale > precision) {
    return refuse(`The scale of function '${site.name}' is from 0 to ${precision}`, site.ast(1))
  }
  return toExact(asWritten(site.arg(0)), decimal(precision, scale)) ?? site.illegalType(0)
}

export const toFloat = (site: CallSite): Expr => {
  const x = asWritten(site.arg(0))
  if (isNullLiteral(x)) return literal(null, float64)
  if (isNumeric(x.type) || isExact(x.type) || x.type.kind === "Bool") return convert(x, float64)
  if (x.type.kind === "String") return call("toFloat", [x], maybe(float64))
  if (isTemporal(x.type)) {
    return convert(call("toUnixTimestamp", [instant(x, site.planning.timezone)], int64), float64)
  }
  return site.illegalType(0)
}

export const toBool = (site: CallSite): Expr => {
  const x = asWritten(site.arg(0))
  const bool = scalar("Bool")
  if (isNullLiteral(x)) return literal(null, bool)
  if (x.type.kind === "Bool") return x
  return isNumeric(x.type) || isExact(x.type) || x.type.kind === "String"
    ? call("toBool", [x], maybe(bool))
    : site.illegalType(0)
}

export const toUuid = (site: CallSite): Expr => {
  const x = asWritten(site.arg(0))
  if (isNullLiteral(x)) return literal(null, scalar("UUID"))
  if (x.type.kind === "UUID") return x
  return x.type.kind === "String" ? call("toUUID", [x], maybe(scalar("UUID"))) : site.illegalType(0)
}

/** The day that a text begins with, in any form that `toDateTime` reads. A constant one cannot be NULL. */
export const toDate = (site: CallSite): Expr => {
  const x = asWritten(site.arg(0))
  const zone = zoneArgument(site, 1)
  if (isNullLiteral(x)) return literal(null, date)
  const day = x._tag === "Literal" && typeof x.value === "string" ? dateDays(x.value) : undefined
  if (day !== undefined) return literal(day, date)
  if (x.type.kind === "Date") return x
  if (x.type.kind === "DateTime64") return dayOf(x, site.count > 1 ? zone : x.type.timezone)
  const at = (value: Expr): Expr => call("toDate", [value, literal(zone, string)], maybe(date))
  if (isInteger(x.type)) return at(x)
  if (x.type.kind !== "String") return site.illegalType(0)
  return site.planning.share(x, (text) => call("coalesce", [at(text), at(isoTime(text, false))], maybe(date)))
}

/**
 * Seconds since 1970 as a text of nine or ten digits, perhaps with more after a point; milliseconds as one of thirteen,
 * microseconds of sixteen, nanoseconds of nineteen.
 */
const ticks = "^(?:[0-9]{9,10}(?:[.][0-9]{0,9})?|[0-9]{13}|[0-9]{16}|[0-9]{19})$"
const fraction = "toInt(substring(concat(substring(a, position(a, '.') + 1), '000000'), 1, 6))"
const tickMicros =
  `multiIf(position(a, '.') > 0, toInt(substring(a, 1, position(a, '.') - 1)) * 1000000 + ${fraction}, `
  + "length(a) <= 10, toInt(a) * 1000000, length(a) = 13, toInt(a) * 1000, length(a) = 16, toInt(a), "
  + "intDiv(toInt(a), 1000))"

/** A text of another form as ISO 8601; of `05/01/2024` the month is the second number, or the first. */
const isoTime = (text: Expr, isMonthFirst: boolean): Expr =>
  call("isoTime", [text, int64Literal(isMonthFirst ? 1 : 0)], maybe(string))

/** The forms of texts that a conversion reads. */
interface TextReading {
  readonly zone: string
  /** Whether other forms than ISO 8601 are read, and where the month stands among numbers. */
  readonly others: "none" | "day first" | "month first"
}

/** The instant in any form that is read. */
const anyInstant = (site: CallSite, text: Expr, { others, zone }: TextReading): Expr => {
  const type = maybe(dateTime(zone))
  const at = (x: Expr): Expr => call("toDateTime", [x, literal(zone, string)], type)
  return site.planning.share(text, (x) => {
    const micros = composed(site, `if(match(a, '${ticks}'), ${tickMicros}, NULL)`, [x])
    const ticked = call("fromMicros", [micros], type)
    return call(
      "coalesce",
      [at(x), ticked, ...others === "none" ? [] : [at(isoTime(x, others === "month first"))]],
      type
    )
  })
}

/** A date and time, a number of seconds or milliseconds since 1970 or, of a lenient reading, any other form. */
const instantOfText = (site: CallSite, text: Expr, reading: TextReading): Expr => {
  const { zone } = reading
  if (text._tag !== "Literal" || !decide(() => typeof text.value === "string")) return anyInstant(site, text, reading)
  let last: readonly [text: string, instant: number | null] | undefined
  const read = (): number | null => {
    const now = String(text.value)
    if (last?.[0] !== now) last = [now, dateTimeMicros(now, zone) ?? null]
    return last[1]
  }
  if (decide(() => read() === null)) return anyInstant(site, text, reading)
  return derived(text, read, dateTime(zone))
}

/** `zoneIndex` is where the zone stands among the arguments. A property that is a number is one of seconds. */
const asDateTime = (zoneIndex: number, others: TextReading["others"]) => (site: CallSite): Expr => {
  const [given, x] = [site.arg(0), asWritten(site.arg(0))]
  const zone = zoneArgument(site, zoneIndex)
  const type = dateTime(zone)
  if (isNullLiteral(x)) return literal(null, type)
  if (x.type.kind === "DateTime64") return site.count > zoneIndex ? inZone(x, zone) : x
  if (x.type.kind === "Date") return instant(x, zone)
  const at = (value: Expr): Expr => call("toDateTime", [value, literal(zone, string)], maybe(type))
  if (x.type.kind === "String") {
    const read = instantOfText(site, x, { zone, others })
    return isNumeric(given.type) ? call("coalesce", [at(given), read], maybe(type)) : read
  }
  return isNumeric(x.type) ? at(x) : site.illegalType(0)
}

/** An instant; of a text the best effort of reading one. */
export const toDateTime = asDateTime(1, "day first")

/** As `toDateTime`, with the month before the day. */
export const toDateTimeUs = asDateTime(1, "month first")

const withDigitsAsked = (read: (site: CallSite) => Expr) => (site: CallSite): Expr =>
  withDigits(read(site), site.count > 1 ? digitsNamed(site.integer(1), site.ast(1)) : mostDigits)

/** As `toDateTime`, of texts as ISO 8601 has them, with the digits after the seconds that the second argument names. */
export const toDateTime64 = withDigitsAsked(asDateTime(2, "none"))

/** As `toDateTime` and `toDateTimeUs`, with the digits after the seconds that the second argument names. */
export const bestEffort64 = withDigitsAsked(asDateTime(2, "day first"))
export const bestEffort64Us = withDigitsAsked(asDateTime(2, "month first"))

export const toUnixTimestamp = (site: CallSite): Expr => {
  const x = asWritten(site.arg(0))
  const zone = zoneArgument(site, 1)
  const instantOf = (): Expr => {
    if (isNullLiteral(x)) return literal(null, dateTime(zone))
    if (isTemporal(x.type)) return instant(x, zone)
    if (x.type.kind !== "String") return site.illegalType(0)
    return call("toDateTime", [x, literal(zone, string)], maybe(dateTime(zone)))
  }
  return call("toUnixTimestamp", [instantOf()], int64)
}

const decimalForm =
  /^(?:Nullable\()?(decimal|numeric|dec|decimal32|decimal64|decimal128)\s*(?:\((\d+)(?:,\s*(\d+))?\))?\)?$/i

const digitsOfDecimals: Readonly<Record<string, number>> = { decimal32: 9, decimal64: 18, decimal128: 38 }

/** The decimal of that name; undefined for other types. */
export const decimalNamed = (name: string, span: Span): SqlType | undefined => {
  const [, base = "", first, second] = decimalForm.exec(name.trim()) ?? []
  if (base === "") return undefined
  const fixed = digitsOfDecimals[base.toLowerCase()]
  const precision = fixed ?? Number(first ?? 10)
  const scale = Number((fixed === undefined ? second : first) ?? 0)
  if (precision < 1 || precision > 38 || scale > precision) {
    return refuse(`${name} is no decimal of 1 to 38 digits, of which the scale are after the point`, span)
  }
  return decimal(precision, scale)
}

interface CastTarget {
  readonly name: string
  readonly zone: string | undefined
  readonly digits: SecondDigits | 6 | undefined
}

/** The conversion function that CAST to a type of that name means, with the zone and the digits it names. */
export const castTarget = (
  typeName: string,
  span: Span
): CastTarget | undefined => {
  const inner = /^Nullable\((.*)\)$/i.exec(typeName.trim())?.[1] ?? typeName.trim()
  const [, base = "", rest = ""] = /^([A-Za-z0-9_ ]+?)\s*(?:\((.*)\))?$/.exec(inner) ?? []
  const name = castNames.get(base.toLowerCase())
  if (name === undefined) return undefined
  return { name, zone: /'([^']*)'/.exec(rest)?.[1], digits: digitsOfType(base.toLowerCase(), rest, span) }
}

/** The digits after the seconds of a type of instants: of DateTime64 three, where it names none. */
const digitsOfType = (base: string, rest: string, span: Span): SecondDigits | 6 | undefined => {
  if (base !== "datetime64") return base === "datetime" || base === "timestamp" ? "none" : undefined
  return digitsNamed(Number(/^\s*(\d+)/.exec(rest)?.[1] ?? 3), span)
}

const castNames: ReadonlyMap<string, string> = new Map(
  ([
    ["toString", "string text varchar char"],
    ["toInt", "int integer bigint smallint tinyint int8 int16 int32 int64 uint8 uint16 uint32"],
    ["toUInt64", "uint64"],
    ["toFloat", "float double real float32 float64"],
    ["toBool", "bool boolean"],
    ["toUUID", "uuid"],
    ["toDate", "date date32"],
    ["toDateTime64", "datetime datetime64 timestamp"]
  ] as const).flatMap(([name, types]) => types.split(" ").map((type) => [type, name] as const))
)
