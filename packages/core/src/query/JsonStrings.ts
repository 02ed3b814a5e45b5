/** The text of a string goes on in the next piece; there its first sign is escaped, too. */
export const goesOn = { plain: -1, escaped: -2 }

const backslash = 92

/** The place after the quote that ends a JSON string, which goes on at `from` in the piece of a text; or how it goes on. */
export const endOfString = (piece: string, from: number): number => {
  let at = from
  for (;;) {
    const end = piece.indexOf("\"", at)
    const last = end === -1 ? piece.length : end
    let before = last - 1
    while (before >= at && piece.charCodeAt(before) === backslash) before -= 1
    const isEscape = (last - before) % 2 === 0
    if (end === -1) return isEscape ? goesOn.escaped : goesOn.plain
    at = end + 1
    if (!isEscape) return at
  }
}
