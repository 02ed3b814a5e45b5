import { backFromEnd, nextPoint, pointCount } from "../CodePoints.ts"

/** A run of a pattern between `%`: literal texts, and undefined for any one code point. */
interface Segment {
  readonly tokens: ReadonlyArray<string | undefined>
  readonly points: number
}

const segment = (tokens: ReadonlyArray<string | undefined>): Segment => ({
  tokens,
  points: tokens.reduce((sum, token) => sum + (token === undefined ? 1 : pointCount(token)), 0)
})

/** The pattern cut at `%`. A backslash at the end stands for itself. */
const parse = (pattern: string): ReadonlyArray<Segment> => {
  const segments: Array<Segment> = []
  let tokens: Array<string | undefined> = []
  let literal = ""
  const endLiteral = () => {
    if (literal !== "") tokens.push(literal)
    literal = ""
  }
  for (let i = 0; i < pattern.length; i++) {
    const unit = pattern.charAt(i)
    if (unit === "%" || unit === "_") endLiteral()
    if (unit === "%") {
      segments.push(segment(tokens))
      tokens = []
    } else if (unit === "_") tokens.push(undefined)
    else if (unit === "\\" && i + 1 < pattern.length) literal += pattern.charAt(++i)
    else literal += unit
  }
  endLiteral()
  return [...segments, segment(tokens)]
}

/** The end of a match of the segment that begins at `start`, or -1. */
const endOf = ({ tokens }: Segment, text: string, start: number): number => {
  let at = start
  for (const token of tokens) {
    if (token === undefined) {
      if (at >= text.length) return -1
      at = nextPoint(text, at)
    } else {
      if (!text.startsWith(token, at)) return -1
      at += token.length
    }
  }
  return at
}

/** The end of the segment's first place within `from` and `limit`, or -1. */
const findEnd = (part: Segment, text: string, from: number, limit: number): number => {
  const [only] = part.tokens
  if (part.tokens.length === 1 && only !== undefined) {
    const found = text.indexOf(only, from)
    return found < 0 || found + only.length > limit ? -1 : found + only.length
  }
  for (let at = from; at <= limit; at = nextPoint(text, at)) {
    const end = endOf(part, text, at)
    if (end >= 0 && end <= limit) return end
  }
  return -1
}

/** The matcher of a LIKE pattern. Each run goes to its first place, so no text is tried twice. */
export const likeMatcher = (pattern: string): (text: string) => boolean => {
  const segments = parse(pattern)
  const first = segment([])
  const [head = first, ...rest] = segments
  const tail = rest.at(-1)
  if (tail === undefined) return (text) => endOf(head, text, 0) === text.length
  const middle = rest.slice(0, -1).filter((part) => part.points > 0)
  return (text) => {
    let at = endOf(head, text, 0)
    const last = backFromEnd(text, tail.points)
    if (at < 0 || last < at || endOf(tail, text, last) !== text.length) return false
    for (const part of middle) {
      at = findEnd(part, text, at, last)
      if (at < 0) return false
    }
    return true
  }
}

const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** The one simple lower-case mapping that differs from the full one: capital I with dot above. */
const simpleLower = (character: string): string => character === "\u0130" ? "i" : character.toLowerCase()

/** Lower case by the simple Unicode mapping of each code point. */
export const lowerSimple = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : Array.from(text, simpleLower).join("")
