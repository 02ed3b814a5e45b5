import type { AstExpr } from "../ast/Ast.ts"
import { anyExpression, readList, readListUntil } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"

/** An expression, or `*` with the columns that it leaves out. */
export const readStarred = (stream: TokenStream): AstExpr =>
  readStarModifier(stream, stream.rules.expression(stream, anyExpression))

/** `* EXCLUDE (a, b)`, which ClickHouse writes EXCEPT: all columns but those. */
const readStarModifier = (stream: TokenStream, expr: AstExpr): AstExpr => {
  const token = stream.peek()
  const isQuery = stream.isWord("select", 2) || stream.isWord("with", 2) || stream.isSymbol("(", 2)
  if (expr._tag !== "Star" || !stream.isSymbol("(", 1) || isQuery) return expr
  if (token.keyword === "replace") return stream.fail("* REPLACE is not supported", token)
  if (token.keyword !== "except" && token.keyword !== "exclude") return expr
  stream.next()
  stream.next()
  const without = readList(stream, () => stream.expectName("the name of a column").value)
  return { ...expr, without, end: stream.expectSymbol(")").end }
}

/** `COLUMNS('pattern')` or `COLUMNS(a, b)`; undefined where it is a call as any other. */
export const readColumns = (stream: TokenStream): AstExpr | undefined => {
  const isCall = !stream.isSymbol("(", 1) || stream.isSymbol(")", 2) || stream.isWord("distinct", 2)
  if (isCall) return undefined
  const { start } = stream.next()
  stream.next()
  const columns = readListUntil(stream, ")", () => readStarred(stream))
  const [only] = columns
  const end = stream.lastEnd
  return only?._tag === "Text" && columns.length === 1
    ? { _tag: "Columns", pattern: only.value, start, end }
    : { _tag: "ColumnList", columns, start, end }
}
