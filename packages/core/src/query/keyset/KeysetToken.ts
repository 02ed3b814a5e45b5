import type { Expr } from "@hedgerow/sql/plan/Plan"
import { type Cell, integerCell } from "@hedgerow/sql/types/Cell"
import { isExact, isInt64, type SqlType } from "@hedgerow/sql/types/SqlType"
import { Result, Schema } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"

/** The longest token. */
const longest = 16_384

const Value = Schema.Union([
  Schema.Null,
  Schema.Boolean,
  Schema.Finite,
  Schema.String,
  Schema.Struct({ integer: Schema.String.check(Schema.isPattern(/^-?\d{1,76}$/)) }),
  Schema.Struct({ float: Schema.Literals(["NaN", "Infinity", "-Infinity"]) })
])
type Value = typeof Value.Type

const Token = Schema.fromJsonString(
  Schema.Struct({ query: Schema.String, values: Schema.Array(Value) })
)
const decodeToken = Schema.decodeUnknownResult(Token)

const valueOf = (cell: Cell): Value => {
  if (typeof cell === "bigint") return { integer: cell.toString() }
  if (typeof cell !== "number" || Number.isFinite(cell)) return cell as Value
  return { float: String(cell) as "NaN" | "Infinity" | "-Infinity" }
}

const cellOf = (value: Value): Cell => {
  if (typeof value !== "object" || value === null) return value
  return "integer" in value ? integerCell(BigInt(value.integer)) : Number(value.float)
}

const isWhole = (cell: Cell): boolean => typeof cell === "bigint" || Number.isSafeInteger(cell)

/** Whether a cell is a value of the type. */
const isOf = (cell: Cell, type: SqlType): boolean => {
  if (cell === null) return type.nullable
  if (isInt64(type) || isExact(type)) return isWhole(cell)
  switch (type.kind) {
    case "Bool":
      return typeof cell === "boolean"
    case "Float64":
      return typeof cell === "number"
    case "Date":
    case "DateTime64":
      return Number.isSafeInteger(cell)
    case "UUID":
      return typeof cell === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cell)
    default:
      return typeof cell === "string" && type.kind === "String"
  }
}

const orderedKinds: ReadonlySet<string> = new Set(["Bool", "Float64", "Date", "DateTime64", "UUID", "String"])

/** Whether a token can hold values of the type. */
export const isOrdered = (type: SqlType): boolean => isInt64(type) || isExact(type) || orderedKinds.has(type.kind)

/** A place in the order of a query, as an opaque text; undefined where it would be too long. */
export const encodeToken = (query: string, values: ReadonlyArray<Cell>): string | undefined => {
  const text = Base64Url.encode(JSON.stringify({ query, values: values.map(valueOf) }))
  return text.length > longest ? undefined : text
}

/** The place that a token names in the order by these keys of this query, or why it names none. */
export const readToken = (
  token: string,
  query: string,
  keys: ReadonlyArray<Expr>
): Result.Result<ReadonlyArray<Cell>, string> => {
  const read = token.length > longest
    ? Result.fail(undefined)
    : Result.flatMap(Base64Url.decodeString(token), (text) => decodeToken(text))
  if (Result.isFailure(read)) return Result.fail("It is no token of an answer.")
  const cells = read.success.values.map(cellOf)
  const isFitting = read.success.query === query && cells.length === keys.length
    && keys.every(({ type }, index) => isOf(cells[index] ?? null, type))
  return isFitting ? Result.succeed(cells) : Result.fail("It is the token of another query.")
}
