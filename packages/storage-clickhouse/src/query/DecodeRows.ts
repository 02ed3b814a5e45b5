import { type Cell, integerCell, type Row } from "@hedgerow/core/query/sql/Cell"
import { isInteger, type SqlType } from "@hedgerow/core/query/sql/SqlType"

type Decoder = (value: unknown) => Cell

const refuse = (value: unknown, type: SqlType): never => {
  throw new Error(`ClickHouse answered ${typeof value} for a ${type.kind}`)
}

const floats = new Map([["nan", Number.NaN], ["-nan", Number.NaN], ["inf", Infinity], ["-inf", -Infinity]])

/** 64-bit integers come as text or bigint, narrower ones as numbers, predicates of the type Bool as booleans. */
const integer = (value: unknown): Cell | undefined => {
  if (typeof value === "string" && /^-?\d+$/.test(value)) return integerCell(BigInt(value))
  if (typeof value === "bigint") return integerCell(value)
  if (typeof value === "boolean") return Number(value)
  return Number.isSafeInteger(value) ? Number(value) : undefined
}

const float = (value: unknown): Cell | undefined =>
  typeof value === "number" ? value : typeof value === "string" ? floats.get(value) : undefined

const boolean = (value: unknown): Cell | undefined =>
  typeof value === "boolean" ? value : value === 0 || value === 1 ? value === 1 : undefined

const decoderOf = (type: SqlType): Decoder => {
  const checked = (decode: (value: unknown) => Cell | undefined): Decoder => (value) =>
    value === null ? null : decode(value) ?? refuse(value, type)
  if (isInteger(type) || type.kind === "DateTime64" || type.kind === "Date") return checked(integer)
  switch (type.kind) {
    case "Array": {
      const decode = decoderOf(type.element)
      return checked((value) => Array.isArray(value) ? value.map(decode) : undefined)
    }
    case "Tuple": {
      const decoders = type.elements.map(decoderOf)
      return checked((value) => Array.isArray(value) ? decoders.map((decode, i) => decode(value[i])) : undefined)
    }
    case "Bool":
      return checked(boolean)
    case "Float64":
      return checked(float)
    default:
      return checked((value) => typeof value === "string" ? value : undefined)
  }
}

/** Rows of the engine, in the transport form of `Transport.ts`, as cells of the types. */
export const decodeRows = (
  rows: ReadonlyArray<ReadonlyArray<unknown>>,
  types: ReadonlyArray<SqlType>
): ReadonlyArray<Row> => {
  const decoders = types.map(decoderOf)
  return rows.map((row) => decoders.map((decode, i) => decode(row[i])))
}
