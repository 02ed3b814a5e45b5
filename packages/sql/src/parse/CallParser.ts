import type { AstExpr } from "../ast/Ast.ts"
import { namesAhead, readLambda } from "./LambdaParser.ts"
import { anyExpression, readList } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readOrderBy, readOver } from "./WindowParser.ts"

/** `f(args)`, `f(params)(args)`, `f(DISTINCT x)`, `f(x ORDER BY y)`, each with FILTER and OVER or without. */
export const readCall = (stream: TokenStream): AstExpr => {
  const { start, value: name } = stream.next()
  const first = readArguments(stream)
  const second = stream.isSymbol("(") && !first.distinct ? readArguments(stream) : undefined
  const { args, distinct, orderBy } = second ?? first
  const called = readFilter(stream, name, positionOf(name, args))
  const over = readOver(stream)
  const params = second === undefined ? undefined : first.args
  const order = orderBy === undefined ? {} : { orderBy }
  return {
    _tag: "Call",
    name: called.name,
    params,
    args: called.args,
    distinct,
    ...order,
    over,
    start,
    end: stream.lastEnd
  }
}

/** `f(x) FILTER (WHERE c)` is `fIf(x, c)`. */
const readFilter = (stream: TokenStream, name: string, args: ReadonlyArray<AstExpr>) => {
  if (!stream.isWord("filter") || !stream.isSymbol("(", 1)) return { name, args }
  stream.next()
  stream.next()
  stream.expectWord("where")
  const condition = stream.rules.expression(stream, anyExpression)
  stream.expectSymbol(")")
  return { name: `${name}If`, args: [...args.filter(({ _tag }) => _tag !== "Star"), condition] }
}

/** The arguments of `position`: `needle IN text` is the text and the needle. */
const positionOf = (name: string, args: ReadonlyArray<AstExpr>): ReadonlyArray<AstExpr> => {
  const [only] = args
  return name.toLowerCase() === "position" && args.length === 1 && only?._tag === "In" && !only.negated && !only.cohort
    ? [only.set, only.expr]
    : args
}

interface Arguments extends Pick<Extract<AstExpr, { readonly _tag: "Call" }>, "args" | "distinct" | "orderBy"> {}

const readArguments = (stream: TokenStream): Arguments => {
  stream.expectSymbol("(")
  if (stream.isWord("select") || stream.isWord("with")) return readSubqueryArgument(stream)
  const distinct = stream.isWord("distinct") && !stream.isSymbol(")", 1) && !stream.isSymbol(",", 1) &&
    !stream.isSymbol(".", 1)
  if (distinct) stream.next()
  if (distinct && stream.isSymbol(")")) stream.unexpected("an expression")
  if (stream.acceptSymbol(")")) return { args: [], distinct }
  const args = readList(stream, argumentReader(stream))
  const orderBy = readOrderBy(stream)
  if (!stream.isSymbol(")")) stream.unexpected("\",\" or \")\"")
  stream.next()
  return { args, distinct, ...(orderBy.length === 0 ? {} : { orderBy }) }
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
