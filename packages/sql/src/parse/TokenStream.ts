import type { AstExpr, Span, Statement } from "../ast/Ast.ts"
import { maximumChain, maximumDepth, maximumHeight, tooDeep } from "./Limits.ts"
import { emptyQuery, SyntaxFailure } from "./SyntaxFailure.ts"
import type { Token } from "./Token.ts"

/** The two rules that every part of the grammar may call, wired once so that its modules do not import each other. */
export interface Rules {
  readonly expression: (stream: TokenStream, minimum: number) => AstExpr
  readonly statement: (stream: TokenStream) => Statement
}

/** A cursor over tokens. A text outside of the grammar throws `SyntaxFailure`. */
export class TokenStream {
  readonly rules: Rules
  /** Greatest height of the expressions read since the caller last set it, and the same with chains counted in full. */
  tallest = 0
  longest = 0
  private tokens: ReadonlyArray<Token>
  private index = 0
  private depth = 0
  private closing: ReadonlyMap<number, number> | undefined

  constructor(tokens: ReadonlyArray<Token>, rules: Rules) {
    this.tokens = tokens
    this.rules = rules
  }

  /** The token `ahead` places on; the last one, of kind `end`, repeats for ever. */
  peek(ahead = 0): Token {
    const token = this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]
    if (token === undefined) throw new SyntaxFailure(emptyQuery, 0, 0)
    return token
  }

  next(): Token {
    const token = this.peek()
    this.index++
    return token
  }

  /** The end of the last token that was read. */
  get lastEnd(): number {
    return this.tokens[this.index - 1]?.end ?? 0
  }

  isWord(keyword: string, ahead = 0): boolean {
    return this.peek(ahead).keyword === keyword
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === "symbol" && token.value === symbol
  }

  /** Reads these keywords when all of them come next, else reads nothing. */
  acceptWords(...keywords: ReadonlyArray<string>): boolean {
    if (!keywords.every((keyword, ahead) => this.isWord(keyword, ahead))) return false
    this.index += keywords.length
    return true
  }

  acceptSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.index++
    return true
  }

  expectWord(keyword: string): Token {
    return this.isWord(keyword) ? this.next() : this.unexpected(keyword.toUpperCase())
  }

  expectSymbol(symbol: string): Token {
    return this.isSymbol(symbol) ? this.next() : this.unexpected(`"${symbol}"`)
  }

  /** Any name, keywords included: where only a name can stand, none is reserved. */
  expectName(what: string): Token {
    const { kind } = this.peek()
    return kind === "word" || kind === "quoted" ? this.next() : this.unexpected(what)
  }

  unexpected(expected: string): never {
    return this.fail(`Expected ${expected} but found ${describe(this.peek())}`, this.peek())
  }

  fail(detail: string, span: Span): never {
    throw new SyntaxFailure(detail, span.start, span.end)
  }

  /** The distance in tokens to the one after the parenthesis that closes the one `ahead` tokens on. */
  afterParentheses(ahead: number): number {
    this.closing ??= closingParentheses(this.tokens)
    return (this.closing.get(this.index + ahead) ?? this.tokens.length - 2) + 1 - this.index
  }

  /** Reads something that may contain itself, refusing texts that nest too deeply. */
  nested<A>(read: () => A): A {
    if (++this.depth > maximumDepth) this.fail(tooDeep, this.peek())
    const result = read()
    this.depth--
    return result
  }

  /** Counts one more level around what was read since the caller last set `tallest`. */
  grow(): void {
    this.checkHeight(++this.tallest, ++this.longest)
  }

  /** Refuses what is too high, at the end of the step that is one too many: the one that was just read. */
  checkHeight(height: number, length: number): void {
    const limit = height > maximumHeight ? maximumHeight : length > maximumChain ? maximumChain : undefined
    if (limit === undefined) return
    this.fail(`The query is too long a chain (limit ${limit} steps)`, this.tokens[this.index - 1] ?? this.peek())
  }

  /** Reads the tokens of a part of a template in place of its own, with the same limits. */
  within<A>(tokens: ReadonlyArray<Token>, read: () => A): A {
    const outer = { tokens: this.tokens, index: this.index, closing: this.closing }
    this.tokens = tokens
    this.index = 0
    this.closing = undefined
    const result = read()
    this.tokens = outer.tokens
    this.index = outer.index
    this.closing = outer.closing
    return result
  }
}

/** From each opening parenthesis to the one that closes it, by their places in the list. */
const closingParentheses = (tokens: ReadonlyArray<Token>): ReadonlyMap<number, number> => {
  const closing = new Map<number, number>()
  const open: Array<number> = []
  tokens.forEach(({ kind, value }, index) => {
    if (kind !== "symbol") return
    if (value === "(") open.push(index)
    const opening = value === ")" ? open.pop() : undefined
    if (opening !== undefined) closing.set(opening, index)
  })
  return closing
}

const describe = (token: Token): string => {
  switch (token.kind) {
    case "end":
      return "the end of the query"
    case "text":
    case "template":
      return "a string"
    default:
      return `"${token.value.length > 40 ? `${token.value.slice(0, 40)}…` : token.value}"`
  }
}
