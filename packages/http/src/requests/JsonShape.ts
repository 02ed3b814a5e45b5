import type { Steps } from "@hedgerow/sql/types/Steps"

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/** Whether the quote at `at` is a character of its string: an odd number of backslashes stands before it. */
const isEscaped = (text: string, at: number): boolean => {
  let from = at
  while (text.charCodeAt(from - 1) === backslash) from--
  return (at - from) % 2 === 1
}

/** After this many plain characters of a string the engine's own search looks for its end, many characters at once. */
const plainBeforeSearch = 64

/** The place after the string that opens at `open`. */
const endOfString = (text: string, open: number): number => {
  let at = open + 1
  let plain = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) {
      plain = 0
      at += 2
    } else if (++plain < plainBeforeSearch) at++
    else {
      plain = 0
      const next = text.indexOf("\"", at)
      if (next === -1) return text.length
      if (!isEscaped(text, next)) return next + 1
      at = next + 1
    }
  }
  return at
}

/** The limits of a JSON text: levels of nested lists and objects, and values of any kind. */
export interface JsonBounds {
  readonly levels: number
  readonly values: number
}

/** After this many characters others have their turn. */
const charsAtOnce = 512 * 1024

/**
 * The limit that this JSON text exceeds, undefined where it exceeds none; it is not parsed. Each list, each object and
 * each comma counts as a value, which is their number except for empty lists and objects: those count twice.
 */
export function* shapeFault(text: string, { levels, values }: JsonBounds): Steps<keyof JsonBounds | undefined> {
  let depth = 0
  let found = 1
  let at = 0
  for (let end = charsAtOnce; at < text.length; end = at + charsAtOnce) {
    if (at > 0) yield
    const until = Math.min(end, text.length)
    while (at < until) {
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
