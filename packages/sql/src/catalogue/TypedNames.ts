import type { Example } from "../functions/Signature.ts"
import type { Expr } from "../plan/Plan.ts"
import type { CallSite, Entries, FunctionEntry } from "../planning/CallSite.ts"
import { arityOf, lenient, type Parameter } from "../planning/Described.ts"
import type { Cell } from "../types/Cell.ts"
import type { IntegerKind, SqlType } from "../types/SqlType.ts"
import { commonType, convert } from "../typing/Coerce.ts"
import { call, literal } from "../typing/PlanExpr.ts"
import {
  bestEffort64,
  bestEffort64Us,
  toDate,
  toDateTime,
  toDateTime64,
  toDateTimeUs,
  toDecimal,
  toFloat,
  toInt,
  toIntegerOf,
  toUInt64,
  toUuid
} from "./Conversions.ts"

type Lower = FunctionEntry["lower"]

/** A conversion under ClickHouse's name of it, and the forms that say what a value without a result gives. */
interface Typed {
  readonly result: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly lower: Lower
  /** The value of OrZero and of OrDefault without a default. */
  readonly zero: Cell
  readonly meaning: string
  /** Arguments that have a result, and that. */
  readonly given: Example
  readonly shownZero: Example[1]
}

const integers: ReadonlyArray<readonly [IntegerKind, string]> = [
  ["Int8", "from -128 to 127"],
  ["Int16", "from -32768 to 32767"],
  ["Int32", "from -2147483648 to 2147483647"],
  ["Int64", "of 64 bits"],
  ["UInt8", "from 0 to 255"],
  ["UInt16", "from 0 to 65535"],
  ["UInt32", "from 0 to 4294967295"]
]

const whole = ([kind, range]: readonly [IntegerKind, string]): readonly [string, Typed] => [`to${kind}`, {
  result: kind,
  parameters: ["any"],
  lower: toIntegerOf(kind),
  zero: 0,
  meaning: `a whole number ${range}, the digits of a number after its point cut`,
  given: ["'12'", 12],
  shownZero: 0
}]

const float: Typed = {
  result: "Float64",
  parameters: ["any"],
  lower: toFloat,
  zero: 0,
  meaning: "a number",
  given: ["'1.5'", 1.5],
  shownZero: 0
}

const exact = (name: string, precision: number): readonly [string, Typed] => [name, {
  result: "Decimal",
  parameters: ["any", "scale"],
  lower: toDecimal(precision),
  zero: 0,
  meaning: `an exact number of ${precision} digits, b of them after the point`,
  given: ["'1.25', 2", "1.25"],
  shownZero: "0"
}]

const day: Typed = {
  result: "Date",
  parameters: ["any"],
  lower: toDate,
  zero: 0,
  meaning: "a date",
  given: ["'2024-02-29'", "2024-02-29"],
  shownZero: "1970-01-01"
}

const instant = (parameters: Typed["parameters"], lower: Lower, text: string, shown: string): Typed => ({
  result: "DateTime64",
  parameters,
  lower,
  zero: 0,
  meaning: "an instant",
  given: [text, shown],
  shownZero: "1970-01-01T00:00:00Z"
})

const texts = { iso: "'2024-02-29 10:20:30'", shown: "2024-02-29T10:20:30Z" }

const typed: ReadonlyArray<readonly [string, Typed]> = [
  ...integers.map(whole),
  ["toInt", { ...whole(["Int64", ""])[1], lower: toInt, meaning: "a whole number" }],
  ["toUInt64", {
    ...whole(["UInt64", ""])[1],
    result: "UInt64",
    lower: toUInt64,
    meaning: "a whole number from 0 to 18446744073709551615"
  }],
  ["toFloat", float],
  ["toFloat32", float],
  ["toFloat64", float],
  exact("toDecimal32", 9),
  exact("toDecimal64", 18),
  exact("toDecimal128", 38),
  ["toUUID", {
    result: "UUID",
    parameters: ["any"],
    lower: toUuid,
    zero: "00000000-0000-0000-0000-000000000000",
    meaning: "a UUID",
    given: ["'018f3a5e-7a00-7000-8000-000000000000'", "018f3a5e-7a00-7000-8000-000000000000"],
    shownZero: "00000000-0000-0000-0000-000000000000"
  }],
  ["toDate", day],
  ["toDate32", day],
  ["toDateTime", instant(["any", "zone?"], toDateTime, texts.iso, texts.shown)],
  ["toDateTime64", instant(["any", "scale?", "zone?"], toDateTime64, `${texts.iso}, 3`, texts.shown)],
  ["parseDateTimeBestEffort", instant(["any", "zone?"], toDateTime, texts.iso, texts.shown)],
  ["parseDateTime32BestEffort", instant(["any", "zone?"], toDateTime, texts.iso, texts.shown)],
  ["toDateTimeUS", instant(["any", "zone?"], toDateTimeUs, "'2/29/2024 10:20:30'", texts.shown)],
  ["parseDateTimeBestEffortUS", instant(["any", "zone?"], toDateTimeUs, "'2/29/2024 10:20:30'", texts.shown)],
  [
    "parseDateTime64BestEffort",
    instant(["any", "scale?", "zone?"], bestEffort64, "'29.02.2024 10:20:30', 3", texts.shown)
  ],
  [
    "parseDateTime64BestEffortUS",
    instant(["any", "scale?", "zone?"], bestEffort64Us, "'2/29/2024 10:20:30', 3", texts.shown)
  ]
]

