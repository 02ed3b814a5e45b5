import type { AstExpr } from "../ast/Ast.ts"
import { anyExpression } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"

/** Whether the word `case` begins `CASE … END` here, and is no column or function of that name. */
export const startsCase = (stream: TokenStream): boolean => {
  const { keyword, kind, value } = stream.peek(1)
  switch (kind) {
    case "symbol":
      return value === "[" || value === "{" || value === "-" ||
        (value === "(" && stream.isWord("when", stream.afterParentheses(1)))
    case "word":
      return !namesEnd.has(keyword) && !(keyword === "not" && negatable.has(stream.peek(2).keyword))
    default:
      return kind !== "end"
  }
}

const negatable: ReadonlySet<string> = new Set(["between", "ilike", "in", "like"])

/** Words after which `case` was a name. */
const namesEnd: ReadonlySet<string> = new Set([
  ...negatable,
  ..."and as asc desc else end from group having intersect except is limit offset or order then union where".split(" ")
])

/** `CASE [subject] WHEN … THEN … [ELSE …] END`. */
export const readCase = (stream: TokenStream): AstExpr => {
  const read = () => stream.rules.expression(stream, anyExpression)
  const { start } = stream.next()
  const subject = stream.isWord("when") ? undefined : read()
  const branches: Array<{ readonly when: AstExpr; readonly then: AstExpr }> = []
  while (stream.acceptWords("when")) {
    const when = read()
    stream.expectWord("then")
    branches.push({ when, then: read() })
  }
  if (branches.length === 0) stream.unexpected("WHEN")
  const otherwise = stream.acceptWords("else") ? read() : undefined
  return { _tag: "Case", subject, branches, else: otherwise, start, end: stream.expectWord("end").end }
}
