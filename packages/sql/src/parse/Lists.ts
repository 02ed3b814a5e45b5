import type { AstExpr } from "../ast/Ast.ts"
import { reservedWords } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"

/** Lowest binding power: a whole expression, `AS name` included. */
export const anyExpression = 0

/** Whether what comes next can be the start of an expression. */
export const startsExpression = (stream: TokenStream): boolean => {
  const token = stream.peek()
  switch (token.kind) {
    case "end":
      return false
    case "symbol":
      return ["(", "[", "{", "*", "-", "+"].includes(token.value)
    case "word":
      return !startsClause(stream)
    default:
      return true
  }
}

/** Whether a clause begins here; `limit`, `group` and such are names unless what follows makes them a clause. */
export const startsClause = (stream: TokenStream): boolean => {
  const { keyword } = stream.peek()
  if (keyword === "" || stream.isSymbol(".", 1)) return false
  if (keyword === "group" || keyword === "order" || keyword === "partition") return stream.isWord("by", 1)
  if (keyword === "array" || keyword === "left" || keyword === "inner") return startsArrayJoin(stream)
  if (keyword === "limit" || keyword === "offset" || keyword === "window" || keyword === "settings") {
    const { keyword: following, kind } = stream.peek(1)
    return kind === "number" || kind === "quoted" || (kind === "word" && !clauseAfterName.has(following)) ||
      stream.isSymbol("{", 1)
  }
  return reservedWords.has(keyword) && !(operatorFunctions.has(keyword) && stream.isSymbol("(", 1))
}

/** Operators that are functions too, where an operand stands: `and(a, b)`. */
const operatorFunctions: ReadonlySet<string> = new Set(["and", "or", "in", "like", "ilike"])

/** A name followed by one of these was a name. */
const clauseAfterName: ReadonlySet<string> = new Set(
  [...reservedWords, ..."asc desc group order limit offset not nulls window".split(" ")]
)

export const startsArrayJoin = (stream: TokenStream): boolean => {
  const ahead = stream.isWord("left") || stream.isWord("inner") ? 1 : 0
  return stream.isWord("array", ahead) && stream.isWord("join", ahead + 1)
}

/** One or more items separated by commas; the last may be followed by a comma too. */
export const readList = <A>(stream: TokenStream, read: () => A): ReadonlyArray<A> => {
  const items = [read()]
  while (stream.acceptSymbol(",")) {
    if (!startsExpression(stream)) break
    items.push(read())
  }
  return items
}

export const readExpressions = (stream: TokenStream): ReadonlyArray<AstExpr> =>
  readList(stream, () => stream.rules.expression(stream, anyExpression))

/** Items up to the closing symbol, which is read too; there may be none. */
export const readListUntil = <A>(stream: TokenStream, close: string, read: () => A): ReadonlyArray<A> => {
  if (stream.acceptSymbol(close)) return []
  const items = readList(stream, read)
  if (!stream.isSymbol(close)) stream.unexpected(`"," or "${close}"`)
  stream.next()
  return items
}
