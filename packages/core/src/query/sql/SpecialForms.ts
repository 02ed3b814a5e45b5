import type { AstExpr } from "./Ast.ts"
import { tokenize } from "./Lexer.ts"
import { anyExpression } from "./Lists.ts"
import { power } from "./Operators.ts"
import { intervalUnits } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readTypeName } from "./TypeName.ts"

/** The forms that begin with a word but are no plain name or call; undefined when the word is one here. */
export const readSpecialForm = (stream: TokenStream, keyword: string): AstExpr | undefined => {
  switch (keyword) {
    case "case":
      return startsCase(stream) ? readCase(stream) : undefined
    case "cast":
      return stream.isSymbol("(", 1) ? readCast(stream) : undefined
    case "date":
    case "timestamp":
      return stream.peek(1).kind === "text" ? readDateLiteral(stream) : undefined
    case "interval":
      return startsInterval(stream) ? readInterval(stream) : undefined
    case "substring":
      return stream.isSymbol("(", 1) ? readSubstring(stream) : undefined
    case "trim":
      return trimNames.has(stream.peek(2).keyword) && stream.isSymbol("(", 1) && !stream.isSymbol(")", 3) &&
          !stream.isSymbol(",", 3) && !stream.isSymbol("(", 3) && !stream.isSymbol(".", 3)
        ? readTrim(stream)
        : undefined
    case "extract":
      return stream.isSymbol("(", 1) && stream.isWord("from", 3) ? readExtract(stream) : undefined
    case "array":
      return stream.isSymbol("[", 1) ? readArray(stream) : undefined
    default:
      return undefined
  }
}

const call = (name: string, args: ReadonlyArray<AstExpr>, start: number, end: number): AstExpr => ({
  _tag: "Call",
  name,
  params: undefined,
  args,
  distinct: false,
  over: undefined,
  start,
  end
})

const expression = (stream: TokenStream): AstExpr => stream.rules.expression(stream, anyExpression)
/** An expression that leaves `AS` to the form around it. */
const withoutAlias = (stream: TokenStream): AstExpr => stream.rules.expression(stream, power.ternary)

const startsCase = (stream: TokenStream): boolean => {
  const { keyword, kind, value } = stream.peek(1)
  if (kind === "symbol") return value === "[" || value === "{" || value === "-" || (value === "(" && caseFollows(stream))
  return kind !== "end" && (kind !== "word" || keyword === "when" || !namesEnd.has(keyword))
}

/** Words after which `case` was a name. */
const namesEnd: ReadonlySet<string> = new Set(
  "and as asc between desc else end from group having ilike in intersect except is like limit not offset or order then union where"
    .split(" ")
)

/** `case (x) when …` rather than a call of `case`. */
const caseFollows = (stream: TokenStream): boolean => stream.isWord("when", stream.afterParentheses(1))

const readCase = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  const subject = stream.isWord("when") ? undefined : expression(stream)
  const branches: Array<{ readonly when: AstExpr; readonly then: AstExpr }> = []
  while (stream.acceptWords("when")) {
    const when = expression(stream)
    stream.expectWord("then")
    branches.push({ when, then: expression(stream) })
  }
  if (branches.length === 0) stream.unexpected("WHEN")
  const otherwise = stream.acceptWords("else") ? expression(stream) : undefined
  return { _tag: "Case", subject, branches, else: otherwise, start, end: stream.expectWord("end").end }
}

/** `CAST(x AS Type)`; `cast(x, 'Type')` is the same thing. */
const readCast = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  stream.next()
  const expr = withoutAlias(stream)
  if (stream.acceptSymbol(",")) {
    const typeName = readQuotedType(stream)
    return { _tag: "Cast", expr, typeName, start, end: stream.expectSymbol(")").end }
  }
  stream.expectWord("as")
  const typeName = readTypeName(stream)
  return { _tag: "Cast", expr, typeName, start, end: stream.expectSymbol(")").end }
}

