import { Result } from "effect"

/** The beginning of a line with a row. */
export const rowStart = `{"row":[`

/** The characters of text before an error that are kept, for the error's own words. */
const tailChars = 128 * 1024

const letterU = 0x75
const backslash = 0x5c

/** The characters of `\u0000`. */
const longestEscape = 6

const values = (text: string): ReadonlyArray<unknown> => JSON.parse(`[${text}]`)

/** The values between two brackets or texts, without the commas beside those. */
const run = (between: string): ReadonlyArray<unknown> => {
  const text = between.trim()
  const from = text.startsWith(",") ? 1 : 0
  return values(text.slice(from, text.endsWith(",") ? Math.max(from, text.length - 1) : text.length))
}

interface TextEnd {
  /** The place of the quote; undefined where the text goes on in the next piece. */
  readonly quote: number | undefined
  /** The place up to which each escape is whole. */
  readonly whole: number
}

/** Whether the backslash at a place begins an escape in a text that goes on at `from`. */
const beginsEscape = (piece: string, from: number, at: number): boolean => {
  let first = at
  while (first > from && piece.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 0
}

const isEscaped = (piece: string, from: number, quote: number): boolean =>
  quote > from && piece.charCodeAt(quote - 1) === backslash && beginsEscape(piece, from, quote - 1)

/** Where a text ends that goes on at `from`. */
const textEnd = (piece: string, from: number): TextEnd => {
  let quote = piece.indexOf("\"", from)
  while (quote !== -1 && isEscaped(piece, from, quote)) quote = piece.indexOf("\"", quote + 1)
  if (quote !== -1) return { quote, whole: quote }
  const { length } = piece
  const last = piece.slice(Math.max(from, length - longestEscape)).lastIndexOf("\\")
  const at = last + Math.max(from, length - longestEscape)
  const end = at + (piece.charCodeAt(at + 1) === letterU ? longestEscape : 2)
  return { quote: undefined, whole: last !== -1 && end > length && beginsEscape(piece, from, at) ? at : length }
}

interface OpenObject {
  readonly pieces: Array<string>
  depth: number
  isInText: boolean
}

/**
 * A row of many megabytes, read from the pieces in which its line comes: the work of each call is that of its piece, and
 * nothing is held of the line but its values.
 */
export class LongRow {
  readonly #row: Array<unknown> = []
  /** The lists that are open, the innermost last. */
  readonly #open: Array<Array<unknown>> = [this.#row]
  /** What of the last piece is read with the next one. */
  #carry = ""
  /** The parts of a text that is open. */
  #text: Array<string> | undefined
  /** An object that is open; it is read at once. */
  #object: OpenObject | undefined
  #tail: Array<string> = []
  #isBroken = false

  /** Takes the next piece of the line; the first one begins after `rowStart`. */
  take(piece: string): void {
    this.#keepTail(piece)
    if (this.#isBroken) return
    const text = this.#carry + piece
    this.#carry = ""
    this.#isBroken = Result.isFailure(Result.try(() => this.#read(text)))
  }

  /** The row, once its line is over; undefined where it is not whole. */
  row(): ReadonlyArray<unknown> | undefined {
    return !this.#isBroken && this.#open.length === 0 && this.#carry.trim() === "}" ? this.#row : undefined
  }

  /** The end of the line as it came. */
  tail(): string {
    return this.#tail.join("")
  }

  #keepTail(piece: string): void {
    this.#tail.push(piece)
    let chars = this.#tail.reduce((sum, { length }) => sum + length, 0)
    while (chars - (this.#tail[0]?.length ?? 0) >= tailChars) chars -= this.#tail.shift()?.length ?? 0
  }

  #read(text: string): void {
    let at = 0
    while (at < text.length) {
      if (this.#open.length === 0) {
        this.#carry = text.slice(at)
        return
      }
      at = this.#text !== undefined
        ? this.#readText(text, at, this.#text)
        : this.#object !== undefined
        ? this.#readObject(text, at, this.#object)
        : this.#readValues(text, at)
    }
  }

  #add(added: ReadonlyArray<unknown>): void {
    const list = this.#open.at(-1)
    for (const value of added) list?.push(value)
  }

  /** Goes on in a text; escapes that are cut wait for the next piece. */
  #readText(text: string, from: number, parts: Array<string>): number {
    const { quote, whole } = textEnd(text, from)
    parts.push(JSON.parse(`"${text.slice(from, whole)}"`))
    if (quote !== undefined) {
      this.#add([parts.join("")])
      this.#text = undefined
      return quote + 1
    }
    this.#carry = text.slice(whole)
    return text.length
  }

  #readObject(text: string, from: number, object: OpenObject): number {
    let at = from
    const signs = /["{}]/g
    while (at < text.length && object.depth > 0) {
      if (object.isInText) {
        const { quote, whole } = textEnd(text, at)
        object.isInText = quote === undefined
        at = quote === undefined ? whole : quote + 1
        if (quote === undefined) break
      }
      signs.lastIndex = at
      const sign = signs.exec(text)
      at = sign === null ? text.length : sign.index + 1
      if (sign?.[0] === "\"") object.isInText = true
      else if (sign !== null) object.depth += sign[0] === "{" ? 1 : -1
    }
    object.pieces.push(text.slice(from, at))
    if (object.depth > 0) {
      this.#carry = text.slice(at)
      return text.length
    }
    this.#add(values(object.pieces.join("")))
    this.#object = undefined
    return at
  }

  /** Values up to the next bracket, to a text that is cut, or to the last comma of the piece. */
  #readValues(text: string, from: number): number {
    const signs = /["[\]{,]/g
    signs.lastIndex = from
    let comma = from
    for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
      const { 0: character, index } = sign
      if (character === ",") comma = index
      else if (character !== "\"") return this.#atBracket(character, text, from, index)
      else {
        const { quote } = textEnd(text, index + 1)
        if (quote === undefined) {
          this.#add(run(text.slice(from, index)))
          this.#text = []
          return index + 1
        }
        signs.lastIndex = quote + 1
      }
    }
    this.#add(run(text.slice(from, comma)))
    this.#carry = text.slice(comma)
    return text.length
  }

  #atBracket(bracket: string, text: string, from: number, index: number): number {
    this.#add(run(text.slice(from, index)))
    if (bracket === "[") {
      const list: Array<unknown> = []
      this.#add([list])
      this.#open.push(list)
    } else if (bracket === "]") this.#open.pop()
    else this.#object = { pieces: ["{"], depth: 1, isInText: false }
    return index + 1
  }
}
