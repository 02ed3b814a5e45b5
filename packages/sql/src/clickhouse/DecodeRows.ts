import { rowsDecoder } from "../render/DecodeRows.ts"
import { type Cell, integerCell } from "../types/Cell.ts"
import { isExact, isInt64 } from "../types/SqlType.ts"

const floats = new Map([["nan", Number.NaN], ["-nan", Number.NaN], ["inf", Infinity], ["-inf", -Infinity]])

/** A text of fewer digits than these is a safe integer. */
const safeDigits = 15

/** Integers of 64 bits and more come as text or bigint, narrower ones as numbers, predicates of the type Bool as booleans. */
const integer = (value: unknown): Cell | undefined => {
  if (typeof value === "string") {
    if (value.length > 0 && value.length <= safeDigits) {
      const number = Number(value)
      return Number.isSafeInteger(number) ? number + 0 : undefined
    }
    if (/^-?\d+$/.test(value)) return integerCell(BigInt(value))
  }
  if (typeof value === "bigint") return integerCell(value)
  if (typeof value === "boolean") return Number(value)
  return Number.isSafeInteger(value) ? Number(value) : undefined
}

const float = (value: unknown): Cell | undefined =>
  typeof value === "number" ? value : typeof value === "string" ? floats.get(value) : undefined

const boolean = (value: unknown): Cell | undefined =>
  typeof value === "boolean" ? value : value === 0 || value === 1 ? value === 1 : undefined

/** Rows of the engine, in the transport form of `Transport.ts`, as cells of the types. */
export const decodeRows = rowsDecoder("ClickHouse", (type, decoderOf) => {
  if (isInt64(type) || isExact(type) || type.kind === "DateTime64" || type.kind === "Date") return integer
  switch (type.kind) {
    case "Array": {
      const decode = decoderOf(type.element)
      return (value) => Array.isArray(value) ? value.map(decode) : undefined
    }
    case "Tuple": {
      const decoders = type.elements.map(decoderOf)
      return (value) => Array.isArray(value) ? decoders.map((decode, i) => decode(value[i])) : undefined
    }
    case "Map": {
      const [key, value] = [decoderOf(type.key), decoderOf(type.value)]
      return (pairs) => Array.isArray(pairs) ? pairs.map((pair) => [key(pair[0]), value(pair[1])]) : undefined
    }
    case "Bool":
      return boolean
    case "Float64":
      return float
    default:
      return (value) => typeof value === "string" ? value : undefined
  }
})
