const quote = 0x22
const comma = 0x2c
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

/** The limits of a JSON text: levels of nested lists and objects, and values of any kind. */
export interface JsonBounds {
  readonly levels: number
  readonly values: number
}

/**
 * The limit that this JSON text exceeds, undefined where it exceeds none; it is not parsed. Each list, each object and
 * each comma counts as a value, which is their number except for empty lists and objects: those count twice.
 */
export const shapeFault = (text: string, { levels, values }: JsonBounds): keyof JsonBounds | undefined => {
  let depth = 0
  let found = 1
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else {
      // Brackets and braces differ from each other by this bit, and from every other character of JSON.
      const folded = code & ~0x20
      if (folded === 0x5b && ++depth > levels) return "levels"
      if (folded === 0x5d) depth--
      if ((folded === 0x5b || code === comma) && ++found > values) return "values"
      at++
    }
  }
  return undefined
}

type Path = ReadonlyArray<string | number>

/**
 * The place of the first number of parsed JSON that is beyond the range of 64-bit floats, such as `1e400`: it was read
 * as infinite, which JSON cannot write. The value is not deeper than the stack.
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
