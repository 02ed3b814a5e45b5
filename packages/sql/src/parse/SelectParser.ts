import type { AstExpr, CommonTable, SelectStatement } from "../ast/Ast.ts"
import { readFrom } from "./FromParser.ts"
import { anyExpression, readExpressions, readList, startsArrayJoin } from "./Lists.ts"
import { readStarred } from "./StarParser.ts"
import { readLimits } from "./TailParser.ts"
import { clauseWords } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readOrderBy, readWindow } from "./WindowParser.ts"

/** From SELECT to the last of its clauses; `tables` is the WITH before it. */
export const readSelect = (stream: TokenStream, tables: ReadonlyArray<CommonTable>, start: number): SelectStatement => {
  stream.expectWord("select")
  const distinct = readDistinct(stream)
  if (stream.isWord("top") && stream.peek(1).kind === "number") {
    stream.fail("TOP is not supported, use LIMIT", stream.peek())
  }
  const columns = readList(stream, () => readColumn(stream))
  const from = stream.acceptWords("from") ? readFrom(stream) : undefined
  const arrayJoin = readArrayJoin(stream)
  const prewhere = readCondition(stream, "prewhere")
  const where = readCondition(stream, "where")
  const groupBy = readGroupBy(stream)
  const having = readCondition(stream, "having")
  refuseUnsupported(stream)
  const early = readCondition(stream, "qualify")
  const windows = readWindows(stream)
  const qualify = early ?? readCondition(stream, "qualify")
  const orderBy = readOrderBy(stream)
  const limits = readLimits(stream)
  refuseUnsupported(stream)
  return {
    _tag: "Select",
    with: tables,
    distinct,
    columns,
    from,
    prewhere,
    where,
    groupBy,
    having,
    ...(qualify === undefined ? {} : { qualify }),
    orderBy,
    ...limits,
    windows,
    arrayJoin,
    start,
    end: stream.lastEnd
  }
}

/** `SELECT distinct, x` and `SELECT distinct.x` name a column. */
const readDistinct = (stream: TokenStream): boolean =>
  stream.isWord("distinct") && !stream.isSymbol(",", 1) && !stream.isSymbol(".", 1) && stream.acceptWords("distinct")

const readColumn = (stream: TokenStream): AstExpr => {
  const expr = readStarred(stream)
  const { end, keyword, kind, value: name } = stream.peek()
  if (kind !== "quoted" && (kind !== "word" || clauseWords.has(keyword))) return expr
  stream.next()
  return { _tag: "Alias", expr, name, start: expr.start, end }
}

const readCondition = (stream: TokenStream, keyword: string): AstExpr | undefined =>
  stream.acceptWords(keyword) ? stream.rules.expression(stream, anyExpression) : undefined

const readArrayJoin = (stream: TokenStream): SelectStatement["arrayJoin"] => {
  if (!startsArrayJoin(stream)) return undefined
  const kind = stream.acceptWords("left") ? "left" : "inner"
  if (kind === "inner") stream.acceptWords("inner")
  stream.acceptWords("array", "join")
  return { kind, columns: readList(stream, () => readColumn(stream)) }
}

const readGroupBy = (stream: TokenStream): ReadonlyArray<AstExpr> | undefined => {
  if (!stream.acceptWords("group", "by")) return undefined
  const grouping = stream.peek()
  if ((grouping.keyword === "cube" || grouping.keyword === "rollup") && stream.isSymbol("(", 1)) {
    stream.fail(`GROUP BY ${grouping.keyword.toUpperCase()} is not supported`, grouping)
  }
  if (grouping.keyword === "grouping" && stream.isWord("sets", 1)) {
    stream.fail("GROUPING SETS is not supported", grouping)
  }
  const terms = readExpressions(stream)
  const modifier = stream.peek(1)
  if (stream.isWord("with") && ["totals", "cube", "rollup"].includes(modifier.keyword)) {
    stream.fail(`WITH ${modifier.keyword.toUpperCase()} is not supported`, {
      start: stream.peek().start,
      end: modifier.end
    })
  }
  return terms
}

const readWindows = (stream: TokenStream): SelectStatement["windows"] => {
  if (!stream.acceptWords("window")) return []
  return readList(stream, () => {
    const name = stream.expectName("the name of a window").value
    stream.expectWord("as")
    return { name, window: readWindow(stream) }
  })
}

const unsupported: ReadonlySet<string> = new Set(["settings", "format", "fetch", "interpolate", "into"])

const refuseUnsupported = (stream: TokenStream): void => {
  const token = stream.peek()
  if (unsupported.has(token.keyword)) stream.fail(`${token.keyword.toUpperCase()} is not supported`, token)
}
