/** Numbers over time as letters, for terminals. */
import { Result } from "effect"
import { plot } from "simple-ascii-chart"
import { extremes } from "../drawing/Extremes.ts"
import { label, shortNumber } from "../drawing/Labels.ts"
import type { Drawable } from "../insights/Answers.ts"
import { type RowSeries, rowSeries } from "../insights/RowSeries.ts"

/** The size and abilities of a terminal. */
export interface Terminal {
  /** Letters in a line. */
  readonly width: number
  /** Lines of the drawing, without its labels. */
  readonly height: number
  readonly hasColours: boolean
}

type Series = RowSeries["series"][number]

const colours = ["ansiBlue", "ansiYellow", "ansiGreen", "ansiMagenta", "ansiCyan", "ansiRed"] as const

/** The letters beside and under a drawing: axis and arrow. */
const frame = 3

const longestLabel = 16

/** Round numbers from at most the smallest to at least the largest value, five or so. */
const ticksOf = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const low = values.reduce((least, value) => Math.min(least, value), 0)
  const high = values.reduce((most, value) => Math.max(most, value), 0)
  const raw = (high - low) / 4 || 0.25
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= raw * 0.999) ?? 10) * power
  const first = Math.floor(low / step)
  const count = Math.ceil(high / step) - first
  return Array.from({ length: Math.max(1, count) + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)))
}

/** The points that have their names under the axis: as many as have room. */
const namedPoints = (points: ReadonlyArray<string>, width: number): Array<number> => {
  const longest = points.reduce((most, point) => Math.max(most, point.length), 1)
  const count = Math.max(1, Math.min(points.length, Math.floor(width / (longest + 3))))
  if (count === 1) return [0]
  return Array.from({ length: count }, (_, place) => Math.round(place * (points.length - 1) / (count - 1)))
}

const drawn = (series: ReadonlyArray<Series>, points: ReadonlyArray<string>, terminal: Terminal): string => {
  const width = Math.max(10, terminal.width - longestLabel - frame)
  const lines = series.map(({ values }) =>
    extremes(values, width).flatMap(([place, value]): Array<[number, number]> => value === null ? [] : [[place, value]])
  )
  const ticks = ticksOf(lines.flat().map(([, value]) => value))
  const text = plot(lines, {
    width,
    height: Math.max(4, terminal.height),
    yRange: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
    customYAxisTicks: [...ticks],
    customXAxisTicks: namedPoints(points, width),
    formatter: (value, { axis }) => axis === "x" ? points[value] ?? "" : shortNumber(value),
    ...terminal.hasColours ? { color: [...colours] } : {}
  })
  return text.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "").join("\n")
}

const codes = { ansiBlue: 34, ansiYellow: 33, ansiGreen: 32, ansiMagenta: 35, ansiCyan: 36, ansiRed: 31 } as const

const legend = (series: ReadonlyArray<Series>): string =>
  series.map(({ name }, place) =>
    `\u001b[${codes[colours[place % colours.length] ?? "ansiBlue"]}m█\u001b[0m ${label(name, 40)}`
  ).join("  ")

const size = ({ values }: Series): number => values.reduce((sum: number, value) => sum + Math.abs(value ?? 0), 0)

/**
 * The rows of an answer as lines over their time; a text with the reason where there is none. Without colours each
 * series is drawn by itself.
 */
export const terminalChart = (answer: Drawable["answer"], terminal: Terminal): Result.Result<string, string> => {
  const found = rowSeries({ answer })
  if (found === undefined) return Result.fail("A chart needs a column with a date or a time, and one with numbers.")
  const points = found.points.map((point) => label(found.shown(point), longestLabel))
  if (points.length === 0) return Result.fail("There are no rows to draw.")
  const shown = found.series.toSorted((one, other) => size(other) - size(one)).slice(0, colours.length)
  const note = shown.length < found.series.length
    ? [`${shown.length} of ${found.series.length} series are shown, the largest.`]
    : []
  if (shown.length === 1 || terminal.hasColours) {
    const names = shown.length === 1 ? label(shown[0]?.name ?? "", 40) : legend(shown)
    return Result.succeed([names, drawn(shown, points, terminal), ...note].join("\n"))
  }
  const each = shown.map((one) => `${label(one.name, 40)}\n${drawn([one], points, terminal)}`)
  return Result.succeed([...each, ...note].join("\n\n"))
}
