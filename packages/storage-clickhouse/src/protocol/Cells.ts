import { objectMembers } from "@hedgerow/core/shared/JsonSlices"
import { cellDepth, cellPath } from "../schema/PropertyPaths.ts"

const quote = 0x22
const openBracket = 0x5b
const openBrace = 0x7b
const letterN = 0x6e

const maxKnownSteps = 10_000
const knownSteps = new Map<string, string>()

/** `cellPath` of one key; keys come again and again. */
const stepOf = (key: string): string => {
  const known = knownSteps.get(key)
  if (known !== undefined) return known
  const step = cellPath([key])
  if (knownSteps.size >= maxKnownSteps) knownSteps.clear()
  knownSteps.set(key, step)
  return step
}

const opensContainer = (code: number): boolean => code === openBrace || code === openBracket

/** Adds the cells of the object that stands at `from`. */
const addCells = (text: string, from: number, prefix: string, depth: number): string => {
  let cells = ""
  for (const { end, key, valueStart } of objectMembers(text, from)) {
    const path = prefix + stepOf(key)
    const first = text.charCodeAt(valueStart)
    if (first === letterN) continue
    if (first === quote) {
      cells += `,"${path}":${text.slice(valueStart, end)}`
      if (opensContainer(text.charCodeAt(valueStart + 1))) cells += `,"${path}/":"1"`
    } else if (opensContainer(first)) {
      cells += `,"${path}":${JSON.stringify(text.slice(valueStart, end))}`
      if (first === openBrace && depth < cellDepth) cells += addCells(text, valueStart, `${path}/`, depth + 1)
    } else {
      cells += `,"${path}":"${text.slice(valueStart, end)}"`
    }
  }
  return cells
}

/**
 * The cells of a canonical JSON object, as a flat JSON object whose values are all strings: the values that a property
 * reads at each path of up to `cellDepth` keys (`PropertyPaths.ts`).
 */
export const cellsOf = (derived: string): string =>
  derived.length < 3 || derived.charCodeAt(0) !== openBrace ? "{}" : `{${addCells(derived, 0, "", 1).slice(1)}}`
