import { isComposite, isInt64, type SqlType } from "../types/SqlType.ts"

/** Whether the array is one of PostgreSQL's: others, like tuples and maps, are documents. */
export const isNative = (type: Extract<SqlType, { readonly kind: "Array" }>): boolean =>
  !isComposite(type.element) && type.element.kind !== "JSON"

/** The PostgreSQL type that holds values of a type inside a query; exact numbers are units of their last digit. */
export const pgType = (type: SqlType): string => {
  if (isInt64(type)) return "int8"
  switch (type.kind) {
    case "Bool":
      return "boolean"
    case "Float64":
      return "float8"
    case "UUID":
      return "uuid"
    case "Date":
      return "date"
    case "DateTime64":
      return "timestamptz"
    case "Array":
      return isNative(type) ? `${pgType(type.element)}[]` : "jsonb"
    case "Tuple":
    case "Map":
    case "JSON":
      return "jsonb"
    case "Decimal":
    case "Unsigned":
      return "numeric"
    default:
      return "text"
  }
}
