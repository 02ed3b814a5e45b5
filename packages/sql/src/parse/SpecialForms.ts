import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { readCase, startsCase } from "./CaseForm.ts"
import { readInterval, startsInterval } from "./IntervalForm.ts"
import { tokenize } from "./Lexer.ts"
import { anyExpression } from "./Lists.ts"
import { power } from "./Operators.ts"
import { readColumns } from "./StarParser.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readTypeName } from "./TypeName.ts"

/** The forms that begin with a word but are no plain name or call; undefined when the word is one here. */
export const readSpecialForm = (stream: TokenStream, keyword: string): AstExpr | undefined => {
  switch (keyword) {
    case "case":
      return startsCase(stream) ? readCase(stream) : undefined
    case "cast":
    case "try_cast":
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
      return stream.isSymbol("(", 1) && !stream.isSymbol(")", 2) && stream.isWord("from", 3)
        ? readExtract(stream)
        : undefined
    case "columns":
      return readColumns(stream)
    case "array":
      return stream.isSymbol("[", 1) ? readArray(stream) : undefined
    default:
      return undefined
  }
}

const expression = (stream: TokenStream): AstExpr => stream.rules.expression(stream, anyExpression)
/** An expression that leaves `AS` to the form around it. */
const withoutAlias = (stream: TokenStream): AstExpr => stream.rules.expression(stream, power.ternary)

/** `CAST(x AS Type)`, or `cast(x, 'Type')`, which is the same. */
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
  return callOf(keyword === "date" ? "toDate" : "toDateTime", [literal], { start, end: text.end })
}

/** `substring(s, from, length)` or `SUBSTRING(s FROM from [FOR length])`. */
const readSubstring = (stream: TokenStream): AstExpr | undefined => {
  const { start, value } = stream.next()
  stream.next()
  const args = stream.isSymbol(")") ? [] : [expression(stream)]
  if (args.length === 1 && stream.acceptWords("from")) {
    args.push(expression(stream))
    if (stream.acceptWords("for")) args.push(expression(stream))
    return callOf("substring", args, { start, end: stream.expectSymbol(")").end })
  }
  while (stream.acceptSymbol(",") && !stream.isSymbol(")")) args.push(expression(stream))
  if (!stream.isSymbol(")")) stream.unexpected("\",\" or \")\"")
  return callOf(value, args, { start, end: stream.next().end })
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
  return callOf(name, [text, characters], { start, end: stream.expectSymbol(")").end })
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
  return callOf(name, [expression(stream)], { start, end: stream.expectSymbol(")").end })
}

const readArray = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  return { ...stream.rules.expression(stream, power.negation + 1), start }
}
