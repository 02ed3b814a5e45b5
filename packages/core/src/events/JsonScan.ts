import {
  closeBrace,
  closeBracket,
  comma,
  type ElementSlice,
  endOfString,
  openBrace,
  openBracket,
  quote
} from "../shared/JsonSlices.ts"

const colon = 0x3a

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const isEnd = (code: number): boolean =>
  code === comma || code === closeBrace || code === closeBracket || code === colon || isSpace(code)

/**
 * Scans JSON text without making values of it, and counts them: the memory that a text would take is known before it is
 * parsed. The text need not be JSON; parsing its parts finds that out.
 */
export class JsonScan {
  readonly text: string
  /** The number of values scanned, nested ones included. */
  values = 0
  /** The number of names of objects in the values scanned. */
  names = 0

  constructor(text: string) {
    this.text = text
  }

  /** The place after the value that begins at `start`. */
  endOf(start: number): number {
    const { text } = this
    let depth = 0
    let at = start
    while (at < text.length) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        at = endOfString(text, at)
        this.values++
      } else if (code === openBrace || code === openBracket) {
        depth++
        at++
        this.values++
      } else if (code === closeBrace || code === closeBracket) {
        depth--
        if (depth >= 0) at++
      } else if (isEnd(code)) {
        if (code === colon) this.#wasName()
        at++
      } else {
        at = this.#endOfWord(at)
        this.values++
      }
      if (depth <= 0) return at
    }
    return at
  }

  /** The place of the element that begins after `at`. */
  elementAfter(at: number): ElementSlice {
    const start = skipSpace(this.text, at)
    return { start, end: this.endOf(start) }
  }

  /** The place after this character when it is the next one but for blanks, else undefined. */
  after(character: "," | ":" | "[" | "]" | "{", at: number): number | undefined {
    const next = skipSpace(this.text, at)
    return this.text[next] === character ? next + 1 : undefined
  }

  /** The text before a colon was counted as a value. */
  #wasName(): void {
    this.values--
    this.names++
  }

  #endOfWord(start: number): number {
    let at = start
    while (at < this.text.length) {
      const code = this.text.charCodeAt(at)
      if (isEnd(code) || code === quote || code === openBrace || code === openBracket) return at
      at++
    }
    return at
  }
}
