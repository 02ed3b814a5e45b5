const quote = 0x22
const backslash = 0x5c

/** The place after the string that opens at `open`. */
const endOfString = (text: string, open: number): number => {
  let at = open + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    at += code === backslash ? 2 : 1
  }
  return at
}

/** Whether lists and objects stand inside each other in this JSON text in more than so many levels; it is not parsed. */
export const isDeeper = (text: string, levels: number): boolean => {
  let depth = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else {
      // Brackets and braces differ from each other, and from nothing else in JSON, by this bit.
      const folded = code & ~0x20
      if (folded === 0x5b && ++depth > levels) return true
      if (folded === 0x5d) depth--
      at++
    }
  }
  return false
}

type Path = ReadonlyArray<string | number>

/**
 * The place of the first number of parsed JSON that is beyond the range of 64-bit floats, such as `1e400`: it was read as
 * infinite, and no JSON could tell it again. The value is not deeper than the stack.
 */
export const pathOfOverflow = (value: unknown): Path | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : []
  if (typeof value !== "object" || value === null) return undefined
  return Array.isArray(value) ? overflowInList(value) : overflowInRecord(value as Readonly<Record<string, unknown>>)
}

const overflowInList = (list: ReadonlyArray<unknown>): Path | undefined => {
  for (let index = 0; index < list.length; index++) {
    const path = pathOfOverflow(list[index])
    if (path !== undefined) return [index, ...path]
  }
  return undefined
}

const overflowInRecord = (record: Readonly<Record<string, unknown>>): Path | undefined => {
  for (const name of Object.keys(record)) {
    const path = pathOfOverflow(record[name])
    if (path !== undefined) return [name, ...path]
  }
  return undefined
}