/** The value where there is one, else another of a type that holds both. */
const otherwise = (site: CallSite, value: Expr, other: Expr): Expr => {
  const type: SqlType = commonType(value.type, other.type) ?? site.illegalTypes()
  return call("coalesce", [convert(value, type), convert(other, type)], { ...type, nullable: other.type.nullable })
}

const orZero = ({ lower, zero }: Typed): Lower => (site) => {
  const value = lower(site)
  return value.type.nullable ? otherwise(site, value, literal(zero, { ...value.type, nullable: false })) : value
}

const orDefault = (one: Typed): Lower => (site) => {
  const { length } = one.parameters
  return site.count > length ? otherwise(site, one.lower(site), site.arg(length)) : orZero(one)(site)
}

interface Form {
  readonly name: string
  readonly entry: FunctionEntry
  readonly example: Example
}

const form = (
  name: string,
  { parameters, result }: Pick<Typed, "parameters" | "result">,
  meaning: string,
  lower: Lower,
  [given, shown]: Example
): Form => ({
  name,
  entry: { ...lenient(parameters, result, meaning), ...arityOf(parameters), lower },
  example: [`${name}(${given})`, shown]
})

/** Names for which the dialect has another one, to which the same endings are added. */
const others: Readonly<Record<string, string>> = {
  toFloat32: "toFloat",
  toFloat64: "toFloat",
  toDate32: "toDate",
  toDecimal64: "toDecimal",
  parseDateTimeBestEffort: "toDateTime",
  parseDateTime32BestEffort: "toDateTime",
  parseDateTimeBestEffortUS: "toDateTimeUS"
}

const aliased = (one: Form, aliasOf: string): Form => ({ ...one, entry: { ...one.entry, aliasOf } })

const formsOf = ([name, one]: readonly [string, Typed]): ReadonlyArray<Form> => {
  const { given, lower, meaning, parameters, result, shownZero } = one
  const unreadable: Example = [given[0].replace(/^'[^']*'/, "'x'"), shownZero]
  const withDefault = { parameters: [...parameters, "any?"] as const, result }
  const zero = JSON.stringify(shownZero).replaceAll("\"", "")
  const own = form(name, one, `${meaning}; NULL of what is none`, lower, given)
  const orNull = aliased({ ...own, name: `${name}OrNull` }, others[name] ?? name)
  const withValue = [
    form(`${name}OrZero`, one, `as ${name}; ${zero} of what is none`, orZero(one), unreadable),
    ...parameters.length > 1
      ? []
      : [
        form(`${name}OrDefault`, withDefault, `as ${name}; b, or ${zero}, of what is none`, orDefault(one), unreadable)
      ]
  ]
  const other = others[name]
  // Decimals have no name without their digits.
  if (other === undefined || other === "toDecimal") return [own, orNull, ...withValue]
  return [
    aliased(own, other),
    orNull,
    ...withValue.map((one) => aliased(one, other + one.name.slice(name.length)))
  ]
}

/** Names that other parts of the catalogue have. */
const elsewhere: ReadonlySet<string> = new Set(
  ("toInt toIntOrZero toUInt64 toFloat toFloatOrZero toFloatOrDefault toDecimal32 toDecimal64 toDecimal128 toUUID toDate "
    + "toDateTime toDateTime64 parseDateTimeBestEffort").split(" ")
)

const forms = typed.flatMap(formsOf).filter(({ name }) => !elsewhere.has(name))

/** ClickHouse's names of conversions by the type that they give. */
export const typedNames: Entries = Object.fromEntries(forms.map(({ entry, name }) => [name, entry]))

/** The example of each. */
export const typedExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  forms.filter(({ entry }) => entry.aliasOf === undefined).map(({ example, name }) => [name, example])
)
