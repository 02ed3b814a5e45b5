import { type LongText, piecesOf } from "@hedgerow/sql/types/LongText"

/** The most items, or characters, of a part in which a list or a text is written. */
export const part = { items: 2_048, chars: 64 * 1024 }

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** A long text in parts that leave pairs of surrogates together; one that is less than two parts long is not cut. */
export function* textParts(text: LongText): Generator<string, void, void> {
  for (const piece of piecesOf(text)) yield* partsOfPiece(piece)
}

function* partsOfPiece(text: string): Generator<string, void, void> {
  let start = 0
  while (start < text.length) {
    const left = text.length - start
    let end = left < 2 * part.chars ? text.length : start + part.chars
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1
    yield text.slice(start, end)
    start = end
  }
}
