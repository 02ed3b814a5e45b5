import { type CharacterSet, complementOf, inBothCases, lastPoint, type Pattern, setOf } from "./Pattern.ts"

/** The reason for which a pattern cannot be read. */
export class PatternRefused {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const fail = (reason: string): never => {
  throw new PatternRefused(reason)
}

const digits: CharacterSet = [[0x30, 0x39]]
const word: CharacterSet = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
const space: CharacterSet = [[0x09, 0x0a], [0x0c, 0x0d], [0x20, 0x20]]

const classes: ReadonlyMap<string, CharacterSet> = new Map([
  ["d", digits],
  ["D", complementOf(digits)],
  ["w", word],
  ["W", complementOf(word)],
  ["s", space],
  ["S", complementOf(space)]
])

const named: ReadonlyMap<string, CharacterSet> = new Map([
  ["alnum", [[0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]]],
  ["alpha", [[0x41, 0x5a], [0x61, 0x7a]]],
  ["digit", digits],
  ["lower", [[0x61, 0x7a]]],
  ["upper", [[0x41, 0x5a]]],
  ["space", [[0x09, 0x0d], [0x20, 0x20]]],
  ["punct", [[0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]]],
  ["xdigit", [[0x30, 0x39], [0x41, 0x46], [0x61, 0x66]]],
  ["word", word]
])

const controls: ReadonlyMap<string, number> = new Map([["a", 7], ["f", 12], ["n", 10], ["r", 13], ["t", 9], ["v", 11]])

/** Engines repeat no part more often by number. */
const mostRepeats = 255

/** Of a part inside others all of which are repeated, RE2 makes no more copies. */
const mostCopies = 1_000

const copiesOf = (pattern: Pattern): number => {
  switch (pattern._tag) {
    case "Repeat":
      return Math.max(1, pattern.max === Infinity ? pattern.min : pattern.max) * copiesOf(pattern.body)
    case "Sequence":
      return Math.max(1, ...pattern.items.map(copiesOf))
    case "Choice":
      return Math.max(1, ...pattern.options.map(copiesOf))
    case "Group":
      return copiesOf(pattern.body)
    default:
      return 1
  }
}

/** Reads a pattern in RE2's syntax, of which what engines do not have alike is refused. */
class PatternParser {
  readonly #points: ReadonlyArray<string>
  #at = 0
  #isFolded = false
  #depth = 0

  constructor(source: string) {
    this.#points = Array.from(source)
  }

