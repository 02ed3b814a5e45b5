/** Shorter needles are searched by the engine, whose search takes at most this number of steps a character for them. */
const minLength = 17

/** For each place in the needle: the length of its beginning that ends there. */
const bordersOf = (needle: string): Int32Array => {
  const borders = new Int32Array(needle.length)
  let length = 0
  for (let i = 1; i < needle.length; i++) {
    while (length > 0 && needle.charCodeAt(i) !== needle.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (needle.charCodeAt(i) === needle.charCodeAt(length)) length++
    borders[i] = length
  }
  return borders
}

const search = (text: string, needle: string, borders: Int32Array): boolean => {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    while (length > 0 && unit !== needle.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (unit === needle.charCodeAt(length) && ++length === needle.length) return true
  }
  return false
}

/**
 * Whether a long text contains the needle, in a time that is proportional to the text's length alone: the engine's own
 * search takes a step for each character of the needle at each place of some texts.
 */
export const makeTextSearch = (needle: string): (text: string) => boolean => {
  if (needle.length < minLength) return (text) => text.includes(needle)
  let borders: Int32Array | undefined
  return (text) => {
    borders ??= bordersOf(needle)
    return search(text, needle, borders)
  }
}
