import type { Cell, Row } from "../types/Cell.ts"
import type { SqlType } from "../types/SqlType.ts"

/** A value of an engine's answer as a cell; undefined when it is none of the type. */
export type ReadCell = (value: unknown) => Cell | undefined

/** Ends with a defect: the engine answered with something else than was asked for. */
export type RefuseCell = (value: unknown, type: SqlType) => never

/** Reads rows of an engine as cells of the types. `readerOf` is given how members of lists and tuples are read. */
export const rowsDecoder = (
  engine: string,
  readerOf: (type: SqlType, decoderOf: (type: SqlType) => (value: unknown) => Cell, refuse: RefuseCell) => ReadCell
) => {
  const refuse: RefuseCell = (value, type) => {
    throw new Error(`${engine} answered ${typeof value} for a ${type.kind}`)
  }
  const decoderOf = (type: SqlType): (value: unknown) => Cell => {
    const read = readerOf(type, decoderOf, refuse)
    return (value) => value === null ? null : read(value) ?? refuse(value, type)
  }
  return (rows: ReadonlyArray<ReadonlyArray<unknown>>, types: ReadonlyArray<SqlType>): ReadonlyArray<Row> => {
    const decoders = types.map(decoderOf)
    return rows.map((row) => decoders.map((decode, i) => decode(row[i])))
  }
}
