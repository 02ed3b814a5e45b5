import type { Cell } from "../../types/Cell.ts"
import { allowSize } from "../CellSize.ts"
import { strict } from "./Implementation.ts"
import type { Implementation, SlicedFunction } from "./Implementation.ts"

/** Characters that are rewritten at once: one or two milliseconds. */
const pieceLength = 16_384

/** Characters that are rewritten in about the time of one node. */
const charactersOfNode = 2

/** The end of the piece that begins at `start`, between two characters. */
const endOfPiece = (text: string, start: number): number => {
  const end = Math.min(text.length, start + pieceLength)
  const unit = text.charCodeAt(end - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end
}

/** A function that rewrites each character, or run of them, by itself. */
export interface Rewriting {
  /** Made once for each cell: the rewriting of a piece. */
  readonly by: (...rest: ReadonlyArray<never>) => (piece: string) => string
  /** Adds a piece to what was written before. */
  readonly join: (before: string, piece: string) => string
}

const after = (before: string, piece: string): string => before + piece
const ahead = (before: string, piece: string): string => piece + before

export const rewriting = (by: Rewriting["by"]): Rewriting => ({ by, join: after })
export const rewritingBackwards = (by: Rewriting["by"]): Rewriting => ({ by, join: ahead })

/** The function in slices. */
export const inPieces = ({ by, join }: Rewriting): SlicedFunction =>
  function*(meter, text: string, ...rest: ReadonlyArray<Cell>) {
    const rewrite = (by as (...rest: ReadonlyArray<Cell>) => (piece: string) => string)(...rest)
    let written = ""
    for (let start = 0; start < text.length;) {
      const end = endOfPiece(text, start)
      meter.work(Math.floor((end - start) / charactersOfNode))
      if (meter.isDue()) yield false
      written = join(written, rewrite(text.slice(start, end)))
      allowSize(written.length)
      start = end
    }
    return written
  }

/** The function at once. */
export const whole = ({ by }: Rewriting): Implementation =>
  strict((text: string, ...rest: ReadonlyArray<never>) => by(...rest)(text))
