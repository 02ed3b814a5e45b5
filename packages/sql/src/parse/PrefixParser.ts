import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { readBraces, readParenthesised, readTemplate } from "./BracketForms.ts"
import { readCall } from "./CallParser.ts"
import { readLambda } from "./LambdaParser.ts"
import { anyExpression, readListUntil, startsClause } from "./Lists.ts"
import { power } from "./Operators.ts"
import { readSpecialForm } from "./SpecialForms.ts"
import type { Token } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"

/** An operand: a literal, name, call, bracketed list, sub-query, or an operator before one. */
export const readPrefix = (stream: TokenStream): AstExpr => {
  const token = stream.peek()
  const { end, start, value } = token
  switch (token.kind) {
    case "number":
      stream.next()
      return { _tag: "Number", text: value, start, end }
    case "text":
      stream.next()
      return { _tag: "Text", value, start, end }
    case "template":
      return readTemplate(stream)
    case "symbol":
      return readBracketed(stream, token)
    case "word":
      return startsClause(stream) ? stream.unexpected("an expression") : readWord(stream, token)
    case "quoted":
      return readName(stream)
    case "end":
      return stream.unexpected("an expression")
  }
}

const readBracketed = (stream: TokenStream, { end, start, value }: Token): AstExpr => {
  switch (value) {
    case "(":
      return readParenthesised(stream)
    case "[": {
      stream.next()
      const items = readListUntil(stream, "]", () => stream.rules.expression(stream, anyExpression))
      return { _tag: "Array", items, start, end: stream.lastEnd }
    }
    case "{":
      return readBraces(stream)
    case "*":
      stream.next()
      return { _tag: "Star", path: [], start, end }
    case "-":
      return readNegation(stream)
    case "+":
      if (stream.peek(1).kind !== "number") return stream.unexpected("an expression")
      stream.next()
      return readPrefix(stream)
    default:
      return stream.unexpected("an expression")
  }
}

/** A minus before a number is part of the number. */
const readNegation = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  const { end, keyword, kind, value } = stream.peek()
  const text = kind === "number" ? value : keyword === "" ? undefined : floatName(stream)
  if (text !== undefined) {
    stream.next()
    return { _tag: "Number", text: text === "nan" ? text : `-${text}`, start, end }
  }
  const expr = stream.rules.expression(stream, power.negation)
  return { _tag: "Unary", operator: "-", expr, start, end: expr.end }
}

const floatName = (stream: TokenStream): string | undefined => {
  const { keyword } = stream.peek()
  if (stream.isSymbol("(", 1) || stream.isSymbol(".", 1)) return undefined
  return keyword === "inf" || keyword === "infinity" ? "inf" : keyword === "nan" ? "nan" : undefined
}

const readWord = (stream: TokenStream, { end, keyword, start }: Token): AstExpr => {
  const float = floatName(stream)
  if (float !== undefined) {
    stream.next()
    return { _tag: "Number", text: float, start, end }
  }
  if (keyword === "not" && startsOperandOfNot(stream)) return readNot(stream)
  if (!stream.isSymbol("(", 1) && !stream.isSymbol(".", 1)) {
    if (keyword === "null") {
      stream.next()
      return { _tag: "Null", start, end }
    }
    if (keyword === "true" || keyword === "false") {
      stream.next()
      return { _tag: "Boolean", value: keyword === "true", start, end }
    }
  }
  return readSpecialForm(stream, keyword) ?? readName(stream)
}

const startsOperandOfNot = (stream: TokenStream): boolean => {
  const { kind, value } = stream.peek(1)
  return kind === "symbol" ? ["(", "[", "{", "-", "+"].includes(value) : kind !== "end"
}

/** `not(x)` is a call like any other, so `not(a) = b` compares its result; `not a = b` negates the comparison. */
const readNot = (stream: TokenStream): AstExpr => {
  const { start } = stream.next()
  const isCall = stream.isSymbol("(") && !stream.isWord("select", 1) && !stream.isWord("with", 1)
  if (!isCall) {
    const expr = stream.rules.expression(stream, power.not)
    return { _tag: "Unary", operator: "not", expr, start, end: expr.end }
  }
  stream.next()
  const args = readListUntil(stream, ")", () => stream.rules.expression(stream, anyExpression))
  const [expr] = args
  const end = stream.lastEnd
  if (expr !== undefined && args.length === 1) return { _tag: "Unary", operator: "not", expr, start, end }
  return callOf("not", args, { start, end })
}

const readName = (stream: TokenStream): AstExpr => {
  const { end, start, value } = stream.peek()
  if (stream.isSymbol("->", 1)) return readLambda(stream, [value])
  if (stream.isSymbol("(", 1)) return readCall(stream)
  stream.next()
  return { _tag: "Field", path: [value], start, end }
}
