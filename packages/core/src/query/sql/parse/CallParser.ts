import type { AstExpr } from "../Ast.ts"
import { namesAhead, readLambda } from "./LambdaParser.ts"
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
  return { args: readListUntil(stream, ")", argumentReader(stream)), distinct }
}

const readSubqueryArgument = (stream: TokenStream): Arguments => {
  const { start } = stream.peek()
  const query = stream.rules.statement(stream)
  const subquery: AstExpr = { _tag: "Subquery", query, start, end: stream.lastEnd }
  stream.expectSymbol(")")
  return { args: [subquery], distinct: false }
}

/**
 * Among arguments `x, y -> e` is one lambda of two names. A run of names that no arrow ends is looked through once, however
 * many arguments it holds.
 */
const argumentReader = (stream: TokenStream): () => AstExpr => {
  let plain = 0
  return () => {
    if (plain-- > 0) return stream.rules.expression(stream, anyExpression)
    const names = namesAhead(stream, 0)
    plain = names.length - 1
    return names.length > 1 && stream.isSymbol("->", 2 * names.length - 1)
      ? readLambda(stream, names)
      : stream.rules.expression(stream, anyExpression)
  }
}
