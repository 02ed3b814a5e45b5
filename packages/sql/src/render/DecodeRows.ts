import type { Cell, Row } from "../types/Cell.ts"
import type { SqlType } from "../types/SqlType.ts"
import type { Steps } from "../types/Steps.ts"

/** A value of an engine's answer as a cell; undefined when it is none of the type. */
export type ReadCell = (value: unknown) => Cell | undefined

/** Ends with a defect: the engine answered with something else than was asked for. */
export type RefuseCell = (value: unknown, type: SqlType) => never

/** The most values that are decoded in one step. */
const mostAtOnce = 8_192

/** The items of a long list that are decoded together, at most. */
const partItems = 1_024

/** The values in a value of an engine, those in lists included, counted up to the most of a step. */
const valuesIn = (value: unknown, most: number): number => {
  let values = 1
  if (!Array.isArray(value)) return values
  for (const item of value) {
    values += valuesIn(item, most - values)
    if (values > most) return values
  }
  return values
}

type DecoderOf = (type: SqlType) => (value: unknown) => Cell

/** Decodes values, and lists of many of them part by part. */
class StepDecoder {
  readonly #decoderOf: DecoderOf
  #values = 0

  constructor(decoderOf: DecoderOf) {
    this.#decoderOf = decoderOf
  }

  /** `decode` is the decoder of the type. */
  *value(value: unknown, type: SqlType, decode: (value: unknown) => Cell): Steps<Cell> {
    const values = valuesIn(value, mostAtOnce)
    if (values > mostAtOnce && type.kind === "Array" && Array.isArray(value)) {
      return yield* this.#list(value, type, decode)
    }
    if (this.isOver(values)) yield
    return decode(value)
  }

  /** Counts values; whether it is time for a step. */
  isOver(values: number): boolean {
    this.#values += values
    if (this.#values <= mostAtOnce) return false
    this.#values = 0
    return true
  }

  *#list(
    list: ReadonlyArray<unknown>,
    type: Extract<SqlType, { readonly kind: "Array" }>,
    decode: (value: unknown) => Cell
  ): Steps<Cell> {
    const cells: Array<Cell> = []
    const decodeItem = this.#decoderOf(type.element)
    for (let at = 0; at < list.length; at += partItems) {
      const items = list.slice(at, at + partItems)
      if (valuesIn(items, mostAtOnce) > mostAtOnce) {
        for (const item of items) cells.push(yield* this.value(item, type.element, decodeItem))
      } else {
        const decoded = yield* this.value(items, type, decode)
        if (typeof decoded === "object" && decoded !== null) decoded.forEach((cell) => cells.push(cell))
      }
    }
    return cells
  }
}

/** Decodes rows of an engine as cells of the types, with a step after each few thousand values. */
export type RowsDecoder = (
  rows: ReadonlyArray<ReadonlyArray<unknown>>,
  types: ReadonlyArray<SqlType>
) => Steps<ReadonlyArray<Row>>

/** Reads rows of an engine as cells of the types. `readerOf` is given how members of lists and tuples are read. */
export const rowsDecoder = (
  engine: string,
  readerOf: (type: SqlType, decoderOf: DecoderOf, refuse: RefuseCell) => ReadCell
): RowsDecoder => {
  const refuse: RefuseCell = (value, type) => {
    throw new Error(`${engine} answered ${typeof value} for a ${type.kind}`)
  }
  const decoderOf: DecoderOf = (type) => {
    const read = readerOf(type, decoderOf, refuse)
    return (value) => value === null ? null : read(value) ?? refuse(value, type)
  }
  return function*(rows, types) {
    const columns = types.map((type) => ({ type, decode: decoderOf(type) }))
    const steps = new StepDecoder(decoderOf)
    const decoded: Array<Row> = []
    for (const row of rows) {
      const cells: Array<Cell> = []
      for (const [index, { decode, type }] of columns.entries()) {
        const value = row[index]
        cells.push(Array.isArray(value) ? yield* steps.value(value, type, decode) : decode(value))
      }
      decoded.push(cells)
      if (steps.isOver(cells.length)) yield
    }
    return decoded
  }
}
