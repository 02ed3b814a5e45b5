import type { Cell } from "@hedgerow/sql/types/Cell"
import { exactText } from "@hedgerow/sql/types/ExactCells"
import { isInt64, type SqlType } from "@hedgerow/sql/types/SqlType"
import type { SchemaElement } from "hyparquet"

type Repetition = NonNullable<SchemaElement["repetition_type"]>

/** A value as the writer takes it. */
type ParquetValue =
  | undefined
  | boolean
  | number
  | bigint
  | string
  | ReadonlyArray<ParquetValue>
  | { readonly [member: string]: ParquetValue }

const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const

const instant = {
  type: "INT64",
  converted_type: "TIMESTAMP_MICROS",
  logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" }
} as const

/** The member of a tuple at a place. */
const memberName = (place: number): string => String(place + 1)

const leaf = (type: SqlType): Omit<SchemaElement, "name"> => {
  if (isInt64(type)) return { type: "INT64" }
  switch (type.kind) {
    case "Unsigned":
      return { type: "INT64", converted_type: "UINT_64" }
    case "Bool":
      return { type: "BOOLEAN" }
    case "Float64":
      return { type: "DOUBLE" }
    case "Date":
      return { type: "INT32", converted_type: "DATE" }
    case "DateTime64":
      return instant
    default:
      return text
  }
}

/** The schema of a column: the element of its name, and those inside it. */
export const parquetSchema = (
  name: string,
  type: SqlType,
  repetition_type: Repetition = "OPTIONAL"
): ReadonlyArray<SchemaElement> => {
  switch (type.kind) {
    case "Array":
      return [
        { name, repetition_type, converted_type: "LIST", num_children: 1 },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        ...parquetSchema("element", type.element)
      ]
    case "Tuple":
      return [
        { name, repetition_type, num_children: type.elements.length },
        ...type.elements.flatMap((element, place) => parquetSchema(memberName(place), element))
      ]
    case "Map":
      return [
        { name, repetition_type, converted_type: "MAP", num_children: 1 },
        { name: "key_value", repetition_type: "REPEATED", num_children: 2 },
        ...parquetSchema("key", type.key, "REQUIRED"),
        ...parquetSchema("value", type.value)
      ]
    default:
      return [{ name, repetition_type, ...leaf(type) }]
  }
}

const items = (cell: Cell): ReadonlyArray<Cell> => Array.isArray(cell) ? cell : []

/** A cell as the writer takes a value of its type: whole numbers of 64 bits as such, times in microseconds. */
export const parquetValue = (cell: Cell, type: SqlType): ParquetValue => {
  if (cell === null) return undefined
  switch (type.kind) {
    case "Array":
      return items(cell).map((item) => parquetValue(item, type.element))
    case "Tuple":
      return Object.fromEntries(
        type.elements.map((element, place) => [memberName(place), parquetValue(items(cell)[place] ?? null, element)])
      )
    case "Map":
      return items(cell).map((pair) => {
        const [key = null, value = null] = items(pair)
        return { key: parquetValue(key, type.key), value: parquetValue(value, type.value) }
      })
    case "Decimal":
      return typeof cell === "number" || typeof cell === "bigint" ? exactText(cell, type.scale) : undefined
    default:
      if (typeof cell === "number" && (isInt64(type) || type.kind === "Unsigned" || type.kind === "DateTime64")) {
        return BigInt(cell)
      }
      return typeof cell === "object" ? JSON.stringify(cell) : cell
  }
}
