const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** The index after the code point at `index`; a surrogate without its partner counts as one. */
export const nextPoint = (text: string, index: number): number =>
  isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1)) ? index + 2 : index + 1

/** The index of the code point that ends before `index`. */
const previousPoint = (text: string, index: number): number =>
  isLow(text.charCodeAt(index - 1)) && index > 1 && isHigh(text.charCodeAt(index - 2)) ? index - 2 : index - 1

/** The number of code points of the text. */
export const pointCount = (text: string): number => {
  let count = 0
  for (let i = 0; i < text.length; i = nextPoint(text, i)) count += 1
  return count
}

/** The index after `count` code points from `index`, at most the end. */
export const skipPoints = (text: string, index: number, count: number): number => {
  let at = index
  for (let left = count; left > 0 && at < text.length; left -= 1) at = nextPoint(text, at)
  return at
}

/** The index `count` code points before the end, or -1 when the text is shorter. */
export const backFromEnd = (text: string, count: number): number => {
  let at = text.length
  for (let left = count; left > 0; left -= 1) {
    if (at === 0) return -1
    at = previousPoint(text, at)
  }
  return at
}
