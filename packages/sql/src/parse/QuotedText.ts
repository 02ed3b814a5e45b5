import { SyntaxFailure } from "./SyntaxFailure.ts"
import type { TemplatePart, Token } from "./Token.ts"

/**
 * The character of each escape after a backslash. NUL is left out of texts, as the reference does; engines cannot store
 * it.
 */
const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["r", "\r"],
  ["n", "\n"],
  ["t", "\t"],
  ["0", ""],
  ["a", "\u0007"],
  ["v", "\v"],
  ["\\", "\\"]
])

/** A string in single quotes; the offset is at the opening quote. */
export const readText = (text: string, start: number): Token => {
  const { end, value } = read(text, start, "Unterminated string")
  return { kind: "text", value, keyword: "", start, end }
}

/** An identifier in back quotes or double quotes. */
export const readQuoted = (text: string, start: number): Token => {
  const { end, value } = read(text, start, "Unterminated identifier")
  return { kind: "quoted", value, keyword: "", start, end }
}

const read = (text: string, start: number, unterminated: string): { value: string; end: number } => {
  const quote = text.charAt(start)
  let value = ""
  let from = start + 1
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === quote && text[at + 1] !== quote) return { value: value + text.slice(from, at), end: at + 1 }
    if (character === "\u0000") throw new SyntaxFailure("A NUL character is not allowed", at, at + 1)
    if (character !== "\\" && character !== quote) continue
    const escape = character === quote ? { value: quote, length: 2 } : readEscape(text, at, quote)
    value += text.slice(from, at) + escape.value
    from = at + escape.length
    at = from - 1
  }
  throw new SyntaxFailure(unterminated, start, text.length)
}

const readEscape = (text: string, at: number, quote: string): { value: string; length: number } => {
  const code = text.charAt(at + 1)
  const simple = code === quote || (code === "{" && quote === "'") ? code : escapes.get(code)
  if (simple !== undefined) return { value: simple, length: 2 }
  const hex = /^x([0-9A-Fa-f]{2})/.exec(text.slice(at + 1, at + 4))?.[1]
  if (hex !== undefined) return { value: hex === "00" ? "" : String.fromCharCode(parseInt(hex, 16)), length: 4 }
  throw new SyntaxFailure(`Unknown escape "\\${code}", write "\\\\${code}" for a backslash`, at, at + 1 + code.length)
}

/** `f'text {expression} text'`; `scan` reads the tokens of one expression up to its closing brace. */
export const readTemplate = (
  text: string,
  start: number,
  scan: (from: number) => { readonly tokens: ReadonlyArray<Token>; readonly end: number }
): Token => {
  const parts: Array<TemplatePart> = []
  let value = ""
  let from = start + 2
  let at = from
  const flush = () => {
    if (value !== "") parts.push({ text: value, start: from, end: at })
    value = ""
  }
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === "'" && text[at + 1] !== "'") {
      flush()
      return { kind: "template", value: "", keyword: "", parts, start, end: at + 1 }
    }
    if (character === "{") {
      flush()
      const { end, tokens } = scan(at + 1)
      parts.push({ tokens, start: at, end })
      at = from = end
      continue
    }
    const piece = character === "\\"
      ? readEscape(text, at, "'")
      : { value: character, length: character === "'" ? 2 : 1 }
    value += piece.value
    at += piece.length
  }
  throw new SyntaxFailure("Unterminated string", start, text.length)
}
