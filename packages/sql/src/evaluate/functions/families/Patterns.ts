import { RE2JS } from "re2js"
import type { Cell } from "../../../Cell.ts"
import { strict } from "../Implementation.ts"

const known = new Map<string, RE2JS>()

/** Patterns are constants: a query has few of them. */
const compiled = (source: string): RE2JS => {
  const found = known.get(source)
  if (found !== undefined) return found
  if (known.size > 200) known.clear()
  const made = RE2JS.compile(source, RE2JS.DOTALL)
  known.set(source, made)
  return made
}

interface Match {
  readonly start: number
  readonly end: number
  /** All of it first, then its groups. */
  readonly groups: ReadonlyArray<string>
}

function* matchesOf(text: string, source: string): Generator<Match> {
  const matcher = compiled(source).matcher(text)
  while (matcher.find()) {
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? "")
    yield { start: matcher.start(), end: matcher.end(), groups }
  }
}

const firstOf = (text: string, source: string): Match | undefined => {
  for (const match of matchesOf(text, source)) return match
  return undefined
}

const written = (replacement: string, { groups }: Match): string =>
  replacement.replaceAll(/\\([0-9\\])/g, (_, which: string) => which === "\\" ? "\\" : groups[Number(which)] ?? "")

/** The text with the matches written anew. */
const replaced = (text: string, matches: Iterable<Match>, replacement: string): string => {
  let [result, at] = ["", 0]
  for (const match of matches) {
    result += text.slice(at, match.start) + written(replacement, match)
    at = match.end
  }
  return result + text.slice(at)
}

const parts = (text: string, source: string): ReadonlyArray<Cell> => {
  const found: Array<Cell> = []
  let at = 0
  for (const { end, start } of matchesOf(text, source)) {
    found.push(text.slice(at, start))
    at = end
  }
  return [...found, text.slice(at)]
}

/** Whether a pattern that can be read is found in the text. */
export const isFound = (text: string, source: string): boolean => compiled(source).matcher(text).find()

export const patterns = {
  matches: strict((text: string, source: string) => isFound(text, source) ? 1 : 0),
  regexpPart: strict((text: string, source: string, group: number) => firstOf(text, source)?.groups[group] ?? ""),
  regexpAll: strict((text: string, source: string) =>
    Array.from(matchesOf(text, source), ({ groups }) => groups[1] ?? groups[0] ?? "")
  ),
  regexpGroups: strict((text: string, source: string) =>
    Array.from(matchesOf(text, source), ({ groups }) => groups.slice(1))
  ),
  regexpSplit: strict(parts),
  regexpReplaceOne: strict((text: string, source: string, replacement: string) => {
    const match = firstOf(text, source)
    return match === undefined ? text : replaced(text, [match], replacement)
  }),
  regexpReplaceAll: strict((text: string, source: string, replacement: string) =>
    replaced(text, matchesOf(text, source), replacement)
  )
}
