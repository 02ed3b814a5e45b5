/** Properties are cut into cells down to this many keys; a deeper value is in the text of the cell above it. */
export const cellDepth = 3

const plain = /^[A-Za-z0-9_$-]+$/
const utf8 = new TextEncoder()

/** Whether a key is its own step of a path. */
export const isPlainStep = (key: string): boolean => plain.test(key)

const encodeStep = (step: string): string => {
  if (step === "") return "%"
  if (isPlainStep(step)) return step
  let encoded = ""
  for (const byte of utf8.encode(step)) {
    const character = String.fromCharCode(byte)
    encoded += plain.test(character) ? character : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`
  }
  return encoded
}

/**
 * The path of a cell within `pj`: the keys joined by `/`, of which each character but `A-Z a-z 0-9 _ $ -` is written as
 * the `%XX` of its UTF-8 bytes, and an empty key as `%`. So it needs no escaping between back quotes, and no key can be
 * taken for a path of ClickHouse's own (`a.b`, `k.:Type`, `^k`, `k[]`).
 */
export const cellPath = (steps: ReadonlyArray<string>): string => steps.map(encodeStep).join("/")

/**
 * The path of a mark that stands beside a cell whose value is a string that begins like an array or an object. A cell
 * without it that begins with `[` or `{` is an array or an object.
 */
export const textMarkPath = (steps: ReadonlyArray<string>): string => `${cellPath(steps)}/`
