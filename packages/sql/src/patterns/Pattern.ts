/** Characters by their code points: ranges in order, both ends included. */
export type CharacterSet = ReadonlyArray<readonly [first: number, last: number]>

/** A pattern as it was written, without the names of its groups. */
export type Pattern =
  | { readonly _tag: "Set"; readonly set: CharacterSet }
  | { readonly _tag: "Assertion"; readonly kind: "start" | "end" | "boundary" | "noBoundary" }
  | { readonly _tag: "Sequence"; readonly items: ReadonlyArray<Pattern> }
  | { readonly _tag: "Choice"; readonly options: ReadonlyArray<Pattern> }
  | { readonly _tag: "Group"; readonly body: Pattern }
  | {
    readonly _tag: "Repeat"
    readonly body: Pattern
    readonly min: number
    readonly max: number
    readonly isLazy: boolean
  }

export const lastPoint = 0x10ffff

/** The ranges in order, those that touch as one. */
export const setOf = (ranges: ReadonlyArray<readonly [number, number]>): CharacterSet => {
  const joined: Array<readonly [number, number]> = []
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1)
    if (before !== undefined && first <= before[1] + 1) {
      joined[joined.length - 1] = [before[0], Math.max(before[1], last)]
    } else joined.push([first, last])
  }
  return joined
}

/** All other characters; NUL is in no text. */
export const complementOf = (set: CharacterSet): CharacterSet => {
  const gaps: Array<readonly [number, number]> = []
  let next = 1
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1])
    next = Math.max(next, last + 1)
  }
  return next <= lastPoint ? [...gaps, [next, lastPoint]] : gaps
}

export const areDisjoint = (a: CharacterSet, b: CharacterSet): boolean =>
  a.every(([first, last]) => b.every(([from, to]) => last < from || first > to))

/** The set with the letters in both cases, as single characters have them. */
export const inBothCases = (set: CharacterSet): CharacterSet => {
  const others: Array<readonly [number, number]> = []
  for (const [first, last] of set) {
    for (let point = first; point <= Math.min(last, first + 1_000); point++) {
      for (const other of casesOf(point)) others.push([other, other])
    }
  }
  return setOf([...set, ...others])
}

const casesOf = (point: number): ReadonlyArray<number> => {
  const text = String.fromCodePoint(point)
  return [text.toLowerCase(), text.toUpperCase()].flatMap((one) => {
    const found = one.codePointAt(0)
    return found === undefined || String.fromCodePoint(found) !== one ? [] : [found]
  })
}
