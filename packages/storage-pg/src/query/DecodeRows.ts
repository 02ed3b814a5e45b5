import { type RefuseCell, rowsDecoder } from "@hedgerow/sql/render/DecodeRows"
import { type Cell, integerCell } from "@hedgerow/sql/types/Cell"
import { isExact, isInt64, type SqlType } from "@hedgerow/sql/types/SqlType"

const floats = new Map([["NaN", Number.NaN], ["Infinity", Infinity], ["-Infinity", -Infinity]])

/** A member of a document, in the form of `CellText.documentValue`. */
const documentCell = (value: unknown, type: SqlType, refuse: RefuseCell): Cell => {
  if (value === null || value === undefined) return null
  switch (type.kind) {
    case "Map":
      return Array.isArray(value)
        ? value.map((pair) =>
          documentCell(pair, { kind: "Tuple", elements: [type.key, type.value], nullable: false }, refuse)
        )
        : refuse(value, type)
    case "Array":
      return Array.isArray(value) ? value.map((item) => documentCell(item, type.element, refuse)) : refuse(value, type)
    case "Tuple":
      return Array.isArray(value)
        ? type.elements.map((element, i) => documentCell(value[i], element, refuse))
        : refuse(value, type)
    default:
  }
  if (typeof value === "boolean") return value
  if (typeof value !== "string") return refuse(value, type)
  if (type.kind === "Float64") return floats.get(value) ?? Number(value)
  return isInt64(type) || isExact(type) || type.kind === "Date" || type.kind === "DateTime64"
    ? integerCell(BigInt(value))
    : value
}

/** Rows of the driver, in the transport form of `Transport.ts`, as cells of the types. */
export const decodeRows = rowsDecoder("PostgreSQL", (type, _, refuse) => {
  if (isInt64(type) || type.kind === "DateTime64") {
    return (value) => typeof value === "bigint" ? integerCell(value) : undefined
  }
  if (isExact(type)) return (value) => typeof value === "string" ? integerCell(BigInt(value)) : undefined
  switch (type.kind) {
    case "Array":
    case "Tuple":
    case "Map":
      return (value) => documentCell(value, type, refuse)
    case "Bool":
      return (value) => typeof value === "boolean" ? value : undefined
    case "Float64":
    case "Date":
      return (value) => typeof value === "number" ? value : undefined
    default:
      return (value) => typeof value === "string" ? value : undefined
  }
})
