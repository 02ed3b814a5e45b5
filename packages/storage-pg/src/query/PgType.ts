import { isInteger, type SqlType } from "@hedgerow/core/query/sql/SqlType"

/** The PostgreSQL type that holds values of a type inside a query. */
export const pgType = (type: SqlType): string => {
  if (isInteger(type)) return "int8"
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
    case "Tuple":
      return "jsonb"
    default:
      return "text"
  }
}
