import type { FrameBound, OrderTerm, WindowSpec } from "../ast/Ast.ts"
import { anyExpression, readExpressions } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"

/** `OVER name` or `OVER (…)`, or undefined when there is none. */
export const readOver = (stream: TokenStream): { readonly window: WindowSpec | string } | undefined => {
  if (!stream.isWord("over")) return undefined
  const isWindow = stream.isSymbol("(", 1) || stream.peek(1).kind === "word" || stream.peek(1).kind === "quoted"
  if (!isWindow) return undefined
  stream.next()
  return { window: stream.isSymbol("(") ? readWindow(stream) : stream.next().value }
}

/** `([PARTITION BY …] [ORDER BY …] [ROWS|RANGE …])`. */
export const readWindow = (stream: TokenStream): WindowSpec => {
  const { start } = stream.expectSymbol("(")
  const partitionBy = stream.acceptWords("partition", "by") ? readExpressions(stream) : []
  const orderBy = readOrderBy(stream)
  const frame = readFrame(stream)
  return { partitionBy, orderBy, frame, start, end: stream.expectSymbol(")").end }
}

/** `ORDER BY` and its terms, or nothing. */
export const readOrderBy = (stream: TokenStream): ReadonlyArray<OrderTerm> => {
  return stream.acceptWords("order", "by") ? readOrderTerms(stream) : []
}

/** The terms of an order. */
export const readOrderTerms = (stream: TokenStream): ReadonlyArray<OrderTerm> => {
  const terms = [readOrderTerm(stream)]
  while (stream.acceptSymbol(",")) terms.push(readOrderTerm(stream))
  return terms
}

const readOrderTerm = (stream: TokenStream): OrderTerm => {
  const expr = stream.rules.expression(stream, anyExpression)
  const descending = stream.acceptWords("desc") || stream.acceptWords("descending")
  if (!descending && !stream.acceptWords("asc")) stream.acceptWords("ascending")
  const nulls = stream.acceptWords("nulls", "first")
    ? "first"
    : stream.acceptWords("nulls", "last")
    ? "last"
    : undefined
  if (stream.isWord("collate")) stream.fail("COLLATE is not supported: texts are ordered by code point", stream.peek())
  if (stream.isWord("with") && stream.isWord("fill", 1)) stream.fail("WITH FILL is not supported", stream.peek())
  return { expr, descending, nulls, start: expr.start, end: stream.lastEnd }
}

const readFrame = (stream: TokenStream): WindowSpec["frame"] => {
  const unit = stream.acceptWords("rows") ? "rows" : stream.acceptWords("range") ? "range" : undefined
  if (unit === undefined) return undefined
  if (!stream.acceptWords("between")) return { unit, start: readBound(stream), end: undefined }
  const start = readBound(stream)
  stream.expectWord("and")
  return { unit, start, end: readBound(stream) }
}

const readBound = (stream: TokenStream): FrameBound => {
  if (stream.acceptWords("current", "row")) return { kind: "current row" }
  const count = stream.acceptWords("unbounded") ? "unbounded" : readCount(stream)
  if (stream.acceptWords("preceding")) return { kind: "preceding", count }
  stream.expectWord("following")
  return { kind: "following", count }
}

const readCount = (stream: TokenStream): number => {
  const { kind, value } = stream.peek()
  const count = Number(value)
  if (kind !== "number" || !Number.isSafeInteger(count)) return stream.unexpected("a whole number of rows")
  stream.next()
  return count
}
