import type { AstExpr, Span, Statement } from "./Ast.ts"
import { emptyQuery, SyntaxFailure } from "./SyntaxFailure.ts"
import type { Token } from "./Token.ts"

/** The two rules that every part of the grammar may call, wired once so that its modules do not import each other. */
export interface Rules {
  readonly expression: (stream: TokenStream, minimum: number) => AstExpr
  readonly statement: (stream: TokenStream) => Statement
}

/** Deepest nesting of the text and greatest height of a tree: what every recursive reader of a tree can rely on. */
export const maximumDepth = 500
export const maximumHeight = 1_000

/** A cursor over tokens. What does not fit the grammar throws `SyntaxFailure`. */
export class TokenStream {
  readonly rules: Rules
  /** Greatest height of the expressions read since the caller last set it. */
  tallest = 0
  private tokens: ReadonlyArray<Token>
  private index = 0
  private depth = 0

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

  /** Where the last token that was read ends. */
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

  /** How many tokens ahead stands the one after the parenthesis that closes the one `ahead` tokens on. */
  afterParentheses(ahead: number): number {
    let open = 0
    for (let place = ahead;; place++) {
      if (this.peek(place).kind === "end") return place
      if (this.isSymbol("(", place)) open++
      if (this.isSymbol(")", place) && --open === 0) return place + 1
    }
  }

  /** Reads something that may contain itself, refusing texts that nest too deeply. */
  nested<A>(read: () => A): A {
    if (++this.depth > maximumDepth) this.fail(`The query is nested too deeply (limit ${maximumDepth})`, this.peek())
    const result = read()
    this.depth--
    return result
  }

  /** Counts one more level around what was read since the caller last set `tallest`. */
  grow(span: Span): void {
    this.checkHeight(++this.tallest, span)
  }

  checkHeight(height: number, span: Span): void {
    if (height > maximumHeight) this.fail(`The query is too long a chain (limit ${maximumHeight} steps)`, span)
  }

  /** Reads the tokens of a part of a template in place of its own, with the same limits. */
  within<A>(tokens: ReadonlyArray<Token>, read: () => A): A {
    const outer = { tokens: this.tokens, index: this.index }
    this.tokens = tokens
    this.index = 0
    const result = read()
    this.tokens = outer.tokens
    this.index = outer.index
    return result
  }
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
