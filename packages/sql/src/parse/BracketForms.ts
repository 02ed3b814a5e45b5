import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { paramsInParentheses, readLambda } from "./LambdaParser.ts"
import { maximumDepth } from "./Limits.ts"
import { anyExpression, readListUntil } from "./Lists.ts"
import type { TemplatePart } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"

/** `(…)`: grouping, a tuple, a sub-query or the parameters of a lambda. */
export const readParenthesised = (stream: TokenStream): AstExpr => {
  const start = stream.peek().start
  const params = paramsInParentheses(stream)
  if (params !== undefined) return readLambda(stream, params)
  stream.next()
  if (startsStatement(stream)) {
    const query = stream.rules.statement(stream)
    return { _tag: "Subquery", query, start, end: stream.expectSymbol(")").end }
  }
  const first = stream.rules.expression(stream, anyExpression)
  if (stream.acceptSymbol(")")) return first
  if (!stream.acceptSymbol(",")) return stream.unexpected("\",\" or \")\"")
  const rest = readListUntil(stream, ")", () => stream.rules.expression(stream, anyExpression))
  return { _tag: "Tuple", items: [first, ...rest], start, end: stream.lastEnd }
}

/** `SELECT …`, or parentheses around one with UNION and such after them. */
const startsStatement = (stream: TokenStream): boolean => {
  let ahead = 0
  while (ahead <= maximumDepth && stream.isSymbol("(", ahead)) ahead++
  if (!stream.isWord("select", ahead) && !stream.isWord("with", ahead)) return false
  return ahead === 0 || setWords.has(stream.peek(stream.afterParentheses(0)).keyword)
}

const setWords: ReadonlySet<string> = new Set(["union", "except", "intersect"])

/** `{name}` or `{key: value}`. */
export const readBraces = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  if (stream.acceptSymbol("}")) return { _tag: "Dict", entries: [], start, end: stream.lastEnd }
  const first = stream.rules.expression(stream, anyExpression)
  if (stream.isSymbol(":")) {
    const entries: Array<{ readonly key: AstExpr; readonly value: AstExpr }> = []
    const readValue = (key: AstExpr) => {
      stream.expectSymbol(":")
      entries.push({ key, value: stream.rules.expression(stream, anyExpression) })
    }
    readValue(first)
    while (stream.acceptSymbol(",") && !stream.isSymbol("}")) {
      readValue(stream.rules.expression(stream, anyExpression))
    }
    return { _tag: "Dict", entries, start, end: stream.expectSymbol("}").end }
  }
  const { end } = stream.expectSymbol("}")
  if (first._tag === "Field") return { _tag: "Placeholder", path: first.path, start, end }
  return stream.fail("A placeholder is a name such as {filters}", { start, end })
}

/** `f'text {expression}'` is a call of concat, or its only part. */
export const readTemplate = (stream: TokenStream): AstExpr => {
  const { end, parts = [], start } = stream.next()
  const args = parts.map((part) => readTemplatePart(stream, part))
  const [first] = args
  if (first === undefined) return { _tag: "Text", value: "", start, end }
  if (args.length === 1) return { ...first, start, end }
  return callOf("concat", args, { start, end })
}

const readTemplatePart = (stream: TokenStream, part: TemplatePart): AstExpr =>
  "text" in part
    ? { _tag: "Text", value: part.text, start: part.start, end: part.end }
    : stream.within(part.tokens, () => {
      const expr = stream.rules.expression(stream, anyExpression)
      return stream.peek().kind === "end" ? expr : stream.unexpected("\"}\"")
    })
