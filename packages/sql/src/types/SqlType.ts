import type { DateUnit } from "./DateUnit.ts"

/**
 * The types of the dialect. Names are ClickHouse's on every engine. All integers share one run-time form, all
 * DateTime64 too; the width and the precision only name the type.
 */
export type SqlType =
  & { readonly nullable: boolean }
  & (
    | { readonly kind: ScalarKind }
    /**
     * An instant in microseconds, shown and cut into days in `timezone` (IANA name); by default with all six digits.
     */
    | { readonly kind: "DateTime64"; readonly timezone: string; readonly digits?: SecondDigits }
    | { readonly kind: "Array"; readonly element: SqlType }
    /** The names of members, where they have some, are for reading them alone. */
    | {
      readonly kind: "Tuple"
      readonly elements: ReadonlyArray<SqlType>
      readonly names?: MemberNames
    }
    | { readonly kind: "Map"; readonly key: SqlType; readonly value: SqlType }
    /** An exact number of at most `precision` digits, `scale` of them after the point. */
    | { readonly kind: "Decimal"; readonly precision: number; readonly scale: number }
    /** A number of units of time: a cell is the number. */
    | { readonly kind: "Interval"; readonly unit: DateUnit }
    /** A function as an argument: never the value of a column. */
    | { readonly kind: "Lambda"; readonly result: SqlType }
  )

/** The digits that an instant has after its seconds; `none` is ClickHouse's DateTime, which has no place for them. */
export type SecondDigits = 0 | 1 | 2 | 3 | 4 | 5 | "none"

type MemberNames = ReadonlyArray<string | undefined>

/**
 * `Nothing` is the type of a bare NULL. `JSON` is a document with readable properties; users see its canonical text, of
 * the type String. `Unsigned` is a UInt64 that may be above Int64, which UInt64 itself (counts, lengths) never is:
 * users see the one name for both.
 */
export type ScalarKind =
  | "Nothing"
  | "Bool"
  | IntegerKind
  | "Unsigned"
  | "Float64"
  | "String"
  | "UUID"
  | "Date"
  | "JSON"

export type IntegerKind = "UInt8" | "UInt16" | "UInt32" | "UInt64" | "Int8" | "Int16" | "Int32" | "Int64"

/** All integers, narrowest first, those without sign before those with one. */
export const integerKinds: ReadonlyArray<IntegerKind> = [
  "UInt8",
  "UInt16",
  "UInt32",
  "UInt64",
  "Int8",
  "Int16",
  "Int32",
  "Int64"
]

const integers: ReadonlySet<string> = new Set(integerKinds)

export const isInteger = (type: SqlType): boolean => integers.has(type.kind)
export const isNumeric = (type: SqlType): boolean => isInteger(type) || type.kind === "Float64"
/** Whether values are exact beyond 64 bits: a cell is the number times 10 to the power of the type's scale. */
export const isExact = (type: SqlType): type is ExactType => type.kind === "Unsigned" || type.kind === "Decimal"
export const isTemporal = (type: SqlType): boolean => type.kind === "Date" || type.kind === "DateTime64"

/** UInt64 of any size, and decimals. */
export type ExactType = SqlType & ({ readonly kind: "Unsigned" } | { readonly kind: "Decimal" })

/** Whether values are numbers of 64 bits in every engine: integers, and intervals by their number. */
export const isInt64 = (type: SqlType): boolean => isInteger(type) || type.kind === "Interval"

/** The number of digits after the point in cells of a type. */
export const scaleOf = (type: SqlType): number => type.kind === "Decimal" ? type.scale : 0

/** The digits after the seconds of instants. */
export const secondDigits = (type: SqlType): number =>
  type.kind === "DateTime64" && type.digits !== undefined ? type.digits === "none" ? 0 : type.digits : 6

const composites: ReadonlySet<string> = new Set(["Array", "Tuple", "Map", "Lambda"])

