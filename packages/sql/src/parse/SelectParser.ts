import type { AstExpr, CommonTable, SelectStatement } from "../ast/Ast.ts"
import { readFrom } from "./FromParser.ts"
import { readGroupBy } from "./GroupParser.ts"
import { anyExpression, readList, readListUntil, startsArrayJoin } from "./Lists.ts"
import { readStarred } from "./StarParser.ts"
import { readLimits } from "./TailParser.ts"
import { clauseWords } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readOrderBy, readWindow } from "./WindowParser.ts"

/** From SELECT to the last of its clauses; `tables` is the WITH before it. */
export const readSelect = (stream: TokenStream, tables: ReadonlyArray<CommonTable>, start: number): SelectStatement => {
  stream.expectWord("select")
  const on = readDistinctOn(stream)
  const distinct = on === undefined && readDistinct(stream)
  if (stream.isWord("top") && stream.peek(1).kind === "number") {
    stream.fail("TOP is not supported, use LIMIT", stream.peek())
  }
  const columns = readList(stream, () => readColumn(stream))
  const from = stream.acceptWords("from") ? readFrom(stream) : undefined
  const arrayJoin = readArrayJoin(stream)
  const prewhere = readCondition(stream, "prewhere")
  const where = readCondition(stream, "where")
  const groups = readGroupBy(stream)
  const having = readCondition(stream, "having")
  refuseUnsupported(stream)
  const early = readCondition(stream, "qualify")
  const windows = readWindows(stream)
  const qualify = early ?? readCondition(stream, "qualify")
  const orderBy = readOrderBy(stream)
  const limits = firstOf(stream, on, readLimits(stream))
  refuseUnsupported(stream)
  return {
    _tag: "Select",
    with: tables,
    distinct,
    columns,
    from,
    prewhere,
    where,
    ...groups,
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
  const { end, kind, value: name } = stream.peek()
  if (kind !== "quoted" && (kind !== "word" || !isAlias(stream))) return expr
  stream.next()
  return { _tag: "Alias", expr, name, start: expr.start, end }
}

/** `DISTINCT ON (a, b)`: of the rows with equal values the first one, as `LIMIT 1 BY a, b` has it. */
const readDistinctOn = (stream: TokenStream): ReadonlyArray<AstExpr> | undefined => {
  if (!stream.isWord("distinct") || !stream.isWord("on", 1) || !stream.isSymbol("(", 2)) return undefined
  stream.acceptWords("distinct", "on")
  const { start } = stream.expectSymbol("(")
  const by = readListUntil(stream, ")", () => stream.rules.expression(stream, anyExpression))
  return by.length === 0 ? stream.fail("DISTINCT ON needs a value", { start, end: stream.lastEnd }) : by
}

type Limits = ReturnType<typeof readLimits>

const firstOf = (stream: TokenStream, by: ReadonlyArray<AstExpr> | undefined, limits: Limits): Limits => {
  const [first] = by ?? []
  if (by === undefined || first === undefined) return limits
  const { end, start } = first
  if (limits.limitBy !== undefined) stream.fail("DISTINCT ON and LIMIT BY exclude each other", { start, end })
  return { ...limits, limitBy: { limit: { _tag: "Number", text: "1", start, end }, offset: undefined, by } }
}

const oftenAliases: ReadonlySet<string> = new Set("all any final format order sample settings top window".split(" "))

/** A word that begins a clause elsewhere is an alias where the column ends after it: `count() final FROM events`. */
const isAlias = (stream: TokenStream): boolean => {
  const { keyword } = stream.peek()
  if (!clauseWords.has(keyword)) return true
  if (!oftenAliases.has(keyword)) return false
  return stream.isSymbol(",", 1) || stream.isWord("from", 1) || stream.isSymbol(")", 1) || stream.peek(1).kind === "end"
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
