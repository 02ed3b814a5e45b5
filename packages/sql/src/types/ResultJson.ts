import type { Cell, Row } from "./Cell.ts"
import { exactText } from "./ExactCells.ts"
import { toIso } from "./Instants.ts"
import { type LongText, wholeText } from "./LongText.ts"
import type { SqlType } from "./SqlType.ts"

/** A value that is JSON text already. */
export class JsonText {
  readonly json: LongText
  /** The number of its items, where it is a list. */
  readonly items: number

  constructor(json: LongText, items = 0) {
    this.json = json
    this.items = items
  }
}

/** A value of an answer: JSON, with integers beyond the safe range kept exact. */
export type WireValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonText
  | ReadonlyArray<WireValue>
  | { readonly [key: string]: WireValue | undefined }

/** The fields of a result whose interface has values of JSON alone: an interface has no index signature. */
export const wireFields = (result: object): { readonly [field: string]: WireValue } =>
  result as { readonly [field: string]: WireValue }

const day = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10)

/** One cell as the wire shows a value of its type: times end in `Z`, decimals are texts, numbers JSON has no word for are null. */
export const encodeCell = (cell: Cell, type: SqlType): WireValue => {
  if (cell === null) return null
  if (type.kind === "Array") {
    return Array.isArray(cell)
      ? cell.map((item: Cell) => encodeCell(item, type.element))
      : null
  }
  if (type.kind === "Map") return encodeMap(cell, type)
  if (type.kind === "Tuple") {
    const items: ReadonlyArray<Cell> = Array.isArray(cell) ? cell : []
    return type.elements.map((element, index) => encodeCell(items[index] ?? null, element))
  }
  if (type.kind === "Decimal") {
    return typeof cell === "number" || typeof cell === "bigint" ? exactText(cell, type.scale) : null
  }
  if (typeof cell === "number") {
    if (type.kind === "DateTime64") return toIso(cell)
    if (type.kind === "Date") return day(cell)
    return Number.isFinite(cell) ? cell : null
  }
  return cell
}

/** A map as an object: of equal keys the first counts. */
const encodeMap = (cell: Cell, type: Extract<SqlType, { readonly kind: "Map" }>): WireValue => {
  const pairs: ReadonlyArray<Cell> = Array.isArray(cell) ? cell : []
  const members = new Map<string, WireValue>()
  for (const pair of pairs) {
    const [key = null, value = null]: ReadonlyArray<Cell> = Array.isArray(pair) ? pair : []
    const wire = encodeCell(key, type.key)
    const name = typeof wire === "string" ? wire : encodeJson(wire)
    if (!members.has(name)) members.set(name, encodeCell(value, type.value))
  }
  return Object.fromEntries(members)
}

/** Rows as the wire shows them, `types` in the order of the columns. */
export const encodeRows = (
  rows: ReadonlyArray<Row>,
  types: ReadonlyArray<SqlType>
): ReadonlyArray<ReadonlyArray<WireValue>> =>
  rows.map((row) => types.map((type, index) => encodeCell(row[index] ?? null, type)))

const isList = (value: object): value is ReadonlyArray<WireValue> => Array.isArray(value)

/** Values that `JSON.stringify` writes as they are meant: long lists of them are written at once. */
const isPlain = (value: WireValue): boolean => value === null || typeof value === "number" || typeof value === "string"

/** JSON text in which every integer has all its digits. */
export const encodeJson = (value: WireValue): string => {
  switch (typeof value) {
    case "bigint":
      return value.toString()
    case "object": {
      if (value === null) return "null"
      if (value instanceof JsonText) return wholeText(value.json)
      if (isList(value)) return value.every(isPlain) ? JSON.stringify(value) : `[${value.map(encodeJson).join(",")}]`
      const fields = Object.entries(value).flatMap(([key, field]) =>
        field === undefined ? [] : [`${JSON.stringify(key)}:${encodeJson(field)}`]
      )
      return `{${fields.join(",")}}`
    }
    default:
      return JSON.stringify(typeof value === "number" && !Number.isFinite(value) ? null : value)
  }
}

/** A text as it is, another value as its JSON. */
export const encodedText = (value: WireValue): string => typeof value === "string" ? value : encodeJson(value)

/** The JSON text of a query's answer. */
export const encodeResponse = (response: { readonly [Key in string]?: WireValue }): string => encodeJson(response)
