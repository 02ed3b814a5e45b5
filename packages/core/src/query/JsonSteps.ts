import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import type { LongText } from "@hedgerow/sql/types/LongText"
import { encodeCell, encodeJson, JsonText, type WireValue } from "@hedgerow/sql/types/ResultJson"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { WorkSlice } from "../shared/WorkSlice.ts"
import { utf8Bytes } from "./AnswerSize.ts"
import { part, textParts } from "./TextParts.ts"

/** The bytes of a text in UTF-8. */
export function* utf8BytesInSteps(text: LongText): Steps<number> {
  const slice = new WorkSlice()
  let bytes = 0
  for (const piece of textParts(text)) {
    bytes += utf8Bytes(piece)
    if (slice.isOver(piece.length)) yield
  }
  return bytes
}

const isList = (value: WireValue): value is ReadonlyArray<WireValue> => Array.isArray(value)

const isShort = (value: WireValue | undefined): boolean =>
  typeof value === "string" ? value.length <= part.chars : typeof value !== "object" || value === null

/** Whether the value is written at once: a list of few short values, with little text in all. */
const isSmall = (value: WireValue): boolean => {
  if (!isList(value)) return isShort(value)
  if (value.length > part.items) return false
  let chars = 0
  for (const item of value) {
    if (!isShort(item)) return false
    if (typeof item === "string") chars += item.length
  }
  return chars <= part.chars
}

/** The work of an item beside its text, in characters. */
const itemChars = 16

const workOf = (value: WireValue): number => isList(value) ? value.length * itemChars : 0

/** Writes JSON as `encodeJson` does, piece by piece, with a step after about as much work as takes a few milliseconds. */
export class JsonWriter {
  readonly #write: (piece: string) => void
  readonly #slice = new WorkSlice()

  constructor(write: (piece: string) => void) {
    this.#write = write
  }

  *value(value: WireValue): Steps<void> {
    if (isSmall(value)) {
      const text = encodeJson(value)
      this.#write(text)
      if (this.#slice.isOver(text.length + workOf(value))) yield
    } else if (typeof value === "string") yield* this.#text(value)
    else if (isList(value)) yield* this.#list(value)
    else if (value instanceof JsonText) yield* this.#pieces(textParts(value.json))
    else if (typeof value === "object" && value !== null) yield* this.#object(value)
  }

  *#pieces(pieces: Iterable<string>): Steps<void> {
    for (const piece of pieces) {
      this.#write(piece)
      if (this.#slice.isOver(piece.length)) yield
    }
  }

  *#text(text: string): Steps<void> {
    this.#write("\"")
    for (const one of textParts(text)) {
      this.#write(JSON.stringify(one).slice(1, -1))
      if (this.#slice.isOver(one.length)) yield
    }
    this.#write("\"")
  }

  *#list(list: ReadonlyArray<WireValue>): Steps<void> {
    this.#write("[")
    yield* this.items(list)
    this.#write("]")
  }

  /** The items of a list, with commas between them. Parts of a long list of short values are written at once. */
  *items(list: ReadonlyArray<WireValue>): Steps<void> {
    let at = 0
    while (at < list.length) {
      if (at > 0) this.#write(",")
      const some = list.length > part.items ? list.slice(at, at + part.items) : []
      if (some.length > 0 && isSmall(some)) {
        const text = encodeJson(some).slice(1, -1)
        this.#write(text)
        at += some.length
        if (this.#slice.isOver(text.length + some.length * itemChars)) yield
      } else {
        // Items of such a part are looked at one by one.
        const last = some.length > 0 ? at + some.length : list.length
        for (let first = at; at < last; at++) {
          if (at > first) this.#write(",")
          yield* this.value(list[at] ?? null)
        }
      }
    }
  }

  /** Small fields that follow each other are one piece. */
  *#object(fields: { readonly [key: string]: WireValue | undefined }): Steps<void> {
    let [text, work, before] = ["", 0, "{"]
    for (const [key, field] of Object.entries(fields)) {
      if (field === undefined) continue
      const isWhole = isSmall(field)
      text += `${before}${JSON.stringify(key)}:${isWhole ? encodeJson(field) : ""}`
      work += isWhole ? workOf(field) : 0
      before = ","
      if (isWhole && text.length + work < part.chars) continue
      this.#write(text)
      if (this.#slice.isOver(text.length + work)) yield
      ;[text, work] = ["", 0]
      if (!isWhole) yield* this.value(field)
    }
    this.#write(before === "{" ? "{}" : `${text}}`)
    if (this.#slice.isOver(text.length + work)) yield
  }
}

/** Hands the JSON text of a value on, piece by piece: the same text as `encodeJson` writes. */
export const writeJson = (value: WireValue, write: (piece: string) => void): Steps<void> =>
  new JsonWriter(write).value(value)

/** Pieces that are put together before they are joined, so that there are not millions of them. */
const joinedChars = 64 * 1024

/** The most characters of a text that is joined to one. */
const wholeChars = 1024 * 1024

/** Pieces of text as one text, or as pieces of about equal length where it is long. */
export class JoinedText {
  readonly #pieces: Array<string> = []
  #last: Array<string> = []
  #lastChars = 0
  #chars = 0

  add(piece: string): void {
    this.#last.push(piece)
    this.#lastChars += piece.length
    this.#chars += piece.length
    if (this.#lastChars >= joinedChars) this.#join()
  }

  #join(): void {
    this.#pieces.push(this.#last.join(""))
    this.#last = []
    this.#lastChars = 0
  }

  /** The text; nothing may be added afterwards. */
  text(): LongText {
    this.#join()
    return this.#chars <= wholeChars ? this.#pieces.join("") : this.#pieces
  }
}

const unlike: ReadonlySet<SqlType["kind"]> = new Set(["Map", "Tuple", "Decimal", "DateTime64", "Date", "Float64"])

/** Whether the wire has the cells of the type as they are. */
const isAlike = (type: SqlType): boolean => type.kind === "Array" ? isAlike(type.element) : !unlike.has(type.kind)

/** Rows as the wire shows them, like `encodeRows`; rows whose cells the wire has as they are stay the same. */
export function* encodeRowsInSteps(
  rows: ReadonlyArray<Row>,
  types: ReadonlyArray<SqlType>
): Steps<ReadonlyArray<ReadonlyArray<WireValue>>> {
  if (types.every(isAlike) && rows.every((row) => row.length === types.length)) return rows
  const slice = new WorkSlice()
  const encoded: Array<ReadonlyArray<WireValue>> = []
  for (const row of rows) {
    const cells: Array<WireValue> = []
    for (const [index, type] of types.entries()) cells.push(yield* cellInSteps(row[index] ?? null, type, slice))
    encoded.push(cells)
  }
  return encoded
}

/** The work of a cell, in characters of text that take as long. */
const cellChars = 64

const cellsIn = (cell: Cell): number =>
  Array.isArray(cell) ? cell.reduce((sum: number, item: Cell) => sum + cellsIn(item), 1) : 1

/** The items of a list of many cells are encoded one by one. */
function* cellInSteps(cell: Cell, type: SqlType, slice: WorkSlice): Steps<WireValue> {
  const cells = cellsIn(cell)
  if (type.kind === "Array" && Array.isArray(cell) && cells > part.items) {
    const items: Array<WireValue> = []
    for (const item of cell) items.push(yield* cellInSteps(item, type.element, slice))
    return items
  }
  if (slice.isOver(cells * cellChars)) yield
  return encodeCell(cell, type)
}
