import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { encodeCell, encodeJson } from "@hedgerow/sql/types/ResultJson"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import type { Limits } from "./QueryLimits.ts"

/** The size of rows in an answer. */
export interface RowsMeasure {
  /** Bytes of their JSON, separators and quotes included: exact, but for maps with a key twice, which count twice. */
  readonly bytes: number
  /** Values in them, those inside lists, tuples and maps included. */
  readonly cells: number
}

/** The limits of an answer that is collected; a larger one is `QueryTooLarge`. */
export interface AnswerSize extends RowsMeasure {
  readonly rows: number
}

/** The size of an answer with at most a number of rows, within the limits of its query. */
export const answerSize = ({ maxBytes, maxCells }: Limits, rows: number): AnswerSize => ({
  rows,
  bytes: maxBytes,
  cells: maxCells
})

/** Texts in which each character is one byte. */
const needsNoEscape = /^[ !#-[\]-~]*$/

const isAscii = /^\p{ASCII}*$/u

/** The characters that JSON writes as a backslash and one letter. */
const shortEscapes = new Set([...`"\\\b\f\n\r\t`].map((character) => character.charCodeAt(0)))

const bytesAt = (text: string, index: number): number => {
  const unit = text.charCodeAt(index)
  if (shortEscapes.has(unit)) return 2
  if (unit < 0x20) return 6
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (unit < 0xd800 || unit > 0xdfff) return 3
  const next = text.charCodeAt(index + 1)
  if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) return 4
  const last = text.charCodeAt(index - 1)
  return unit >= 0xdc00 && last >= 0xd800 && last < 0xdc00 ? 0 : 6
}

/** The bytes of a text as JSON in UTF-8, quotes included. */
export const jsonTextBytes = (text: string): number => {
  if (needsNoEscape.test(text)) return text.length + 2
  let bytes = 2
  for (let index = 0; index < text.length; index++) bytes += bytesAt(text, index)
  return bytes
}

/** The bytes of a well-formed text in UTF-8; of another one about as many. */
export const utf8Bytes = (text: string): number => {
  if (isAscii.test(text)) return text.length
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    // Half of a pair is two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  return bytes
}

const numberBytes = (cell: number): number => {
  if (!Number.isFinite(cell)) return 4
  return cell >= 0 && cell < 10 && Number.isInteger(cell) ? 1 : String(cell).length
}

const plainBytes = (cell: Cell): number => {
  if (typeof cell === "string") return jsonTextBytes(cell)
  if (typeof cell === "number") return numberBytes(cell)
  if (typeof cell === "boolean") return cell ? 4 : 5
  return encodeJson(cell).length
}

/** Measures rows one after the other. */
export class RowMeter implements RowsMeasure {
  bytes = 0
  cells = 0
  readonly #types: ReadonlyArray<SqlType>

  constructor(types: ReadonlyArray<SqlType>) {
    this.#types = types
  }

  /** Adds a row, and the comma or bracket after it. */
  add(row: Row): void {
    this.bytes += this.#members(row, this.#types) + 1
  }

  #members(row: Row, types: ReadonlyArray<SqlType>): number {
    let bytes = 1 + Math.max(1, types.length)
    for (const [index, type] of types.entries()) bytes += this.#cell(row[index] ?? null, type)
    return bytes
  }

  #cell(cell: Cell, type: SqlType): number {
    this.cells += 1
    if (cell === null) return 4
    switch (type.kind) {
      case "Array":
        return typeof cell === "object" ? this.#list(cell, type.element) : 4
      case "Tuple":
        return this.#members(typeof cell === "object" ? cell : [], type.elements)
      case "Map":
        return this.#map(typeof cell === "object" ? cell : [], type)
      case "Date":
        return typeof cell === "number" ? 12 : plainBytes(cell)
      case "DateTime64":
        return typeof cell !== "number" ? plainBytes(cell) : cell % 1_000_000 === 0 ? 22 : 29
      case "Decimal":
        return encodeJson(encodeCell(cell, type)).length
      default:
        return plainBytes(cell)
    }
  }

  #list(items: ReadonlyArray<Cell>, element: SqlType): number {
    let bytes = 1 + Math.max(1, items.length)
    for (const item of items) bytes += this.#cell(item, element)
    return bytes
  }

  #map(pairs: ReadonlyArray<Cell>, { key, value }: Extract<SqlType, { readonly kind: "Map" }>): number {
    let bytes = 1 + Math.max(1, pairs.length)
    for (const pair of pairs) {
      const [name = null, member = null]: ReadonlyArray<Cell> = typeof pair === "object" && pair !== null ? pair : []
      bytes += this.#name(name, key) + 1 + this.#cell(member, value)
    }
    return bytes
  }

  /** A key that is no text is written as JSON in quotes. */
  #name(name: Cell, type: SqlType): number {
    this.cells += 1
    const wire = encodeCell(name, type)
    return jsonTextBytes(typeof wire === "string" ? wire : encodeJson(wire))
  }
}

/** The size of the rows in an answer. */
export const rowsMeasure = (rows: ReadonlyArray<Row>, types: ReadonlyArray<SqlType>): RowsMeasure => {
  const meter = new RowMeter(types)
  for (const row of rows) meter.add(row)
  return meter
}
