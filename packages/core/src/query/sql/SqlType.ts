/**
 * The types of the dialect. Names are ClickHouse's on every engine. All integers share one run-time form, all DateTime64
 * too; the width and the precision only name the type.
 */
export type SqlType =
  & { readonly nullable: boolean }
  & (
    | { readonly kind: ScalarKind }
    /** An instant in microseconds, shown and cut into days in `timezone` (IANA name). */
    | { readonly kind: "DateTime64"; readonly timezone: string }
    | { readonly kind: "Array"; readonly element: SqlType }
    | { readonly kind: "Tuple"; readonly elements: ReadonlyArray<SqlType> }
  )

/** `Nothing` is the type of a bare NULL. */
export type ScalarKind = "Nothing" | "Bool" | IntegerKind | "Float64" | "String" | "UUID" | "Date"

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
export const isTemporal = (type: SqlType): boolean => type.kind === "Date" || type.kind === "DateTime64"

export const scalar = (kind: ScalarKind, nullable = false): SqlType => ({ kind, nullable })
export const dateTime = (timezone: string, nullable = false): SqlType => ({ kind: "DateTime64", timezone, nullable })
export const withNullable = (type: SqlType, nullable: boolean): SqlType =>
  type.nullable === nullable ? type : { ...type, nullable }

/** ClickHouse's name of the type, as in the `types` of an answer. */
export const typeName = (type: SqlType): string => type.nullable ? `Nullable(${bareName(type)})` : bareName(type)

const bareName = (type: SqlType): string => {
  switch (type.kind) {
    case "DateTime64":
      return `DateTime64(6, '${type.timezone}')`
    case "Array":
      return `Array(${typeName(type.element)})`
    case "Tuple":
      return `Tuple(${type.elements.map(typeName).join(", ")})`
    default:
      return type.kind
  }
}
