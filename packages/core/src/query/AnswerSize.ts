import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { encodeCell, encodeJson } from "@hedgerow/sql/types/ResultJson"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { WorkSlice } from "../shared/WorkSlice.ts"
import type { Limits } from "./QueryLimits.ts"
import { part, textParts } from "./TextParts.ts"

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

/** Characters that take about as long as a cell. */
const cellChars = 8

/** The work of a cell in characters, counted up to `most`. */
const workOf = (cell: Cell | Row, most: number): number => {
  if (typeof cell === "string") return cellChars + cell.length
  let work = cellChars
  if (typeof cell !== "object" || cell === null) return work
  for (const item of cell) {
    work += workOf(item, most - work)
    if (work > most) return work
  }
  return work
}

/** Whether a cell, or a row of them, is measured in one step. */
const isLight = (cell: Cell | Row): boolean => workOf(cell, part.chars) <= part.chars

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

  /** Adds a row like `add`, with a step after about as much work as takes a few milliseconds. */
  *addInSteps(row: Row, slice: WorkSlice): Steps<void> {
    if (isLight(row)) {
      const before = this.bytes + this.cells * cellChars
      this.add(row)
      if (slice.isOver(this.bytes + this.cells * cellChars - before)) yield
    } else this.bytes += (yield* this.#membersInSteps(row, this.#types, slice)) + 1
  }

  *#membersInSteps(row: Row, types: ReadonlyArray<SqlType>, slice: WorkSlice): Steps<number> {
    let bytes = 1 + Math.max(1, types.length)
    for (const [index, type] of types.entries()) bytes += yield* this.#cellInSteps(row[index] ?? null, type, slice)
    return bytes
  }

  /** Texts, lists and tuples are cut; maps and what is in them are not. */
  *#cellInSteps(cell: Cell, type: SqlType, slice: WorkSlice): Steps<number> {
    if (isLight(cell) || type.kind === "Map") {
      const bytes = this.#cell(cell, type)
      if (slice.isOver(bytes)) yield
      return bytes
    }
    if (typeof cell === "object" && cell !== null) {
      this.cells += 1
      if (type.kind !== "Array") {
        return yield* this.#membersInSteps(cell, type.kind === "Tuple" ? type.elements : [], slice)
      }
      let bytes = 1 + Math.max(1, cell.length)
      for (const item of cell) bytes += yield* this.#cellInSteps(item, type.element, slice)
      return bytes
    }
    this.cells += 1
    let bytes = 2
    for (const piece of textParts(String(cell))) {
      bytes += jsonTextBytes(piece) - 2
      if (slice.isOver(piece.length)) yield
    }
    return bytes
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

/** The size of the rows in an answer, in steps. */
export function* rowsMeasureInSteps(rows: ReadonlyArray<Row>, types: ReadonlyArray<SqlType>): Steps<RowsMeasure> {
  const meter = new RowMeter(types)
  const slice = new WorkSlice()
  for (const row of rows) yield* meter.addInSteps(row, slice)
  return meter
}
