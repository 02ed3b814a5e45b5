import { type LongText, piecesOf, wholeText } from "@hedgerow/sql/types/LongText"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { WorkSlice } from "../shared/WorkSlice.ts"
import { endOfString, goesOn } from "./JsonStrings.ts"

const quote = 34
const comma = 44
const colon = 58
const opening: ReadonlySet<number> = new Set([91, 123])
const closing: ReadonlySet<number> = new Set([93, 125])

/** The number of signs after which others go on. */
const signsAtOnce = 16_384

/** Finds the members of an object in the pieces of its text, one after the other. */
class MemberFinder {
  readonly members = new Map<string, LongText>()
  readonly #slice = new WorkSlice()
  #depth = 0
  #isInString = false
  /** Whether the string's last piece ended within an escape. */
  #isEscaped = false
  #name: string | undefined
  /** The pieces before this one of a name or a value, and its place in this one. */
  #before: Array<string> = []
  #from = 0

  /** Reads what is no string; the place after it. */
  #sign(piece: string, at: number): number {
    const sign = piece.charCodeAt(at)
    if (sign === quote) this.#isInString = true
    else if (opening.has(sign)) {
      this.#depth += 1
      if (this.#depth === 1) this.#from = at + 1
    } else if (closing.has(sign)) {
      this.#depth -= 1
      if (this.#depth === 0) this.#end(piece, at)
    } else if (this.#depth === 1 && sign === comma) this.#end(piece, at)
    else if (this.#depth === 1 && sign === colon) this.#name = String(JSON.parse(wholeText(this.#taken(piece, at))))
    return at + 1
  }

  /** The place after the string that goes on at `from`, or that of the piece's end. */
  #endOfString(piece: string, from: number): number {
    const end = endOfString(piece, from + (this.#isEscaped ? 1 : 0))
    this.#isEscaped = end === goesOn.escaped
    this.#isInString = end < 0
    return end < 0 ? piece.length : end
  }

  #end(piece: string, at: number): void {
    const value = this.#taken(piece, at)
    if (this.#name !== undefined) this.members.set(this.#name, value)
    this.#name = undefined
  }

  /** The name or value that ends here; the next begins after it. */
  #taken(piece: string, at: number): LongText {
    const last = piece.slice(this.#from, at)
    const taken = this.#before.length === 0 ? last : [...this.#before, last]
    this.#before = []
    this.#from = at + 1
    return taken
  }

  *read(piece: string): Steps<void> {
    this.#from = 0
    for (let at = 0, sliceStart = 0; at < piece.length;) {
      at = this.#isInString ? this.#endOfString(piece, at) : this.#sign(piece, at)
      if (at - sliceStart > signsAtOnce) {
        if (this.#slice.isOver(at - sliceStart)) yield
        sliceStart = at
      }
    }
    if (this.#depth > 0) this.#before.push(piece.slice(this.#from))
  }
}

/** The members of an object that is sound JSON, as the texts of their values: nothing in them is read. */
export function* jsonMembers(text: LongText): Steps<ReadonlyMap<string, LongText>> {
  const finder = new MemberFinder()
  for (const piece of piecesOf(text)) yield* finder.read(piece)
  return finder.members
}
