import type { Cell } from "./Cell.ts"
import { isExact, isInt64, isNumeric, type SqlType } from "./SqlType.ts"

/** The default of a member that is missing: NULL where the type is nullable, else zero, empty or the first date. */
export const defaultCell = (type: SqlType): Cell => {
  if (type.nullable) return null
  if (isNumeric(type) || isInt64(type) || isExact(type)) return 0
  switch (type.kind) {
    case "Bool":
      return false
    case "UUID":
      return "00000000-0000-0000-0000-000000000000"
    case "Date":
    case "DateTime64":
      return 0
    case "Array":
    case "Map":
      return []
    case "Tuple":
      return type.elements.map(defaultCell)
    case "Nothing":
      return null
    default:
      return ""
  }
}
