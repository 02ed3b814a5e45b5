import type { CharacterSet, Pattern } from "../patterns/Pattern.ts"
import { lastPoint } from "../patterns/Pattern.ts"
import { PatternRefused, readPattern } from "../patterns/PatternParser.ts"

const pointText = (point: number): string => {
  const text = String.fromCodePoint(point)
  if (/[A-Za-z0-9]/.test(text)) return text
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, "0")}` : `\\u${point.toString(16).padStart(4, "0")}`
}

const setText = (set: CharacterSet): string => {
  const [[first, last] = [0, 0]] = set
  if (set.length === 1 && first === last) return pointText(first)
  if (set.length === 1 && first <= 1 && last === lastPoint) return "."
  // No character is in an empty set.
  if (set.length === 0) return "[^\\u0001-\\U0010ffff]"
  return `[${set.map(([from, to]) => from === to ? pointText(from) : `${pointText(from)}-${pointText(to)}`).join("")}]`
}

const places = { start: "^", end: "$", boundary: "\\y", noBoundary: "\\Y" } as const

const bounds = (min: number, max: number): string => {
  if (max === Infinity) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`
  return `{${min},${max}}`
}

const textOf = (pattern: Pattern): string => {
  switch (pattern._tag) {
    case "Set":
      return setText(pattern.set)
    case "Assertion":
      return places[pattern.kind]
    case "Sequence":
      return pattern.items.map((item) => item._tag === "Choice" ? `(?:${textOf(item)})` : textOf(item)).join("")
    case "Choice":
      return pattern.options.map(textOf).join("|")
    case "Group":
      return `(${textOf(pattern.body)})`
    case "Repeat": {
      const body = textOf(pattern.body)
      const isOne = pattern.body._tag === "Set" || pattern.body._tag === "Group"
      return `${isOne ? body : `(?:${body})`}${bounds(pattern.min, pattern.max)}`
    }
  }
}

/** The pattern as PostgreSQL writes one: which of several matches it takes is the longest. */
export const patternText = (source: string): string => {
  const pattern = readPattern(source)
  if (pattern instanceof PatternRefused) {
    throw new Error(`The plan has a pattern that cannot be read: ${pattern.reason}`)
  }
  return textOf(pattern)
}
