/** Larger patterns are taken as invalid: reading them would take long before anything is compared. */
const maxSize = 20_000
const maxProperties = 50
const maxPatternLength = 10_000

/** As many groups may be numbered in a pattern that only backtracking decides. */
export const maxGroups = 200

/** The expanded size of a pattern; each number is at most that of the compilers of patterns. */
export interface PatternSize {
  /** Characters, classes and edges, as often as they are to be repeated. */
  readonly size: number
  /** Groups that capture or give nothing back. */
  readonly groups: number
  /** Unicode properties, each of which stands for thousands of ranges. */
  readonly properties: number
}

const property = /\\[pP]/g
const escape = /\\(?:Q[^]*?(?:\\E|$)|[pP]\{[^}]{0,100}\}|x\{[^}]{0,8}\}|[^]|$)/y
const set = /\[\^?\]?(?:\[:\^?\w{1,10}:\]|\\[^]|[^\]\\])*\]/y
const open = /\((?:\?(?:P?<[A-Za-z_]\w*>|<?[=!]|>|[A-Za-z-]{0,10}:)?)?/y
const counted = /\{(\d+)(?:,(\d*))?\}\+?|[*+?]\+?/y

/** Counts what a pattern stands for, piece by piece. */
class Counting {
  readonly #pattern: string
  /** The sizes before the groups that are open. */
  readonly #outer: Array<number> = []
  #at = 0
  #last = 0
  size = 0
  groups = 0
  properties = 0

  constructor(pattern: string) {
    this.#pattern = pattern
    while (this.#at < pattern.length) this.#next()
    for (const size of this.#outer) this.size += size
  }

  #match(piece: RegExp): RegExpExecArray | null {
    piece.lastIndex = this.#at
    const found = piece.exec(this.#pattern)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #add(size: number): void {
    this.size += size
    this.#last = size
  }

  #next(): void {
    const char = this.#pattern[this.#at]
    if (char === "\\") return this.#escape(this.#match(escape)?.[0] ?? "")
    if (char === "[") return this.#set()
    if (char === "(") return this.#begin(this.#match(open)?.[0] ?? "(")
    if (char === "*" || char === "+" || char === "?" || char === "{") {
      const found = this.#match(counted)
      if (found !== null) return this.#repeat(found)
    }
    this.#at++
    if (char === ")") return this.#end()
    if (char !== "|") this.#add(1)
  }

  #escape(text: string): void {
    if (text.startsWith("\\p") || text.startsWith("\\P")) this.properties++
    this.#add(text.startsWith("\\Q") ? text.length : 1)
  }

  /** A set that has no end makes the pattern invalid. */
  #set(): void {
    const found = this.#match(set)
    if (found === null) this.#at = this.#pattern.length
    else this.properties += found[0].match(property)?.length ?? 0
    this.#add(1)
  }

  #begin(text: string): void {
    if (text === "(" || text.endsWith(">")) this.groups++
    this.#outer.push(this.size)
    this.size = 0
  }

  #end(): void {
    const inner = Math.max(this.size, 1)
    this.size = this.#outer.pop() ?? 0
    this.#add(inner)
  }

  #repeat([text, least = "1", most]: RegExpExecArray): void {
    if (text.length > 1 && text.endsWith("+")) this.groups++
    const times = Math.max(Number(least), Number(most ?? 0), 1)
    this.size += this.#last * (times - 1)
    this.#last *= times
  }
}

/** Reads what a pattern stands for without building it; a text that is no pattern has a size too. */
export const sizeOfPattern = (pattern: string): PatternSize => new Counting(pattern)

const shown = (count: number): string => count.toLocaleString("en")

/** The limit that a pattern exceeds, on any engine. */
export const excessOf = (pattern: string): string | undefined => {
  if (pattern.length > maxPatternLength) return `${shown(maxPatternLength)} characters`
  const { properties, size } = sizeOfPattern(pattern)
  if (size > maxSize) return `${shown(maxSize)} characters and classes, counted as often as they are repeated`
  return properties > maxProperties ? `${maxProperties} Unicode properties` : undefined
}

/** The same, also of what only backtracking decides. */
export const backtrackingExcessOf = (pattern: string): string | undefined =>
  excessOf(pattern) ?? (sizeOfPattern(pattern).groups > maxGroups ? `${maxGroups} groups` : undefined)