const readQuotedType = (stream: TokenStream): string => {
  const token = stream.peek()
  if (token.kind !== "text") return stream.unexpected("a type name in quotes")
  stream.next()
  if (!/^[A-Za-z_][\w(), ']*$/.test(token.value)) return stream.fail(`Invalid type "${token.value}"`, token)
  return stream.within(tokenize(token.value), () => {
    const name = readTypeName(stream)
    return stream.peek().kind === "end" ? name : stream.fail(`Invalid type "${token.value}"`, token)
  })
}

const readDateLiteral = (stream: TokenStream): AstExpr => {
  const { keyword, start } = stream.next()
  const text = stream.next()
  const literal: AstExpr = { _tag: "Text", value: text.value, start: text.start, end: text.end }
  return call(keyword === "date" ? "toDate" : "toDateTime", [literal], start, text.end)
}

const startsInterval = (stream: TokenStream): boolean => {
  const { kind, value } = stream.peek(1)
  switch (kind) {
    case "symbol":
      if (value === "-") return stream.peek(2).kind === "number" && intervalUnits.has(stream.peek(3).keyword)
      return value === "{" || (value === "(" && intervalUnits.has(stream.peek(stream.afterParentheses(1)).keyword))
    case "word":
      return intervalUnits.has(stream.peek(2).keyword) || ["(", "+", "-", "*", "/", "."].some((s) => stream.isSymbol(s, 2))
    case "end":
      return false
    default:
      return true
  }
}

const readInterval = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  const text = stream.peek()
  if (text.kind === "text" && !intervalUnits.has(stream.peek(1).keyword)) return readIntervalText(stream, start)
  const count = stream.rules.expression(stream, power.comparison)
  const unit = intervalUnits.get(stream.peek().keyword) ?? stream.unexpected("an interval unit such as DAY")
  return { _tag: "Interval", count, unit, start, end: stream.next().end }
}

const readIntervalText = (stream: TokenStream, start: number): AstExpr => {
  const token = stream.next()
  const [, count, word = ""] = /^\s*([+-]?[0-9]+)\s+([A-Za-z]+)\s*$/.exec(token.value) ?? []
  const unit = intervalUnits.get(word.toLowerCase())
  if (count === undefined || unit === undefined) {
    return stream.fail(`Invalid interval '${token.value}', write a count and a unit such as '1 day'`, token)
  }
  const number: AstExpr = { _tag: "Number", text: String(BigInt(count)), start: token.start, end: token.end }
  return { _tag: "Interval", count: number, unit, start, end: token.end }
}

/** `substring(s, from, length)` or `SUBSTRING(s FROM from [FOR length])`. */
const readSubstring = (stream: TokenStream): AstExpr | undefined => {
  const { start, value } = stream.next()
  stream.next()
  const args = stream.isSymbol(")") ? [] : [expression(stream)]
  if (args.length === 1 && stream.acceptWords("from")) {
    args.push(expression(stream))
    if (stream.acceptWords("for")) args.push(expression(stream))
    return call("substring", args, start, stream.expectSymbol(")").end)
  }
  while (stream.acceptSymbol(",") && !stream.isSymbol(")")) args.push(expression(stream))
  if (!stream.isSymbol(")")) stream.unexpected("\",\" or \")\"")
  return call(value, args, start, stream.next().end)
}

const trimNames: ReadonlyMap<string, string> = new Map([
  ["both", "trim"],
  ["leading", "trimLeft"],
  ["trailing", "trimRight"]
])

const readTrim = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  stream.next()
  const name = trimNames.get(stream.next().keyword) ?? "trim"
  const characters = expression(stream)
  stream.expectWord("from")
  const text = expression(stream)
  return call(name, [text, characters], start, stream.expectSymbol(")").end)
}

const extracted: ReadonlyMap<string, string> = new Map([
  ["second", "toSecond"],
  ["minute", "toMinute"],
  ["hour", "toHour"],
  ["day", "toDayOfMonth"],
  ["month", "toMonth"],
  ["quarter", "toQuarter"],
  ["year", "toYear"]
])

const readExtract = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  stream.next()
  const name = extracted.get(stream.peek().keyword) ?? stream.unexpected("a unit such as DAY")
  stream.next()
  stream.next()
  return call(name, [expression(stream)], start, stream.expectSymbol(")").end)
}

const readArray = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  return { ...stream.rules.expression(stream, power.negation + 1), start }
}
