import type { AstExpr } from "../ast/Ast.ts"
import { anyExpression } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"

/** The names with commas between them that stand `ahead` tokens on. Reads nothing. */
export const namesAhead = (stream: TokenStream, ahead: number): ReadonlyArray<string> => {
  const names: Array<string> = []
  while (true) {
    const { kind, value } = stream.peek(ahead + 2 * names.length)
    if (kind !== "word" && kind !== "quoted") return names
    names.push(value)
    if (!stream.isSymbol(",", ahead + 2 * names.length - 1)) return names
  }
}

/** The names of `(a, b) ->` or `() ->`, or undefined when no lambda starts at this parenthesis. Reads nothing. */
export const paramsInParentheses = (stream: TokenStream): ReadonlyArray<string> | undefined => {
  const names = namesAhead(stream, 1)
  const close = Math.max(2 * names.length, 1)
  return stream.isSymbol(")", close) && stream.isSymbol("->", close + 1) ? names : undefined
}

/** Reads on from before the parameters to the end of the body. */
export const readLambda = (stream: TokenStream, params: ReadonlyArray<string>): AstExpr => {
  const { start } = stream.peek()
  while (!stream.acceptSymbol("->")) stream.next()
  const body = stream.rules.expression(stream, anyExpression)
  return { _tag: "Lambda", params, body, start, end: stream.lastEnd }
}
