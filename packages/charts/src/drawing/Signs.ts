/**
 * The signs of series: colour and mark by place among eight, dash by eights. Mark and dash alone tell 24 series apart, for
 * readers who see no colours, and on paper.
 */
import { type Colour, colourAt, paper, seriesColours } from "./Palette.ts"

/** The dashes of lines, one for each eight series. */
const dashes = ["solid", "dashed", "dotted"] as const

/** The outlines of marks: forms of the library, and paths in a square of ten. */
const marks = [
  "circle",
  "rect",
  "triangle",
  "diamond",
  "path://M0 0L10 0L5 9Z",
  "path://M3.5 0L6.5 0L6.5 3.5L10 3.5L10 6.5L6.5 6.5L6.5 10L3.5 10L3.5 6.5L0 6.5L0 3.5L3.5 3.5Z",
  "path://M1.8 0L5 3.2L8.2 0L10 1.8L6.8 5L10 8.2L8.2 10L5 6.8L1.8 10L0 8.2L3.2 5L0 1.8Z",
  "path://M5 0L6.3 3.4L10 3.6L7.1 5.9L8.1 9.5L5 7.4L1.9 9.5L2.9 5.9L0 3.6L3.7 3.4Z"
] as const

/** The sizes of marks: filled, hollow, and small ones. */
const sizes = [9, 9, 5] as const

/** The number of series that have signs of their own. */
export const mostSigns = marks.length * dashes.length

/** The sign of a series. */
export interface Sign {
  readonly colour: Colour
  readonly mark: string
  /** The place among the dashes: of the first eight series 0. */
  readonly eight: 0 | 1 | 2
  /** Whether it is the series of the period before: a thin line without marks, or an empty bar. */
  readonly isEarlier: boolean
}

const eights = [0, 1, 2] as const

/** The sign of a series by its place. */
export const signAt = (place: number): Sign => ({
  colour: colourAt(place),
  mark: marks[place % marks.length] ?? "circle",
  eight: eights[Math.floor(place / seriesColours.length) % eights.length] ?? 0,
  isEarlier: false
})

/** The sign of the same series in the period before. */
export const earlierOf = (sign: Sign): Sign => ({ ...sign, isEarlier: true })

/** The line of a series. */
export const lineOf = ({ colour, eight, isEarlier }: Sign) => ({
  color: colour.light,
  type: dashes[eight],
  width: isEarlier ? 1 : 2
})

/** The marks of a series: those of the second eight are hollow. */
export const markOf = ({ colour, eight, isEarlier, mark }: Sign) => ({
  symbol: isEarlier ? "none" : mark,
  symbolSize: sizes[eight],
  itemStyle: eight === 1
    ? { color: paper.light, borderColor: colour.light, borderWidth: 2 }
    : { color: colour.light, borderColor: paper.light, borderWidth: 1 }
})

/** Stripes and dots over the bars of the second and the third eight; the library keeps notes in these objects. */
const decalOf = (eight: Sign["eight"]) => {
  if (eight === 0) return {}
  const drawn = eight === 1
    ? { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 }
    : { symbol: "circle", dashArrayX: [[6, 6], [0, 6, 6, 0]], dashArrayY: [6, 0], symbolSize: 0.7 }
  return { decal: { ...drawn, color: paper.light } }
}

/** The bars of a series. `gap` is the width of the line of paper between bars that touch. */
export const barOf = ({ colour, eight, isEarlier }: Sign, gap = 0) => ({
  color: isEarlier ? paper.light : colour.light,
  ...isEarlier ? { borderColor: colour.light, borderWidth: 1.5 } : { borderColor: paper.light, borderWidth: gap },
  ...decalOf(eight)
})

/** A bar of no height is none: the lines of paper around it would cut the axis. */
export const heightOf = (value: number | null): number | null => value === 0 ? null : value

const parts = 8

/** The places of a line that have a mark: its ends, each eighth of the width, and values without neighbours. */
export const markedPlaces = (values: ReadonlyArray<number | null>): ReadonlySet<number> => {
  const isValue = (place: number) => (values[place] ?? null) !== null
  const found = values.flatMap((value, place) => value === null ? [] : [place])
  const ends = [found[0] ?? 0, found.at(-1) ?? 0]
  const between = Array.from({ length: parts + 1 }, (_, part) => Math.round(part * (values.length - 1) / parts))
  const alone = found.filter((place) => !isValue(place - 1) && !isValue(place + 1))
  return new Set([...ends, ...between, ...alone].filter(isValue))
}
