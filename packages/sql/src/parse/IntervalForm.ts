import type { AstExpr } from "../ast/Ast.ts"
import { power } from "./Operators.ts"
import { clauseWords, intervalUnits } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"

/** Whether the word `interval` begins `INTERVAL count unit` here, and is no column or function of that name. */
export const startsInterval = (stream: TokenStream): boolean => {
  const { keyword, kind, value } = stream.peek(1)
  switch (kind) {
    case "symbol":
      if (value === "-") return stream.peek(2).kind === "number" && intervalUnits.has(stream.peek(3).keyword)
      return value === "{" || (value === "(" && intervalUnits.has(stream.peek(stream.afterParentheses(1)).keyword))
    case "word":
      return !clauseWords.has(keyword) &&
        (intervalUnits.has(stream.peek(2).keyword) || countGoesOn.some((symbol) => stream.isSymbol(symbol, 2)))
    case "end":
      return false
    default:
      return true
  }
}

const countGoesOn = ["(", "+", "-", "*", "/", "."]

/** `INTERVAL 1 day`, `INTERVAL a + 1 day` or `INTERVAL '1 day'`. */
export const readInterval = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  const text = stream.peek()
  if (text.kind === "text" && !intervalUnits.has(stream.peek(1).keyword)) return readIntervalText(stream, start)
  const count = stream.rules.expression(stream, power.comparison)
  const unit = intervalUnits.get(stream.peek().keyword) ?? stream.unexpected("an interval unit such as DAY")
  return { _tag: "Interval", count, unit, start, end: stream.next().end }
}

const readIntervalText = (stream: TokenStream, start: number): AstExpr => {
  const token = stream.next()
  const [, count, word = ""] = /^\s*([+-]?[0-9]{1,15})\s+([A-Za-z]+)\s*$/.exec(token.value) ?? []
  const unit = intervalUnits.get(word.toLowerCase())
  if (count === undefined || unit === undefined) {
    return stream.fail(`Invalid interval '${token.value}', write a count and a unit such as '1 day'`, token)
  }
  const number: AstExpr = { _tag: "Number", text: String(Number(count)), start: token.start, end: token.end }
  return { _tag: "Interval", count: number, unit, start, end: token.end }
}
