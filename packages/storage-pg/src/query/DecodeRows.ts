import { type Cell, integerCell, type Row } from "@hedgerow/core/query/sql/Cell"
import { isInteger, type SqlType } from "@hedgerow/core/query/sql/SqlType"

type Decoder = (value: unknown) => Cell

const refuse = (value: unknown, type: SqlType): never => {
  throw new Error(`PostgreSQL answered ${typeof value} for a ${type.kind}`)
}

const floats = new Map([["NaN", Number.NaN], ["Infinity", Infinity], ["-Infinity", -Infinity]])

/** A member of a document, in the form of `CellText.documentValue`. */
const documentCell = (value: unknown, type: SqlType): Cell => {
  if (value === null || value === undefined) return null
  switch (type.kind) {
    case "Array":
      return Array.isArray(value) ? value.map((item) => documentCell(item, type.element)) : refuse(value, type)
    case "Tuple":
      return Array.isArray(value)
        ? type.elements.map((element, i) => documentCell(value[i], element))
        : refuse(value, type)
    default:
  }
  if (typeof value === "boolean") return value
  if (typeof value !== "string") return refuse(value, type)
  if (type.kind === "Float64") return floats.get(value) ?? Number(value)
  return isInteger(type) || type.kind === "Date" || type.kind === "DateTime64" ? integerCell(BigInt(value)) : value
}

const decoderOf = (type: SqlType): Decoder => {
  const checked = (decode: (value: unknown) => Cell | undefined): Decoder => (value) =>
    value === null ? null : decode(value) ?? refuse(value, type)
  if (isInteger(type) || type.kind === "DateTime64") {
    return checked((value) => typeof value === "bigint" ? integerCell(value) : undefined)
  }
  switch (type.kind) {
    case "Array":
    case "Tuple":
      return checked((value) => documentCell(value, type))
    case "Bool":
      return checked((value) => typeof value === "boolean" ? value : undefined)
    case "Float64":
    case "Date":
      return checked((value) => typeof value === "number" ? value : undefined)
    default:
      return checked((value) => typeof value === "string" ? value : undefined)
  }
}

/** Rows of the driver, in the transport form of `Transport.ts`, as cells of the types. */
export const decodeRows = (
  rows: ReadonlyArray<ReadonlyArray<unknown>>,
  types: ReadonlyArray<SqlType>
): ReadonlyArray<Row> => {
  const decoders = types.map(decoderOf)
  return rows.map((row) => decoders.map((decode, i) => decode(row[i])))
}
