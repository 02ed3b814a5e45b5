import { RE2JS } from "re2js"
import { foldedForm, mixedForm, mostCharacters, patternForm } from "../../../patterns/WrittenPattern.ts"
import type { Cell } from "../../../types/Cell.ts"
import { allowSize, ListSize } from "../../CellSize.ts"
import type { Meter, Sliced } from "../../Meter.ts"
import { atOnce, type SlicedFunction, strict } from "../Implementation.ts"

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

/** The cost of a match, in nodes. */
const nodesOfMatch = 32

/**
 * Steps of a search for one node; each character may be one for each instruction of the pattern. They take a fifth of a
 * node's time, and count more, as a search has no place to pause: the longest one takes about 0.2 s.
 */
const stepsOfNode = 2

/** The most that one search through a text of that length costs, in nodes. */
const costOfSearch = (characters: number, source: string): number =>
  Math.floor(characters * compiled(source).programSize() / stepsOfNode)

/** A pattern with one of these may look through the whole text and match less of it; no other looks far behind a match. */
const repeats = /[*+]|\{\d+,\}/

/** The most that all matches in a text cost, in nodes. */
const costOfMatches = (characters: number, source: string): number =>
  costOfSearch(characters, source) * (repeats.test(source) ? Math.max(1, characters / 2) : 1)

/** All matches, one after the other, with pauses between the searches; `isLast` ends them. */
function* eachMatch(
  meter: Meter,
  text: string,
  source: string,
  take: (match: Match) => void,
  isLast: () => boolean = () => false
): Sliced<void> {
  const looksFar = repeats.test(source)
  meter.work(costOfSearch(text.length, source))
  if (meter.isDue()) yield false
  for (const match of matchesOf(text, source)) {
    meter.work(nodesOfMatch + (looksFar ? costOfSearch(text.length - match.end, source) : 0))
    if (meter.isDue()) yield false
    take(match)
    if (isLast()) return
  }
}

/** The text with the first matches written anew. */
function* replaced(
  meter: Meter,
  text: string,
  source: string,
  replacement: string,
  most = Infinity
): Sliced<Cell> {
  let [result, at, count] = ["", 0, 0]
  const take = (match: Match): void => {
    result += text.slice(at, match.start) + written(replacement, match)
    allowSize(result.length)
    at = match.end
    count += 1
  }
  yield* eachMatch(meter, text, source, take, () => count >= most)
  allowSize(result.length + text.length - at)
  return result + text.slice(at)
}

/** What `read` finds in each match. */
const ofMatches = (read: (groups: Match["groups"]) => Cell): SlicedFunction =>
  function*(meter, text: string, source: string) {
    const found: Array<Cell> = []
    const size = new ListSize()
    yield* eachMatch(meter, text, source, ({ groups }) => {
      const cell = read(groups)
      size.add(cell)
      found.push(cell)
    })
    return found
  }

function* parts(meter: Meter, text: string, source: string): Sliced<Cell> {
  const found: Array<Cell> = []
  const size = new ListSize()
  let at = 0
  yield* eachMatch(meter, text, source, ({ end, start }) => {
    const part = text.slice(at, start)
    size.add(part)
    found.push(part)
    at = end
  })
  return [...found, text.slice(at)]
}

/** The functions over all matches in a text. */
export const slicedPatterns = {
  regexpAll: ofMatches((groups) => groups[1] ?? groups[0] ?? ""),
  regexpGroups: ofMatches((groups) => groups.slice(1)),
  regexpSplit: parts,
  regexpReplaceOne: (meter, text: string, source: string, replacement: string) =>
    replaced(meter, text, source, replacement, 1),
  regexpReplaceAll: (meter, text: string, source: string, replacement: string) =>
    replaced(meter, text, source, replacement)
} satisfies Readonly<Record<string, SlicedFunction>>

/** Whether a pattern that can be read is found in the text. */
export const isFound = (text: string, source: string): boolean => compiled(source).matcher(text).find()

const [form, mixed, folded] = [patternForm, mixedForm, foldedForm].map((source) => RE2JS.compile(source, RE2JS.DOTALL))

/** Whether a pattern of a column is one that all engines read. */
const isReadable = (source: string, isFolded: boolean): boolean =>
  source.length <= 2 * mostCharacters && [...source].length <= mostCharacters &&
  form?.matcher(source).find() === true && mixed?.matcher(source).find() === false
  && (!isFolded || folded?.matcher(source).find() === true)

/** The search for a pattern of a column; null where it is none. */
const isWrittenFound = (text: string, source: string, isFolded: number): Cell => {
  if (!isReadable(source, isFolded === 1)) return null
  return isFound(text, (isFolded === 1 ? "(?i)" : "") + source) ? 1 : 0
}

const ofAllMatches: ReadonlySet<string> = new Set(Object.keys(slicedPatterns))

/** The cost of a call that searches a text for a pattern, in nodes; 0 for any other function. */
export const costOfPattern = (fn: string, text: Cell, source: Cell): number => {
  if (typeof text !== "string" || typeof source !== "string") return 0
  if (ofAllMatches.has(fn)) return costOfMatches(text.length, source)
  if (fn === "matchesWritten") return isReadable(source, false) ? costOfSearch(text.length, source) : source.length
  return fn === "matches" || fn === "regexpPart" ? costOfSearch(text.length, source) : 0
}

export const patterns = {
  matches: strict((text: string, source: string) => isFound(text, source) ? 1 : 0),
  matchesWritten: strict(isWrittenFound),
  regexpPart: strict((text: string, source: string, group: number) => firstOf(text, source)?.groups[group] ?? ""),
  regexpAll: atOnce(slicedPatterns.regexpAll),
  regexpGroups: atOnce(slicedPatterns.regexpGroups),
  regexpSplit: atOnce(slicedPatterns.regexpSplit),
  regexpReplaceOne: atOnce(slicedPatterns.regexpReplaceOne),
  regexpReplaceAll: atOnce(slicedPatterns.regexpReplaceAll)
}
