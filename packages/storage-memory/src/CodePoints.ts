/** Orders texts by code point, as every engine does (JavaScript's own order is by UTF-16 unit). */
export const compareCodePoints = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    if (left.charCodeAt(at) !== right.charCodeAt(at)) return rank(left.charCodeAt(at)) - rank(right.charCodeAt(at))
  }
  return left.length - right.length
}

/** Surrogates stand for code points above all other units. */
const rank = (unit: number): number => {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
