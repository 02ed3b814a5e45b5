import { objectMembers } from "@hedgerow/core/shared/JsonSlices"
import { cellDepth, cellPath, isPlainStep } from "../schema/PropertyPaths.ts"

const quote = 0x22
const openBracket = 0x5b
const openBrace = 0x7b
const letterN = 0x6e

const maxKnownSteps = 10_000
const knownSteps = new Map<string, string>()

/** `cellPath` of one key; keys that need escapes come again and again. */
const stepOf = (key: string): string => {
  if (isPlainStep(key)) return key
  const known = knownSteps.get(key)
  if (known !== undefined) return known
  const step = cellPath([key])
  if (knownSteps.size >= maxKnownSteps) knownSteps.clear()
  knownSteps.set(key, step)
  return step
}

const opensContainer = (code: number): boolean => code === openBrace || code === openBracket

/** Adds the cells of the object that stands at `from` to `cells`, each as a member of a JSON object. */
const addCells = (cells: Array<string>, text: string, from: number, prefix: string, depth: number): void => {
  for (const { end, key, valueStart } of objectMembers(text, from)) {
    const path = prefix + stepOf(key)
    const first = text.charCodeAt(valueStart)
    if (first === letterN) continue
    const value = text.slice(valueStart, end)
    if (first === quote) {
      cells.push(`"${path}":${value}`)
      if (opensContainer(text.charCodeAt(valueStart + 1))) cells.push(`"${path}/":"1"`)
    } else if (opensContainer(first)) {
      cells.push(`"${path}":${JSON.stringify(value)}`)
      if (first === openBrace && depth < cellDepth) addCells(cells, text, valueStart, `${path}/`, depth + 1)
    } else {
      cells.push(`"${path}":"${value}"`)
    }
  }
}

/**
 * The cells of a canonical JSON object, as a flat JSON object whose values are all strings: the values that a property
 * reads at each path of up to `cellDepth` keys (`PropertyPaths.ts`).
 */
export const cellsOf = (derived: string): string => {
  if (derived.length < 3 || derived.charCodeAt(0) !== openBrace) return "{}"
  const cells: Array<string> = []
  addCells(cells, derived, 0, "", 1)
  return `{${cells.join()}}`
}
