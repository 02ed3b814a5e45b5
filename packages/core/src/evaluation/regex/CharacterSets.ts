/** The flags of a pattern that affect its sets. */
export interface SetMode {
  readonly i: boolean
  readonly s: boolean
}

/** Whether a code point is of a set. */
export type CharacterSet = (code: number) => boolean

/** Codes below are looked up; each of the others takes `otherSteps` more. */
export const knownCodes = 128
export const otherSteps = 3

/** One character against one set is nothing that could take long: JavaScript's own engine decides it. */
const compileSet = (source: string, flags: string): CharacterSet => {
  const regex = new RegExp(`^(?:${source})$`, flags)
  const answers = new Uint8Array(knownCodes)
  return (code) => {
    if (code >= knownCodes) return regex.test(String.fromCodePoint(code))
    if (answers[code] === 0) answers[code] = regex.test(String.fromCodePoint(code)) ? 1 : 2
    return answers[code] === 1
  }
}

/** The sets of one pattern, each read once. */
export const makeCharacterSets = () => {
  const known = new Map<string, CharacterSet>()
  return (source: string, { i, s }: SetMode): CharacterSet => {
    const flags = `u${i ? "i" : ""}${s ? "s" : ""}`
    const found = known.get(flags + source) ?? compileSet(source, flags)
    known.set(flags + source, found)
    return found
  }
}
