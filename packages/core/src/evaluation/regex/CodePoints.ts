const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Whether a place lies within a code point of two units. */
export const isInside = (text: string, at: number): boolean =>
  isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))

/** The code point before a place. */
export const codeBefore = (text: string, at: number): number | undefined =>
  at <= 0 ? undefined : text.codePointAt(isInside(text, at - 1) ? at - 2 : at - 1)

/** The number of units of a code point. */
export const unitsOf = (code: number): number => code > 0xffff ? 2 : 1

const foldCase = (code: number): string => {
  const char = String.fromCodePoint(code)
  const upper = char.toUpperCase()
  const lower = (upper.length === char.length ? upper : char).toLowerCase()
  return lower.length === char.length ? lower : char
}

/** Whether code points are the same letter in any case. */
export const isSameLetter = (left: number, right: number): boolean => foldCase(left) === foldCase(right)
