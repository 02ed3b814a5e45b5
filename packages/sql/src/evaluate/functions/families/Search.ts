import type { Cell } from "../../../types/Cell.ts"
import { allowMembers, allowSize, ListSize, mostMembers } from "../../CellSize.ts"
import { nextPoint, pointCount, skipPoints } from "../../CodePoints.ts"
import type { Meter, Sliced } from "../../Meter.ts"
import { atOnce, type Implementation, type SlicedFunction, strict } from "../Implementation.ts"
import { inPieces, rewriting, whole } from "../Pieces.ts"

type Integer = number | bigint
type Cells = ReadonlyArray<Cell>

const position = (text: string, needle: string, from = 1): number => {
  const start = from <= 1 ? 0 : skipPoints(text, 0, from - 1)
  if (from > pointCount(text) + 1) return 0
  const found = text.indexOf(needle, start)
  return found < 0 ? 0 : pointCount(text.slice(0, found)) + 1
}

const isIn = (text: string, needle: Cell): boolean => typeof needle === "string" && text.includes(needle)

const firstPlace = (text: string, needles: Cells): number =>
  needles.reduce<number>((best, needle) => {
    const place = typeof needle === "string" ? position(text, needle) : 0
    return place > 0 && (best === 0 || place < best) ? place : best
  }, 0)

const replaceOne = (text: string, from: string, to: string): string => {
  allowSize(text.length + to.length)
  return from === "" ? text : text.replace(from, () => to)
}

/** Of a character that occurs twice the first counts. */
const translate = rewriting((from: string, to: string) => {
  const fresh = Array.from(to)
  const places = new Map(Array.from(from, (point, place) => [point, place] as const).reverse())
  return (text) =>
    Array.from(text, (point) => {
      const place = places.get(point)
      return place === undefined ? point : fresh[place] ?? ""
    }).join("")
})

const split = (separator: string, text: string, most: Integer): Cells => {
  if (separator === "") allowMembers(text.length)
  const parts = separator === "" ? Array.from(text) : text.split(separator, mostMembers + 1)
  return most > 0 ? parts.slice(0, Number(most)) : parts
}

const runs = (pattern: RegExp): Implementation => strict((text: string) => text.match(pattern) ?? [])

/** The cost of a short text that is made, in nodes. */
const nodesOfGram = 8

function* ngrams(meter: Meter, text: string, size: Integer): Sliced<Cell> {
  const grams: Array<string> = []
  if (size < 1 || size > 100) return grams
  const length = new ListSize()
  let end = skipPoints(text, 0, Number(size) - 1)
  for (let start = 0; end < text.length; start = nextPoint(text, start)) {
    meter.work(nodesOfGram)
    if (meter.isDue()) yield false
    end = nextPoint(text, end)
    const gram = text.slice(start, end)
    length.add(gram)
    grams.push(gram)
  }
  return grams
}

export const slicedSearch = { ngrams, translate: inPieces(translate) } satisfies Readonly<
  Record<string, SlicedFunction>
>

const trimmed = (atStart: boolean, atEnd: boolean) => (text: string, characters: string): string => {
  const set = new Set(Array.from(characters))
  const points = Array.from(text)
  const isKept = (point: string): boolean => !set.has(point)
  const start = atStart ? points.findIndex(isKept) : 0
  const last = atEnd ? points.findLastIndex(isKept) : points.length - 1
  return start < 0 ? "" : points.slice(start, last + 1).join("")
}

const number = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"

export const search = {
  multiSearchFirstPosition: strict(firstPlace),
  multiSearchFirstIndex: strict((text: string, needles: Cells) =>
    needles.findIndex((needle) => isIn(text, needle)) + 1
  ),
  positionFrom: strict((text: string, needle: string, from: Integer) => position(text, needle, Number(from))),
  replaceOne: strict(replaceOne),
  translate: whole(translate),
  regexpQuoteMeta: strict((text: string) => text.replaceAll(/[\\|()^$.[\]?*+{:-]/g, (found) => `\\${found}`)),
  splitByString: strict(split),
  splitByWhitespace: runs(/[^ \t\n\v\f\r]+/g),
  splitByNonAlpha: runs(/[^\0-/:-@[-`{-\x7f]+/g),
  alphaTokens: runs(/[A-Za-z]+/g),
  ngrams: atOnce(ngrams),
  extractIPv4Substrings: runs(new RegExp(`${number}(?:\\.${number}){3}`, "g")),
  trimBoth: strict(trimmed(true, true)),
  trimStart: strict(trimmed(true, false)),
  trimEnd: strict(trimmed(false, true))
}
