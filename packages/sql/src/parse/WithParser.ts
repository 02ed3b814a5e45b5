import type { AstExpr, CommonTable } from "../ast/Ast.ts"
import { anyExpression } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"

/** `WITH name AS (select)` and `WITH expr AS name`, separated by commas, or nothing. */
export const readWith = (stream: TokenStream): ReadonlyArray<CommonTable> => {
  if (!stream.acceptWords("with")) return []
  const after = stream.peek(1).kind
  const recursive = stream.isWord("recursive") && (after === "word" || after === "quoted") && !stream.isWord("as", 1)
  if (recursive) stream.next()
  const tables = [readTable(stream, recursive)]
  while (stream.acceptSymbol(",")) {
    if (stream.isWord("select")) break
    tables.push(readTable(stream, recursive))
  }
  return tables
}

const readTable = (stream: TokenStream, recursive: boolean): CommonTable => {
  const { end, kind, start, value } = stream.peek()
  const isName = kind === "word" || kind === "quoted"
  const hint = stream.isWord("materialized", 2)
    ? 1
    : stream.isWord("not", 2) && stream.isWord("materialized", 3)
    ? 2
    : 0
  if (isName && stream.isWord("as", 1) && stream.isSymbol("(", 2 + hint)) {
    // Whether a table is materialised is the engine's choice: the hint is read and has no effect.
    while (!stream.acceptSymbol("(")) stream.next()
    const query = stream.rules.statement(stream)
    return { _tag: "CteQuery", name: value, query, recursive, start, end: stream.expectSymbol(")").end }
  }
  const aliased = unalias(stream.rules.expression(stream, anyExpression))
  if (aliased === undefined) return stream.unexpected("AS and a name")
  return { _tag: "CteExpr", ...aliased, start, end: Math.max(end, stream.lastEnd) }
}

/** The name at the end belongs to WITH, also where an expression such as a lambda would take it for its body. */
const unalias = (expr: AstExpr): { readonly name: string; readonly expr: AstExpr } | undefined => {
  if (expr._tag === "Alias") return { name: expr.name, expr: expr.expr }
  if (expr._tag !== "Lambda") return undefined
  const inner = unalias(expr.body)
  return inner && { name: inner.name, expr: { ...expr, body: inner.expr, end: inner.expr.end } }
}