/** Whether values of the type hold others, or are none: they are never NULL. */
export const isComposite = (type: SqlType): boolean => composites.has(type.kind)

export const arrayOf = (element: SqlType): SqlType => ({ kind: "Array", element, nullable: false })
export const tupleOf = (elements: ReadonlyArray<SqlType>, names: MemberNames = []): SqlType => ({
  kind: "Tuple",
  elements,
  nullable: false,
  ...(names.every((name) => name === undefined) ? undefined : { names })
})
export const mapOf = (key: SqlType, value: SqlType): SqlType => ({ kind: "Map", key, value, nullable: false })
export const lambdaOf = (result: SqlType): SqlType => ({ kind: "Lambda", result, nullable: false })

export const scalar = (kind: ScalarKind, nullable = false): SqlType => ({ kind, nullable })
export const dateTime = (timezone: string, nullable = false): SqlType => ({ kind: "DateTime64", timezone, nullable })

/** The type of instants with a number of digits after their seconds. */
export const withSecondDigits = (type: SqlType, digits: SecondDigits | 6 | undefined): SqlType => {
  if (type.kind !== "DateTime64") return type
  const { kind, nullable, timezone } = type
  return digits === undefined || digits === 6 ? { kind, timezone, nullable } : { kind, timezone, nullable, digits }
}
export const intervalOf = (unit: DateUnit, nullable = false): SqlType => ({ kind: "Interval", unit, nullable })
export const decimal = (precision: number, scale: number, nullable = false): SqlType => ({
  kind: "Decimal",
  precision,
  scale,
  nullable
})
export const withNullable = (type: SqlType, nullable: boolean): SqlType =>
  type.nullable === nullable || isComposite(type) ? type : { ...type, nullable }

/** Whether both name the same type, NULL aside: alike in every member. */
export const isSameType = (a: SqlType, b: SqlType): boolean => {
  if (a.kind === "Array" && b.kind === "Array") return isSameMember(a.element, b.element)
  if (a.kind === "Tuple" && b.kind === "Tuple") {
    return a.elements.length === b.elements.length
      && a.elements.every((element, i) => isSameMember(element, b.elements[i] ?? element))
  }
  if (a.kind === "Map" && b.kind === "Map") return isSameMember(a.key, b.key) && isSameMember(a.value, b.value)
  if (a.kind === "Interval" && b.kind === "Interval") return a.unit === b.unit
  if (a.kind === "Decimal" && b.kind === "Decimal") return a.precision === b.precision && a.scale === b.scale
  if (a.kind === "DateTime64" && b.kind === "DateTime64") return a.digits === b.digits
  return a.kind === b.kind
}

const isSameMember = (a: SqlType, b: SqlType): boolean => a.nullable === b.nullable && isSameType(a, b)

/** ClickHouse's name of the type, as in the `types` of an answer. */
export const typeName = (type: SqlType): string => type.nullable ? `Nullable(${bareName(type)})` : bareName(type)

const intervalNames: Partial<Record<DateUnit, string>> = {
  second: "Second",
  minute: "Minute",
  hour: "Hour",
  day: "Day",
  week1: "Week",
  month: "Month",
  quarter: "Quarter",
  year: "Year"
}

const bareName = (type: SqlType): string => {
  switch (type.kind) {
    case "DateTime64":
      return type.digits === "none"
        ? `DateTime('${type.timezone}')`
        : `DateTime64(${secondDigits(type)}, '${type.timezone}')`
    case "Array":
      return `Array(${typeName(type.element)})`
    case "Tuple":
      return `Tuple(${type.elements.map(typeName).join(", ")})`
    case "Map":
      return `Map(${typeName(type.key)}, ${typeName(type.value)})`
    case "Decimal":
      return `Decimal(${type.precision}, ${type.scale})`
    case "Unsigned":
      return "UInt64"
    case "Interval":
      return `Interval${intervalNames[type.unit] ?? "Day"}`
    case "JSON":
      return "String"
    default:
      return type.kind
  }
}
