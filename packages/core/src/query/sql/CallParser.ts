import type { AstExpr } from "./Ast.ts"
import { anyExpression, readListUntil } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readOver } from "./WindowParser.ts"

/** `f(args)`, `f(params)(args)`, `f(DISTINCT x)`, each with OVER or without. */
export const readCall = (stream: TokenStream): AstExpr => {
  const { start, value: name } = stream.next()
  const first = readArguments(stream)
  const second = stream.isSymbol("(") && !first.distinct ? readArguments(stream) : undefined
  if (stream.isWord("filter") && stream.isSymbol("(", 1)) {
    stream.fail("FILTER is not supported, use the If form of the aggregate", stream.peek())
  }
  const over = readOver(stream)
  const { args, distinct } = second ?? first
  const params = second === undefined ? undefined : first.args
  return { _tag: "Call", name, params, args, distinct, over, start, end: stream.lastEnd }
}

interface Arguments {
  readonly args: ReadonlyArray<AstExpr>
  readonly distinct: boolean
}

const readArguments = (stream: TokenStream): Arguments => {
  stream.expectSymbol("(")
  if (stream.isWord("select") || stream.isWord("with")) return readSubqueryArgument(stream)
  const distinct = stream.isWord("distinct") && !stream.isSymbol(")", 1) && !stream.isSymbol(",", 1) &&
    !stream.isSymbol(".", 1)
  if (distinct) stream.next()
  if (distinct && stream.isSymbol(")")) stream.unexpected("an expression")
  const args = readListUntil(stream, ")", () => readArgument(stream))
  return { args, distinct }
}

const readSubqueryArgument = (stream: TokenStream): Arguments => {
  const { start } = stream.peek()
  const query = stream.rules.statement(stream)
  const subquery: AstExpr = { _tag: "Subquery", query, start, end: stream.lastEnd }
  stream.expectSymbol(")")
  return { args: [subquery], distinct: false }
}

/** Among arguments `x, y -> e` is one lambda of two names. */
const readArgument = (stream: TokenStream): AstExpr => {
  const names: Array<string> = []
  let ahead = 0
  while (stream.peek(ahead).kind === "word" || stream.peek(ahead).kind === "quoted") {
    names.push(stream.peek(ahead++).value)
    if (!stream.isSymbol(",", ahead)) break
    ahead++
  }
  if (names.length < 2 || !stream.isSymbol("->", ahead)) return stream.rules.expression(stream, anyExpression)
  const { start } = stream.peek()
  while (!stream.acceptSymbol("->")) stream.next()
  const body = stream.rules.expression(stream, anyExpression)
  return { _tag: "Lambda", params: names, body, start, end: body.end }
}
