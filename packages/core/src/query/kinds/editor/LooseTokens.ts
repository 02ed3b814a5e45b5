/** A part of a text that may be unfinished. Of a quoted name, `text` is the name; `keyword` is the lower case of a word. */
export interface LooseToken {
  readonly kind: "name" | "other" | "symbol" | "text" | "word"
  readonly text: string
  readonly keyword: string
  readonly start: number
  readonly end: number
  /** Of a bracket: the place in the list of the one that closes or opens it. */
  readonly partner?: number
}

const blank = /\s+|--[^\n]*|\/\/[^\n]*|#[^\n]*|\/\*[^]*?(?:\*\/|$)/y
const text = /'(?:[^'\\]|\\.|'')*'/sy
const name = /`[^`\n]*`|"[^"\n]*"/y
const word = /[A-Za-z_$][\w$]*/y
const digits = /\d[\w.]*/y

const matchAt = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

const kinds = [["text", text], ["name", name], ["word", word], ["other", digits]] as const

/** The token at a place. A quote that nothing closes is a symbol. */
const tokenAt = (source: string, at: number, offset: number): LooseToken => {
  for (const [kind, pattern] of kinds) {
    const found = matchAt(pattern, source, at)
    if (found === undefined) continue
    return {
      kind,
      text: kind === "name" ? found.slice(1, -1) : found,
      keyword: kind === "word" ? found.toLowerCase() : "",
      start: at + offset,
      end: at + offset + found.length
    }
  }
  const symbol = source.startsWith("->", at) ? "->" : source.charAt(at)
  return { kind: "symbol", text: symbol, keyword: "", start: at + offset, end: at + offset + symbol.length }
}

const read = (source: string, offset: number): ReadonlyArray<LooseToken> => {
  const tokens: Array<LooseToken> = []
  let at = 0
  while (at < source.length) {
    at += matchAt(blank, source, at)?.length ?? 0
    if (at >= source.length) break
    const token = tokenAt(source, at, offset)
    tokens.push(token)
    at = token.end - offset
  }
  return tokens
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" }

/** The opened brackets that are looked at for the partner of one that closes. */
const nearest = 64

const openerOf = (tokens: ReadonlyArray<LooseToken>, open: ReadonlyArray<number>, symbol: string): number => {
  for (let at = open.length - 1; at >= Math.max(0, open.length - nearest); at--) {
    if (closing[tokens[open[at] ?? 0]?.text ?? ""] === symbol) return at
  }
  return -1
}

/** Brackets without a partner are none: the text is being written. */
const paired = (tokens: ReadonlyArray<LooseToken>): ReadonlyArray<LooseToken> => {
  const partners = new Map<number, number>()
  const open: Array<number> = []
  for (const [place, { kind, text: symbol }] of tokens.entries()) {
    if (kind !== "symbol") continue
    if (closing[symbol] !== undefined) open.push(place)
    else if (symbol === ")" || symbol === "]" || symbol === "}") {
      const opener = openerOf(tokens, open, symbol)
      if (opener < 0) continue
      const [at = 0] = open.splice(opener)
      partners.set(at, place)
      partners.set(place, at)
    }
  }
  return tokens.map((token, place) => {
    const partner = partners.get(place)
    return partner === undefined ? token : { ...token, partner }
  })
}

/** The tokens of a text with a cursor in it; the word in which the cursor stands is whole. */
export const looseTokens = (source: string, cursor: number): ReadonlyArray<LooseToken> => {
  const end = cursor + (/^[\w$]*/.exec(source.slice(cursor))?.[0].length ?? 0)
  return paired([...read(source.slice(0, end), 0), ...read(source.slice(end), end)])
}
