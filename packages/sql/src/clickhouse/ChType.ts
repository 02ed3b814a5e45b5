import { isComposite, isExact, isInt64, type SqlType } from "../types/SqlType.ts"
import { sqlText } from "./SqlText.ts"

/**
 * The ClickHouse type that holds values of a type inside a query. Integers are Int64 (predicates UInt8, which widens by
 * itself), exact numbers units of their last digit in Int256, dates Date32, instants DateTime64 in UTC: zones are arguments of functions.
 */
export const chType = (type: SqlType): string => {
  if (isInt64(type)) return "Int64"
  if (isExact(type)) return "Int256"
  switch (type.kind) {
    case "Date":
      return "Date32"
    case "DateTime64":
      return "DateTime64(6, 'UTC')"
    case "Array":
      return `Array(${nullableChType(type.element)})`
    case "Tuple":
      return `Tuple(${type.elements.map(nullableChType).join(", ")})`
    case "Map":
      return `Map(${chType(type.key)}, ${nullableChType(type.value)})`
    case "JSON":
      return "String"
    default:
      return type.kind
  }
}

/** The same with NULL; arrays, tuples and maps have none in ClickHouse. */
export const nullableChType = (type: SqlType): string => isComposite(type) ? chType(type) : `Nullable(${chType(type)})`

/** A NULL of the type. */
export const typedNull = (type: SqlType): string =>
  type.kind === "Nothing" ? "NULL" : `CAST(NULL, ${sqlText(`Nullable(${chType(type)})`)})`

const nullOf = (type: string): string => `CAST(NULL, ${sqlText(`Nullable(${type})`)})`

/**
 * NULLs of the types that our own conditionals have. ClickHouse takes a conditional whose condition is a constant for
 * its branch; a bare NULL there would have no type.
 */
export const nulls = {
  bool: nullOf("Bool"),
  date: nullOf("Date32"),
  exact: nullOf("Int256"),
  float: nullOf("Float64"),
  instant: nullOf("DateTime64(6, 'UTC')"),
  int64: nullOf("Int64"),
  int128: nullOf("Int128"),
  text: nullOf("String"),
  uuid: nullOf("UUID")
}
