import { Record } from "effect"
import { argument } from "../../plan/PlanWalk.ts"
import { utf8Length } from "../../types/CanonicalJson.ts"
import type { Cell } from "../../types/Cell.ts"
import { allowSize, mostCell, mostMembers } from "../CellSize.ts"
import { pointCount, skipPoints } from "../CodePoints.ts"
import { binary, compiled, type Implementation, type Implementations, ternary, unary } from "./Implementation.ts"
import { likeMatcher, lowerSimple } from "./Like.ts"
import { inPieces, type Rewriting, rewritingBackwards, whole } from "./Pieces.ts"

type Matcher = (text: string) => boolean

/** A literal pattern is compiled once, any other when it changes from one row to the next. */
const matching = (compile: (pattern: string) => Matcher): Implementation => (call, args) => {
  const [text, pattern] = [compiled(call, args, 0), compiled(call, args, 1)]
  const planned = argument(call, 1)
  let known = planned._tag === "Literal" ? planned.value : null
  let matches: Matcher = typeof known === "string" ? compile(known) : () => false
  return (frame) => {
    const [a, b] = [text(frame), pattern(frame)]
    if (typeof a !== "string" || typeof b !== "string") return null
    if (b !== known) {
      known = b
      matches = compile(b)
    }
    return matches(a) ? 1 : 0
  }
}

const ilikeMatcher = (pattern: string): Matcher => {
  const matches = likeMatcher(lowerSimple(pattern))
  return (text) => matches(lowerSimple(text))
}

const predicate = (f: (a: string, b: string) => boolean): Implementation =>
  binary((a: string, b: string) => f(a, b) ? 1 : 0)

/** Strings have fewer than 2^53 code points, so that larger numbers only need their sign to be right. */
const substring = (text: string, from: number | bigint, length: number | bigint): string => {
  if (from === 0 || length <= 0) return ""
  const start = from > 0 ? BigInt(from) - 1n : BigInt(pointCount(text)) + BigInt(from)
  const end = start + BigInt(length)
  if (end <= 0n || start >= BigInt(text.length)) return ""
  const begin = skipPoints(text, 0, start > 0n ? Number(start) : 0)
  const size = Number(start > 0n ? end - start : end)
  return text.slice(begin, skipPoints(text, begin, size))
}

const position = (text: string, needle: string): number => {
  const found = text.indexOf(needle)
  return found < 0 ? 0 : pointCount(text.slice(0, found)) + 1
}

const trimLeft = (text: string): string => {
  let start = 0
  while (text.charAt(start) === " ") start += 1
  return text.slice(start)
}

const trimRight = (text: string): string => {
  let end = text.length
  while (text.charAt(end - 1) === " ") end -= 1
  return text.slice(0, end)
}

const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase())
const upperAscii = (text: string): string => text.replaceAll(/[a-z]+/g, (run) => run.toUpperCase())

const concat: Implementation = (_, args) => (frame) => {
  let joined = ""
  for (const arg of args) {
    const cell: Cell = arg(frame)
    if (typeof cell !== "string") return null
    joined += cell
    allowSize(joined.length)
  }
  return joined
}

const replaced = (text: string, from: string, to: string): string => {
  if (from === "") return text
  const most = text.length + Math.floor(text.length / from.length) * (to.length - from.length)
  if (most > mostCell) allowSize(text.length + (text.split(from, mostMembers).length - 1) * (to.length - from.length))
  return text.replaceAll(from, () => to)
}

/** Functions over strings of which a long one takes long. */
const rewritings = {
  reverse: rewritingBackwards(() => (text) => Array.from(text).reverse().join(""))
} satisfies Readonly<Record<string, Rewriting>>

export const slicedText = Record.map(rewritings, inPieces)

/** Functions over strings; positions and lengths count code points by default. */
export const text = {
  like: matching(likeMatcher),
  ilike: matching(ilikeMatcher),
  concat,
  lower: unary(lowerAscii),
  upper: unary(upperAscii),
  length: unary(utf8Length),
  lengthUTF8: unary(pointCount),
  substring: ternary(substring),
  trimLeft: unary(trimLeft),
  trimRight: unary(trimRight),
  startsWith: predicate((a, b) => a.startsWith(b)),
  endsWith: predicate((a, b) => a.endsWith(b)),
  position: binary(position),
  replaceAll: ternary(replaced),
  reverse: whole(rewritings.reverse)
} satisfies Implementations
