import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { power, type SymbolOperator, symbolOperators } from "./Operators.ts"
import { readPostfix } from "./PostfixParser.ts"
import { readPrefix } from "./PrefixParser.ts"
import type { TokenStream } from "./TokenStream.ts"

/** An expression whose operators all bind at least as tightly as `minimum` (`Operators.ts`). */
export const readExpression = (stream: TokenStream, minimum: number): AstExpr =>
  stream.nested(() => {
    const outer = { tallest: stream.tallest, longest: stream.longest }
    stream.tallest = 0
    stream.longest = 0
    const start = stream.peek().start
    let left = readPostfix(stream, readPrefix(stream), start)
    let height = stream.tallest + 1
    let length = stream.longest + 1
    for (
      let more = readInfix(stream, left, start, minimum);
      more !== undefined;
      more = readInfix(stream, left, start, minimum)
    ) {
      const isChain = more._tag === "Binary" && left._tag === "Binary"
      left = more
      // Operands of one AND or OR stay side by side: a long list of conditions is not a tall tree.
      const step = left._tag === "Logical" ? 0 : 1
      height = Math.max(height, stream.tallest + 1) + (isChain ? 0 : step)
      length = Math.max(length, stream.longest + 1) + step
      stream.checkHeight(height, length)
      if (left._tag === "Alias" && !stream.isWord("as")) break
    }
    stream.tallest = Math.max(outer.tallest, height)
    stream.longest = Math.max(outer.longest, length)
    return left
  })

const readInfix = (stream: TokenStream, left: AstExpr, start: number, minimum: number): AstExpr | undefined => {
  const token = stream.peek()
  if (token.kind === "symbol") {
    const found = symbolOperators.get(token.value)
    if (found !== undefined) return found.power < minimum ? undefined : readBinary(stream, left, start, found)
    return token.value === "?" && minimum <= power.ternary ? readTernary(stream, left, start) : undefined
  }
  const isNegated = token.keyword === "not"
  const form = wordOperators.get(isNegated ? stream.peek(1).keyword : token.keyword)
  if (form === undefined || form.power < minimum || (isNegated && !form.negates)) return undefined
  if (isNegated) stream.next()
  return form.read(stream, left, start, isNegated)
}

const readBinary = (
  stream: TokenStream,
  left: AstExpr,
  start: number,
  found: SymbolOperator
): AstExpr => {
  stream.next()
  const right = readExpression(stream, found.power + 1)
  return { _tag: "Binary", operator: found.operator, left, right, start, end: stream.lastEnd }
}

const readLogical = (operator: "and" | "or") => (stream: TokenStream, left: AstExpr, start: number): AstExpr => {
  const operands: Array<AstExpr> = []
  const add = (operand: AstExpr) => {
    const isSame = operand._tag === "Logical" && operand.operator === operator
    for (const each of isSame ? operand.operands : [operand]) operands.push(each)
  }
  add(left)
  while (stream.acceptWords(operator)) add(readExpression(stream, power[operator] + 1))
  return { _tag: "Logical", operator, operands, start, end: stream.lastEnd }
}

const readTernary = (stream: TokenStream, condition: AstExpr, start: number): AstExpr => {
  stream.next()
  const then = readExpression(stream, power.ternary)
  stream.expectSymbol(":")
  const otherwise = readExpression(stream, power.ternary)
  return { _tag: "Ternary", condition, then, else: otherwise, start, end: stream.lastEnd }
}

const readAlias = (stream: TokenStream, expr: AstExpr, start: number): AstExpr => {
  stream.next()
  const name = stream.peek().kind === "text" ? stream.next() : stream.expectName("an alias")
  return { _tag: "Alias", expr, name: name.value, start, end: name.end }
}

const readIsNull = (stream: TokenStream, expr: AstExpr, start: number): AstExpr => {
  stream.next()
  const negated = stream.acceptWords("not")
  if (stream.acceptWords("distinct", "from")) {
    const right = readExpression(stream, power.comparison + 1)
    return callOf(negated ? "isNotDistinctFrom" : "isDistinctFrom", [expr, right], { start, end: stream.lastEnd })
  }
  const { end } = stream.expectWord("null")
  return { _tag: "IsNull", expr, negated, start, end }
}

const readBetween = (stream: TokenStream, expr: AstExpr, start: number, negated: boolean): AstExpr => {
  stream.expectWord("between")
  const low = readExpression(stream, power.between + 1)
  stream.expectWord("and")
  const high = readExpression(stream, power.between + 1)
  return { _tag: "Between", expr, low, high, negated, start, end: stream.lastEnd }
}

const readMembership = (stream: TokenStream, left: AstExpr, start: number, negated: boolean): AstExpr => {
  const { keyword } = stream.next()
  const cohort = keyword === "in" && namesCohort(stream)
  if (cohort) stream.next()
  const right = readExpression(stream, power.comparison + 1)
  const span = { start, end: stream.lastEnd }
  if (keyword === "in") return { _tag: "In", expr: left, set: right, negated, cohort, ...span }
  const operator = keyword === "like" ? negated ? "not like" : "like" : negated ? "not ilike" : "ilike"
  return { _tag: "Binary", operator, left, right, ...span }
}

/** `IN COHORT 2`, where `IN cohort` alone would be a column of that name. */
const namesCohort = (stream: TokenStream): boolean => {
  if (!stream.isWord("cohort")) return false
  const { kind } = stream.peek(1)
  return kind === "number" || kind === "text" || kind === "quoted" || stream.isSymbol("{", 1) || stream.isSymbol("(", 1)
}

/** A form that a word after an operand begins. */
interface WordOperator {
  readonly power: number
  /** NOT may stand before the word. */
  readonly negates: boolean
  readonly read: (stream: TokenStream, left: AstExpr, start: number, isNegated: boolean) => AstExpr
}

const membership: WordOperator = { power: power.comparison, negates: true, read: readMembership }

/** The words that may follow an operand. */
export const wordOperators: ReadonlyMap<string, WordOperator> = new Map<string, WordOperator>([
  ["and", { power: power.and, negates: false, read: readLogical("and") }],
  ["or", { power: power.or, negates: false, read: readLogical("or") }],
  ["as", { power: power.alias, negates: false, read: readAlias }],
  ["is", { power: power.isNull, negates: false, read: readIsNull }],
  ["between", { power: power.between, negates: true, read: readBetween }],
  ["like", membership],
  ["ilike", membership],
  ["in", membership]
])
