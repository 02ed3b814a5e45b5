import { type LongText, piecesOf } from "@hedgerow/sql/types/LongText"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { WorkSlice } from "../shared/WorkSlice.ts"
import { endOfString, goesOn } from "./JsonStrings.ts"

/** The most characters of a shortened text: of one string as it is written, and of all. */
export interface ShortLimits {
  readonly string: number
  readonly whole: number
}

/** Other work runs after this many characters. */
const signsAtOnce = 16_384

/** The start of a string's text, without what is left of an escape or of a pair of surrogates at its end. */
const soundStart = (text: string): string =>
  (/^(?:[^\\]|\\u[\da-f]{4}|\\[^u])*/i.exec(text)?.[0] ?? "").replace(/[\ud800-\udbff]$/, "")

/** Cuts the strings in the pieces of a JSON text, one piece after the other. */
class StringCutter {
  readonly #most: number
  readonly #slice = new WorkSlice()
  /** The start of a string that has not ended yet. */
  #string: string | undefined
  #isEscaped = false
  text = ""

  constructor(most: number) {
    this.#most = most
  }

  /** Takes what belongs to the string; the place after it. */
  #takeString(piece: string, from: number, started: string): number {
    const end = endOfString(piece, from + (this.#isEscaped ? 1 : 0))
    this.#isEscaped = end === goesOn.escaped
    const to = end < 0 ? piece.length : end - 1
    const start = started + piece.slice(from, Math.min(to, from + this.#most + 1 - started.length))
    this.#string = end < 0 ? start : undefined
    if (end < 0) return to
    this.text += `${start.length > this.#most ? soundStart(start.slice(0, this.#most)) : start}"`
    return end
  }

  /** Takes what stands before the next string, and its quote; the place after it. */
  #takeOthers(piece: string, from: number): number {
    const quote = piece.indexOf("\"", from)
    const to = quote === -1 ? piece.length : quote + 1
    this.text += piece.slice(from, to)
    if (quote !== -1) this.#string = ""
    return to
  }

  *read(piece: string): Steps<void> {
    for (let at = 0, sliceStart = 0; at < piece.length;) {
      const started = this.#string
      at = started === undefined ? this.#takeOthers(piece, at) : this.#takeString(piece, at, started)
      if (at - sliceStart < signsAtOnce) continue
      if (this.#slice.isOver(at - sliceStart)) yield
      sliceStart = at
    }
  }
}

/** The text of sound JSON with its long strings cut; undefined where it is longer than the limit even so. */
export function* shortJson(json: LongText, { string, whole }: ShortLimits): Steps<string | undefined> {
  const cutter = new StringCutter(string)
  for (const piece of piecesOf(json)) {
    yield* cutter.read(piece)
    if (cutter.text.length > whole) return undefined
  }
  return cutter.text
}
