import { maximumDepth, maximumTokens, tooDeep, tooManyTokens } from "./Limits.ts"
import { readQuoted, readTemplate, readText } from "./QuotedText.ts"
import { SyntaxFailure } from "./SyntaxFailure.ts"
import type { Token } from "./Token.ts"

const symbols3 = new Set(["!~*", "=~*"])
const symbols2 = new Set(["->", "::", "?.", "??", "||", "==", "=~", "!=", "!~", "<>", "<=", ">=", "~*"])
const symbols1 = new Set("()[]{},.;:?*/%+-=<>~")

const space = /\s*/y
const word = /[A-Za-z_$][A-Za-z0-9_$]*/y
const digits = /[0-9]+/y
const number =
  /0[xX][0-9A-Fa-f]{1,64}|0[bB][01]{1,64}|(?:[0-9]+(?:\.(?![.A-Za-z_$])[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y

/** The tokens of the text, ending with one of kind `end`. Throws `SyntaxFailure`. */
export const tokenize = (text: string): ReadonlyArray<Token> =>
  scan(text, 0, { templates: 0, tally: { tokens: 0 } }).tokens

/** The number of templates around a place, and of tokens of the whole text so far. */
interface Inside {
  readonly templates: number
  readonly tally: { tokens: number }
}

/**
 * Scans from `start` to the end of the text or, inside templates, to the brace that closes the expression of the
 * innermost.
 */
const scan = (text: string, start: number, inside: Inside): { tokens: Array<Token>; end: number } => {
  const { tally, templates } = inside
  if (templates > maximumDepth) throw new SyntaxFailure(tooDeep, start, start)
  const tokens: Array<Token> = []
  let braces = 0
  let at = start
  while (true) {
    at = skipBlank(text, at)
    const previous = tokens.at(-1)
    if (at >= text.length) {
      if (templates > 0) throw new SyntaxFailure("Unterminated expression in a template", start - 1, text.length)
      tokens.push(make("end", "", at, at))
      return { tokens, end: at }
    }
    const token = next(text, at, previous, inside)
    if (++tally.tokens > maximumTokens) throw new SyntaxFailure(tooManyTokens, token.start, token.end)
    if (token.kind === "symbol" && token.value === "{") braces++
    if (token.kind === "symbol" && token.value === "}" && templates > 0 && braces-- === 0) {
      tokens.push(make("end", "", at, at))
      return { tokens, end: token.end }
    }
    tokens.push(token)
    at = token.end
  }
}

const make = (kind: Token["kind"], value: string, start: number, end: number): Token => ({
  kind,
  value,
  keyword: kind === "word" ? value.toLowerCase() : "",
  start,
  end
})

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const skipBlank = (text: string, start: number): number => {
  let at = start
  while (true) {
    at += match(space, text, at)?.length ?? 0
    const two = text.slice(at, at + 2)
    if (two === "--" || two === "//" || two[0] === "#") {
      const line = text.indexOf("\n", at)
      at = line === -1 ? text.length : line + 1
    } else if (two === "/*") {
      const close = text.indexOf("*/", at + 2)
      if (close === -1) throw new SyntaxFailure("Unterminated comment", at, text.length)
      at = close + 2
    } else return at
  }
}

const next = (text: string, at: number, previous: Token | undefined, { tally, templates }: Inside): Token => {
  const first = text.charAt(at)
  if (first === "'") return readText(text, at)
  if (first === "`" || first === "\"") return readQuoted(text, at)
  if ((first === "f" || first === "F") && text[at + 1] === "'") {
    return readTemplate(text, at, (from) => scan(text, from, { templates: templates + 1, tally }))
  }
  const name = match(word, text, at)
  if (name !== undefined) return make("word", name, at, at + name.length)
  return readNumber(text, at, previous) ?? readSymbol(text, at)
}

const readNumber = (text: string, at: number, previous: Token | undefined): Token | undefined => {
  const afterDot = previous?.kind === "symbol" && (previous.value === "." || previous.value === "?.")
  if (text[at] === "." && previous !== undefined && previous.end === at && endsOperand(previous)) return undefined
  const found = match(afterDot ? digits : number, text, at)
  if (found === undefined) return undefined
  const end = at + found.length
  const tail = match(word, text, end)
  if (tail !== undefined) throw new SyntaxFailure(`Invalid number "${found}${tail}"`, at, end + tail.length)
  return make("number", afterDot ? found : plainNumber(found), at, end)
}

const endsOperand = (token: Token): boolean =>
  token.kind === "symbol" ? token.value === ")" || token.value === "]" || token.value === "}" : true

/** Decimal text without leading zeros (`017` is 17 in the dialect), with digits on both sides of a point. */
const plainNumber = (text: string): string => {
  if (/^0[xXbB]/.test(text)) return BigInt(text).toString()
  return text.replace(/^0+(?=[0-9])/, "").replace(/^\./, "0.").replace(/\.(?![0-9])/, ".0").replace("E", "e")
}

const readSymbol = (text: string, at: number): Token => {
  const three = text.slice(at, at + 3)
  const found = [three, three.slice(0, 2), three.slice(0, 1)].find((symbol) =>
    (symbol.length === 3 ? symbols3 : symbol.length === 2 ? symbols2 : symbols1).has(symbol)
  )
  if (found !== undefined) return make("symbol", found, at, at + found.length)
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  throw new SyntaxFailure(`Unexpected character "${character}"`, at, at + character.length)
}
