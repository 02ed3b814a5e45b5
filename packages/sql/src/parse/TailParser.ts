import type { AstExpr, OrderTerm, SelectStatement, Span, Statement } from "../ast/Ast.ts"
import { anyExpression, readExpressions } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readOrderBy } from "./WindowParser.ts"

/** The clauses that may follow a parenthesised statement or a UNION. */
export interface Tail extends Span {
  readonly orderBy: ReadonlyArray<OrderTerm>
  readonly limit: AstExpr | undefined
  readonly offset: AstExpr | undefined
}

type Limits = Pick<SelectStatement, "limitBy" | "limit" | "withTies" | "offset">

/** `LIMIT n [OFFSET m] BY …`, then `LIMIT n [WITH TIES] [OFFSET m]`, `LIMIT n, m` or `OFFSET m [LIMIT n]`, all optional. */
export const readLimits = (stream: TokenStream): Limits => {
  const first = readLimit(stream)
  if (!stream.acceptWords("by")) return { limitBy: undefined, ...first.limits }
  const { limit, offset, withTies } = first.limits
  if (limit === undefined || withTies) return stream.unexpected("the end of the query")
  const by = readExpressions(stream)
  // Before BY the pair is `offset, n`, alone it is `n, offset`: so does the reference read them.
  const limitBy = first.pair && offset !== undefined ? { limit: offset, offset: limit, by } : { limit, offset, by }
  return { limitBy, ...readLimit(stream).limits }
}

const readLimit = (stream: TokenStream): { readonly limits: Omit<Limits, "limitBy">; readonly pair: boolean } => {
  const read = () => stream.rules.expression(stream, anyExpression)
  const early = stream.acceptWords("offset") ? read() : undefined
  if (!stream.acceptWords("limit")) return { limits: { limit: undefined, withTies: false, offset: early }, pair: false }
  const limit = read()
  if (early === undefined && stream.acceptSymbol(",")) {
    const offset = read()
    return { limits: { limit, offset, withTies: stream.acceptWords("with", "ties") }, pair: true }
  }
  const withTies = stream.acceptWords("with", "ties")
  const offset = early ?? (stream.acceptWords("offset") ? read() : undefined)
  return { limits: { limit, withTies, offset }, pair: false }
}

export const readTail = (stream: TokenStream): Tail => {
  const { start } = stream.peek()
  const orderBy = readOrderBy(stream)
  const { limit, limitBy, offset, withTies } = readLimits(stream)
  if (limitBy !== undefined) stream.fail("LIMIT BY can only follow a SELECT", { start, end: stream.lastEnd })
  if (withTies) stream.fail("WITH TIES can only follow a SELECT", { start, end: stream.lastEnd })
  return { orderBy, limit, offset, start, end: stream.lastEnd }
}

export const hasTail = (tail: Tail): boolean =>
  tail.orderBy.length > 0 || tail.limit !== undefined || tail.offset !== undefined

/** The statement with the tail; a statement that has its own order or limit is first made a sub-query. */
export const withTail = (stream: TokenStream, statement: Statement, tail: Tail): Statement => {
  const { limit, offset, orderBy } = tail
  const isFree = !hasTail({ ...statement, start: 0, end: 0 }) &&
    (statement._tag === "Set" || (statement.limitBy === undefined && !statement.withTies))
  if (isFree) return { ...statement, orderBy, limit, offset, end: tail.end }
  stream.grow()
  const { end, start } = statement
  return {
    _tag: "Select",
    with: [],
    distinct: false,
    columns: [{ _tag: "Star", path: [], start, end: start }],
    from: { _tag: "Derived", query: statement, alias: undefined, start, end },
    prewhere: undefined,
    where: undefined,
    groupBy: undefined,
    having: undefined,
    orderBy,
    limitBy: undefined,
    limit,
    withTies: false,
    offset,
    windows: [],
    arrayJoin: undefined,
    start,
    end: tail.end
  }
}