  pattern(): Pattern {
    const [, flags] = /^\(\?([is]+)\)/.exec(this.#points.join("")) ?? []
    if (flags !== undefined) {
      this.#isFolded = flags.includes("i")
      this.#at = flags.length + 3
    }
    const found = this.#choice()
    if (copiesOf(found) > mostCopies) return fail(`parts inside others are repeated ${mostCopies} times at most in all`)
    return this.#at === this.#points.length ? found : fail("a parenthesis is closed that was not opened")
  }

  #choice(): Pattern {
    if (++this.#depth > 100) fail("it is nested too deeply")
    const options = [this.#sequence()]
    while (this.#accept("|")) options.push(this.#sequence())
    this.#depth -= 1
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { _tag: "Choice", options }
  }

  #sequence(): Pattern {
    const items: Array<Pattern> = []
    while (this.#at < this.#points.length && this.#peek() !== "|" && this.#peek() !== ")") items.push(this.#repeated())
    return { _tag: "Sequence", items }
  }

  #repeated(): Pattern {
    const body = this.#atom()
    const bounds = this.#bounds()
    if (bounds === undefined) return body
    if (body._tag === "Assertion") return fail("a place cannot be repeated")
    const isLazy = this.#accept("?")
    if (this.#peek() === "+" || this.#bounds() !== undefined) return fail("what is repeated is repeated again")
    return { _tag: "Repeat", body, ...bounds, isLazy }
  }

  #bounds(): { readonly min: number; readonly max: number } | undefined {
    if (this.#accept("*")) return { min: 0, max: Infinity }
    if (this.#accept("+")) return { min: 1, max: Infinity }
    if (this.#accept("?")) return { min: 0, max: 1 }
    const [found, low = "", comma, high = ""] = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#rest(12)) ?? []
    if (found === undefined) return undefined
    this.#at += found.length
    const [min, max] = [Number(low), comma === undefined ? Number(low) : high === "" ? Infinity : Number(high)]
    const most = max === Infinity ? min : max
    return most > mostRepeats || min > max ? fail(`parts are repeated ${mostRepeats} times at most`) : { min, max }
  }

  #atom(): Pattern {
    const point = this.#next()
    switch (point) {
      case "(":
        return this.#group()
      case "[":
        return this.#set(this.#brackets())
      case ".":
        return this.#set([[1, lastPoint]])
      case "^":
        return { _tag: "Assertion", kind: "start" }
      case "$":
        return { _tag: "Assertion", kind: "end" }
      case "\\":
        return this.#escape()
      case "*":
      case "+":
      case "?":
        return fail(`nothing stands before ${point}`)
      default:
        return this.#set([[pointOf(point), pointOf(point)]])
    }
  }

  #group(): Pattern {
    const [head = ""] = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(this.#rest(80)) ?? []
    if (head === "" && this.#peek() === "?") fail("groups have no flags and do not look around")
    this.#at += head.length
    const body = this.#choice()
    if (!this.#accept(")")) fail("a parenthesis is not closed")
    return head === "?:"
      ? body._tag === "Sequence" ? body : { _tag: "Sequence", items: [body] }
      : { _tag: "Group", body }
  }

  #escape(): Pattern {
    const point = this.#peek()
    if (point === "b" || point === "B" || point === "A" || point === "z") {
      this.#at += 1
      const kinds = { b: "boundary", B: "noBoundary", A: "start", z: "end" } as const
      return { _tag: "Assertion", kind: kinds[point] }
    }
    return this.#set(this.#escaped())
  }

  /** The characters of an escape, after its backslash. */
  #escaped(): CharacterSet {
    const [hex, short, long] = /^x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/.exec(this.#rest(10)) ?? []
    if (hex !== undefined) {
      this.#at += hex.length
      const code = Number.parseInt(short ?? long ?? "", 16)
      return code > 0 && code <= lastPoint ? [[code, code]] : fail("there is no such character")
    }
    const point = this.#next()
    const control = controls.get(point)
    if (control !== undefined) return [[control, control]]
    const known = classes.get(point)
    if (known !== undefined) return known
    return /[A-Za-z0-9]/.test(point) ? fail(`\\${point} is not known`) : [[pointOf(point), pointOf(point)]]
  }

  #brackets(): CharacterSet {
    const isNegated = this.#accept("^")
    const ranges: Array<readonly [number, number]> = []
    for (let isFirst = true; isFirst || this.#peek() !== "]"; isFirst = false) {
      if (this.#at >= this.#points.length) fail("a bracket is not closed")
      ranges.push(...this.#member())
    }
    this.#at += 1
    const set = setOf(ranges)
    const folded = this.#isFolded ? inBothCases(set) : set
    return isNegated ? complementOf(folded) : folded
  }

  #member(): CharacterSet {
    const [name, inner = ""] = /^\[:(\w+):\]/.exec(this.#rest(12)) ?? []
    if (name !== undefined) {
      this.#at += name.length
      return named.get(inner) ?? fail(`[:${inner}:] is not known`)
    }
    const first = this.#single()
    const [[from, to] = [0, 0]] = first
    if (first.length > 1 || from !== to || this.#peek() !== "-" || this.#points[this.#at + 1] === "]") return first
    this.#at += 1
    const last = this.#single()
    const [[end, same] = [0, 0]] = last
    return last.length > 1 || end !== same || end < from ? fail("a range ends before it begins") : [[from, end]]
  }

  #single(): CharacterSet {
    const point = this.#next()
    return point === "\\" ? this.#escaped() : [[pointOf(point), pointOf(point)]]
  }

  #set(set: CharacterSet): Pattern {
    return { _tag: "Set", set: this.#isFolded ? inBothCases(set) : set }
  }

  #peek(): string {
    return this.#points[this.#at] ?? ""
  }

  #next(): string {
    return this.#points[this.#at++] ?? fail("it ends in the middle")
  }

  #accept(point: string): boolean {
    if (this.#peek() !== point) return false
    this.#at += 1
    return true
  }

  #rest(length: number): string {
    return this.#points.slice(this.#at, this.#at + length).join("")
  }
}

const pointOf = (point: string): number => point.codePointAt(0) ?? 0

/** The pattern that the text is, or why it is none. */
export const readPattern = (source: string): Pattern | PatternRefused => {
  try {
    return source.length > 1_000
      ? new PatternRefused("it is longer than 1,000 characters")
      : new PatternParser(source).pattern()
  } catch (refused) {
    if (refused instanceof PatternRefused) return refused
    throw refused
  }
}
