import { areDisjoint, type CharacterSet, type Pattern } from "./Pattern.ts"

/** The number of groups in the pattern. */
export const groupCount = (pattern: Pattern): number => {
  switch (pattern._tag) {
    case "Sequence":
      return pattern.items.reduce((sum, item) => sum + groupCount(item), 0)
    case "Choice":
      return pattern.options.reduce((sum, option) => sum + groupCount(option), 0)
    case "Group":
      return 1 + groupCount(pattern.body)
    case "Repeat":
      return groupCount(pattern.body)
    default:
      return 0
  }
}

/** The begins and ends of a part's matches: positions are sets of characters, by their number. */
interface Positions {
  readonly canBeEmpty: boolean
  readonly first: ReadonlyArray<number>
  readonly last: ReadonlyArray<number>
}

const mostPlaces = 400

/** The most pairs of positions that are looked at for one pattern. */
const mostPairs = 500_000

const union = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): ReadonlyArray<number> => [...new Set([...a, ...b])]
const nothing: Positions = { canBeEmpty: true, first: [], last: [] }

/** The positions of a pattern, and which may follow which; repeats by number are written out. */
class PositionTable {
  readonly sets: Array<CharacterSet> = []
  readonly follow = new Map<number, Set<number>>()
  pairs = 0
  isTooLarge = false

  positions(pattern: Pattern): Positions {
    switch (pattern._tag) {
      case "Assertion":
        return nothing
      case "Set": {
        if (this.sets.length >= mostPlaces) this.isTooLarge = true
        const position = this.sets.push(pattern.set) - 1
        return { canBeEmpty: false, first: [position], last: [position] }
      }
      case "Group":
        return this.positions(pattern.body)
      case "Sequence":
        return pattern.items.map((item) => this.positions(item)).reduce((a, b) => this.#joined(a, b), nothing)
      case "Choice":
        return pattern.options.map((option) => this.positions(option)).reduce((a, b) => ({
          canBeEmpty: a.canBeEmpty || b.canBeEmpty,
          first: union(a.first, b.first),
          last: union(a.last, b.last)
        }))
      case "Repeat":
        return this.#repeated(pattern)
    }
  }

  #joined(a: Positions, b: Positions): Positions {
    this.#link(a.last, b.first)
    return {
      canBeEmpty: a.canBeEmpty && b.canBeEmpty,
      first: a.canBeEmpty ? union(a.first, b.first) : a.first,
      last: b.canBeEmpty ? union(a.last, b.last) : b.last
    }
  }

  #link(from: ReadonlyArray<number>, to: ReadonlyArray<number>): void {
    this.#look(from.length * to.length)
    if (this.isTooLarge) return
    for (const position of from) {
      const known = this.follow.get(position) ?? new Set()
      this.follow.set(position, known)
      to.forEach((next) => known.add(next))
    }
  }

  #look(pairs: number): void {
    this.pairs += pairs
    if (this.pairs > mostPairs) this.isTooLarge = true
  }

  /** Whether no two of the positions can match the same character. */
  areApart(positions: ReadonlyArray<number>): boolean {
    return positions.every((a, i) => {
      this.#look(positions.length - i)
      return !this.isTooLarge
        && positions.slice(i + 1).every((b) => areDisjoint(this.sets[a] ?? [], this.sets[b] ?? []))
    })
  }

  #repeated({ body, max, min }: Extract<Pattern, { readonly _tag: "Repeat" }>): Positions {
    const count = max === Infinity ? Math.max(1, min) : max
    let all: Positions = nothing
    for (let turn = 0; turn < count && !this.isTooLarge; turn++) {
      const one = this.positions(body)
      if (max === Infinity && turn === count - 1) this.#link(one.last, one.first)
      all = this.#joined(all, turn < min ? one : { ...one, canBeEmpty: true })
    }
    return all
  }
}

/** Whether a pattern matches an empty text. */
export const canBeEmpty = (pattern: Pattern): boolean => {
  switch (pattern._tag) {
    case "Assertion":
      return true
    case "Set":
      return false
    case "Group":
      return canBeEmpty(pattern.body)
    case "Sequence":
      return pattern.items.every(canBeEmpty)
    case "Choice":
      return pattern.options.some(canBeEmpty)
    case "Repeat":
      return pattern.min === 0 || canBeEmpty(pattern.body)
  }
}

interface PatternForm {
  /**
   * From a position in a text there is one way to match, and the longest match is the one that is taken: engines that try in
   * turn and engines that take the longest agree on it and its groups.
   */
  readonly isPlain: boolean
  /** The number of pairs of positions that were looked at. */
  readonly pairs: number
}

const hasLazy = (pattern: Pattern): boolean => {
  switch (pattern._tag) {
    case "Sequence":
      return pattern.items.some(hasLazy)
    case "Choice":
      return pattern.options.some(hasLazy)
    case "Group":
      return hasLazy(pattern.body)
    case "Repeat":
      return pattern.isLazy || hasLazy(pattern.body)
    default:
      return false
  }
}

export const formOf = (pattern: Pattern): PatternForm => {
  const table = new PositionTable()
  const { first } = table.positions(pattern)
  const isDetermined = !table.isTooLarge && table.areApart(first)
    && [...table.follow.values()].every((positions) => table.areApart([...positions]))
  return { isPlain: (isDetermined || endsAtEnd(pattern)) && !hasLazy(pattern), pairs: table.pairs }
}

const isAll = (set: CharacterSet): boolean => set.length === 1 && (set[0]?.[0] ?? 2) <= 1

/** Sets, repeated sets, and groups of them, up to the end of the text: the longest match is the same for all. */
const endsAtEnd = (pattern: Pattern): boolean => {
  const items = pattern._tag === "Sequence" ? pattern.items : []
  const last = items.at(-1)
  const isToEnd = last?._tag === "Assertion"
    ? last.kind === "end"
    : last?._tag === "Repeat" && last.max === Infinity && last.body._tag === "Set" && isAll(last.body.set)
  return isToEnd && items.every(isSimple)
}

const isSimple = (pattern: Pattern): boolean => {
  switch (pattern._tag) {
    case "Set":
    case "Assertion":
      return true
    case "Repeat":
      return pattern.body._tag === "Set" || (pattern.max === 1 && isFixed(pattern.body))
    case "Group":
      return pattern.body._tag === "Sequence" && pattern.body.items.every(isSimple)
    default:
      return false
  }
}

/** Sets one after the other. */
const isFixed = (pattern: Pattern): boolean =>
  pattern._tag === "Group"
    ? isFixed(pattern.body)
    : pattern._tag === "Set" || (pattern._tag === "Sequence" && pattern.items.every(isFixed))
