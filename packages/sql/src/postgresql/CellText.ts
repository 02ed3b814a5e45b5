import type { Cell } from "../types/Cell.ts"
import { toIso } from "../types/Instants.ts"
import { isInteger, type SqlType } from "../types/SqlType.ts"
import { isNative } from "./PgType.ts"

const dayMillis = 86_400_000

const floatText = (value: Cell): string => Object.is(value, -0) ? "-0" : String(value)
const dateText = (days: number): string => new Date(days * dayMillis).toISOString().slice(0, 10)

/** The members of an array or tuple as JSON, in a form that `documentCell` reads back exactly. */
const documentValue = (value: Cell, type: SqlType): unknown => {
  if (value === null) return null
  switch (type.kind) {
    case "Map":
      return Array.isArray(value)
        ? value.map((pair: Cell) =>
          documentValue(pair, { kind: "Tuple", elements: [type.key, type.value], nullable: false })
        )
        : null
    case "Array":
      return Array.isArray(value) ? value.map((item) => documentValue(item, type.element)) : null
    case "Tuple":
      return Array.isArray(value) ? type.elements.map((element, i) => documentValue(value[i] ?? null, element)) : null
    case "Bool":
    case "String":
    case "UUID":
      return value
    default:
      return floatText(value)
  }
}

/** The text PostgreSQL reads as this value of the type's `pgType`. */
export const cellText = (value: Exclude<Cell, null>, type: SqlType): string => {
  switch (type.kind) {
    case "Array":
      return isNative(type) && Array.isArray(value)
        ? arrayText(value.map((item: Cell) => item === null ? null : cellText(item, type.element)))
        : JSON.stringify(documentValue(value, type))
    case "Tuple":
    case "Map":
      return JSON.stringify(documentValue(value, type))
    case "Date":
      return dateText(Number(value))
    case "DateTime64":
      return toIso(Number(value))
    case "Float64":
      return floatText(value)
    default:
      return isInteger(type) && typeof value === "boolean" ? String(Number(value)) : String(value)
  }
}

/** An array literal of PostgreSQL. */
export const arrayText = (values: ReadonlyArray<string | null>): string =>
  `{${values.map((value) => value === null ? "NULL" : `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`
