import { Placeholders } from "../render/Placeholders.ts"
import type { Cell } from "../types/Cell.ts"
import { arrayOf, isComposite, isInteger, scalar, type SqlType } from "../types/SqlType.ts"
import { chType, typedNull } from "./ChType.ts"
import { sqlText } from "./SqlText.ts"

/** A statement with its bound values. */
export interface Rendered {
  readonly sql: string
  readonly params: Readonly<Record<string, BoundValue>>
}

type BoundValue = string | ReadonlyArray<string | number | bigint | boolean>

const floatText = (value: number): string => {
  if (Object.is(value, -0)) return "-0"
  return Number.isFinite(value) ? String(value) : Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf"
}

const cellText = (cell: Cell, type: SqlType): string => {
  if (type.kind === "Float64") return floatText(Number(cell))
  return typeof cell === "boolean" && isInteger(type) ? String(Number(cell)) : String(cell)
}

const arrayItem = (cell: Cell, type: SqlType): string | number | bigint | boolean =>
  cell === null || typeof cell === "object" ? "" : typeof cell === "boolean" && isInteger(type) ? Number(cell) : cell

/** The bound type of a value, and the expression that converts it to its own. Dates and instants travel as integers. */
const bindingOf = (type: SqlType): { readonly bound: string; readonly wrap: (text: string) => string } => {
  const asIs = (text: string): string => text
  if (isInteger(type)) return { bound: "Int64", wrap: asIs }
  switch (type.kind) {
    case "Date":
      return { bound: "Int32", wrap: (text) => `toDate32(${text})` }
    case "DateTime64":
      return { bound: "Int64", wrap: (text) => `fromUnixTimestamp64Micro(${text}, 'UTC')` }
    default:
      return { bound: chType(type), wrap: asIs }
  }
}

/** Types, beside integers, whose values stand in one array placeholder as they are. */
const flat: ReadonlySet<SqlType["kind"]> = new Set(["Bool", "String", "Date", "DateTime64"])

const zeroOf = (type: SqlType): Cell => type.kind === "String" ? "" : type.kind === "Bool" ? false : 0

/** A server takes 128 KiB for one placeholder: this number of characters, each of three bytes or escaped, is less. */
const partCharacters = 30_000

/** The cells in parts of that length, in their order. */
const partsOf = (cells: ReadonlyArray<Cell>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const parts: Array<Array<Cell>> = []
  let length = partCharacters
  for (const cell of cells) {
    const own = (typeof cell === "string" ? cell.length : 20) + 3
    if (length + own > partCharacters) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(cell)
    length += own
  }
  return parts
}

/** The bound values of one statement. Scalars are bound as text. */
export class Parameters {
  readonly #places = new Placeholders<BoundValue>()

  /** A placeholder, or a typed NULL. */
  value(cell: Cell, type: SqlType): string {
    if (cell === null || type.kind === "Nothing") return typedNull(type)
    if (type.kind === "Array" || type.kind === "Tuple") return this.#list(cell, type)
    const { bound, wrap } = bindingOf(type)
    return wrap(this.#bind(cellText(cell, type), bound))
  }

  /** One array placeholder for all values; none of them is NULL. */
  array(cells: ReadonlyArray<Cell>, type: SqlType): string {
    const { bound, wrap } = bindingOf(type)
    const items = cells.map((cell) => arrayItem(cell, type))
    const array = this.#bind(items, `Array(${bound})`)
    return wrap("x") === "x" ? array : `arrayMap(x -> ${wrap("x")}, ${array})`
  }

  /** An array of values that may be NULL, in placeholders of a bounded length. */
  column(cells: ReadonlyArray<Cell>, type: SqlType): string {
    if (isComposite(type) || !flat.has(type.kind) && !isInteger(type)) return this.value(cells, arrayOf(type))
    const parts = partsOf(cells).map((part) => {
      const array = this.array(part.map((cell) => cell ?? zeroOf(type)), type)
      if (part.every((cell) => cell !== null)) return array
      const isNull = this.array(part.map((cell) => cell === null), scalar("Bool"))
      return `arrayMap((x, n) -> if(n, NULL, x), ${array}, ${isNull})`
    })
    const whole = parts.length === 1 ? parts.join("") : `arrayConcat(${["[]", ...parts].join(", ")})`
    return `CAST(${whole}, ${sqlText(chType(arrayOf(type)))})`
  }

  text(value: string): string {
    return this.#bind(value, "String")
  }

  int32(value: number): string {
    return this.#bind(String(value), "Int32")
  }

  int64(value: number): string {
    return this.#bind(String(value), "Int64")
  }

  /** The statement with the values that it names. Statements hold no other `{p0:`, `{p1:`, …. */
  bound(sql: string): Rendered {
    const params: Record<string, BoundValue> = {}
    for (const [, name = "", place] of sql.matchAll(/\{(p(\d+)):/g)) params[name] = this.#places.at(Number(place)) ?? ""
    return { sql, params }
  }

  /** An array or a tuple with its members bound one by one. */
  #list(cell: Cell, type: Extract<SqlType, { readonly kind: "Array" | "Tuple" }>): string {
    return `CAST(${this.#document(cell, type)}, ${sqlText(chType(type))})`
  }

  #document(cell: Cell, type: Extract<SqlType, { readonly kind: "Array" | "Tuple" }>): string {
    const cells: ReadonlyArray<Cell> = Array.isArray(cell) ? cell : []
    const items = cells.map((item, i) =>
      this.value(item, type.kind === "Array" ? type.element : type.elements[i] ?? { kind: "Nothing", nullable: true })
    )
    return type.kind === "Array" ? `[${items.join(", ")}]` : `tuple(${items.join(", ")})`
  }

  #bind(value: BoundValue, type: string): string {
    const text = typeof value === "string" ? value : JSON.stringify(value.map((item) => String(item)))
    return `{p${this.#places.placeOf(value, text, type)}:${type}}`
  }
}
