import { categoryAxis, gridUnder, valueAxis } from "../drawing/Axes.ts"
import type { Chart, ChartBody } from "../drawing/Chart.ts"
import { thinned } from "../drawing/Days.ts"
import { extremes } from "../drawing/Extremes.ts"
import { label } from "../drawing/Labels.ts"
import { type LegendItem, legendOf, seriesName, topUnder, usualWidth } from "../drawing/Layout.ts"
import { axisLine } from "../drawing/Palette.ts"
import { type Extent, extentOf, stackedExtent, ticksOver } from "../drawing/Ticks.ts"
import { drawnGoals, type GoalLine, goalSeries, goalText } from "./GoalLines.ts"
import type { Writing } from "./Values.ts"

/** A series over points that all series of the chart have. */
export interface DrawnSeries extends LegendItem {
  readonly values: ReadonlyArray<number | null>
}

/** The forms of series: lines, areas or bars on each other, bars side by side. */
export type SeriesForm = "areas" | "bars" | "lines" | "stacked"

/** A chart of series over time, or over other points in order. */
export interface SeriesOver {
  readonly title: string
  readonly notes?: ReadonlyArray<string>
  readonly points: ReadonlyArray<string>
  readonly series: ReadonlyArray<DrawnSeries>
  readonly form: SeriesForm
  readonly writing: Writing
  readonly goals?: ReadonlyArray<GoalLine>
}

/** The series and the goals that are drawn. */
interface Shown {
  readonly series: ReadonlyArray<DrawnSeries>
  readonly goals: ReadonlyArray<GoalLine>
  /** Of the series. */
  readonly extent: Extent
}

/** The most series, points of lines, bars in a row and bars in all that are drawn: more bars become lines. */
const [mostSeries, mostPoints, mostBars, mostOfAll] = [24, 400, 120, 1_500] as const

const room = 260

/** A day and a time to the second have this many letters. */
const longestPoint = 19

/** The axis of values, which reaches the goals. */
const axisOf = ({ extent: [low, high], goals }: Shown, { short, step }: Writing) => {
  const wanted = goals.map(({ value }) => value)
  const ends: Extent = [Math.min(low, ...wanted), Math.max(high, ...wanted)]
  return { ...valueAxis(short), ...step === undefined ? {} : ticksOver(ends, step) }
}

const isStack = ({ form }: SeriesOver): boolean => form === "areas" || form === "stacked"

const bodyOf = (over: SeriesOver, shown: Shown): ChartBody => {
  const { form, points, writing } = over
  const isLong = points.length > mostPoints
  const isBars = (form === "bars" || form === "stacked") && points.length <= mostBars
    && points.length * shown.series.length <= mostOfAll
  const isStacked = isStack(over)
  const places = isStacked ? thinned(points.length, mostPoints) : points.map((_, place) => place)
  const isNumbered = isLong && !isStacked
  const xAxis = isNumbered
    ? {
      ...valueAxis((place) => label(points[Math.round(place)] ?? "", longestPoint)),
      min: 0,
      max: points.length - 1,
      minInterval: 1,
      axisLine: { show: true, lineStyle: { color: axisLine.light } },
      splitLine: { show: false }
    }
    : {
      ...categoryAxis(places.map((place) => points[place] ?? ""), longestPoint),
      boundaryGap: isBars || places.length === 1
    }
  const common = (one: DrawnSeries, place: number) => ({
    name: seriesName(place),
    silent: true,
    itemStyle: { color: one.colour.light },
    data: isNumbered
      ? extremes(one.values, mostPoints).map(([x, y]) => [x, y])
      : places.map((at) => one.values[at] ?? null)
  })
  const bar = (one: DrawnSeries, place: number) => ({
    ...common(one, place),
    type: "bar" as const,
    ...isStacked ? { stack: "bars" } : {},
    itemStyle: { color: one.colour.light, ...one.dash === "solid" ? {} : { opacity: 0.5 } },
    barMaxWidth: 48,
    barCategoryGap: "20%"
  })
  const line = (one: DrawnSeries, place: number) => ({
    ...common(one, place),
    type: "line" as const,
    ...isStacked ? { stack: "areas", areaStyle: { color: one.colour.light, opacity: 0.35 } } : {},
    symbol: "circle",
    symbolSize: 5,
    showSymbol: points.length <= 31,
    lineStyle: { color: one.colour.light, type: one.dash, width: 2 }
  })
  const series = isBars ? shown.series.map(bar) : shown.series.map(line)
  return {
    xAxis,
    yAxis: axisOf(shown, writing),
    series: [...series, ...goalSeries(points.length === 0 ? [] : shown.goals, isNumbered, writing)]
  }
}

const total = (values: ReadonlyArray<number | null>): number =>
  values.reduce((sum: number, value) => sum + Math.abs(value ?? 0), 0)

/** The series that are drawn: the largest, in the order that they had. */
const largest = (series: ReadonlyArray<DrawnSeries>): ReadonlyArray<DrawnSeries> => {
  if (series.length <= mostSeries) return series
  const ranked = series.map((one) => [one, total(one.values)] as const).toSorted(([, one], [, other]) => other - one)
  const kept = new Set(ranked.slice(0, mostSeries).map(([one]) => one))
  return series.filter((one) => kept.has(one))
}

const lastOf = ({ name, values }: DrawnSeries, { points, writing }: SeriesOver): string => {
  const place = values.findLastIndex((value) => value !== null)
  return place === -1
    ? `${label(name, 60)}: no values.`
    : `${label(name, 60)}: ${writing.full(values[place] ?? 0)} at ${label(points[place] ?? "the end", 40)}.`
}

/** The extent of the series; of no use, and not looked for, where neither goals nor steps ask for it. */
const shownExtent = (over: SeriesOver, shown: ReadonlyArray<DrawnSeries>): Extent => {
  if ((over.goals ?? []).length === 0 && over.writing.step === undefined) return [0, 0]
  const values = shown.map((one) => one.values)
  return isStack(over) ? stackedExtent(values) : extentOf(values)
}

/** Series over points that they share. */
export const seriesChart = (over: SeriesOver): Chart => {
  const shown = largest(over.series)
  const extent = shownExtent(over, shown)
  const goals = drawnGoals(over.goals ?? [], extent[1])
  const places = over.points.length
  const isThinned = over.form !== "lines" && over.form !== "bars" && places > mostPoints
  const notes = [
    ...over.notes ?? [],
    ...shown.length === 0 || places === 0 ? ["There is nothing to draw."] : [],
    ...shown.length < over.series.length
      ? [`${shown.length} of ${over.series.length} series are shown, the largest.`]
      : [],
    ...isThinned ? [`One point in ${Math.ceil(places / mostPoints)} is drawn.`] : []
  ]
  const mark = over.form === "lines" ? "line" : undefined
  const { height, legend } = legendOf(shown, topUnder(notes), usualWidth, mark)
  const top = topUnder(notes) + height
  return {
    title: over.title,
    notes,
    description: [
      ...shown.slice(0, 12).map((one) => lastOf(one, over)),
      ...goals.map((goal) => `Goal ${goalText(goal, over.writing)}.`)
    ].join(" "),
    width: usualWidth,
    height: top + room,
    body: { legend, grid: gridUnder(top), ...bodyOf(over, { series: shown, goals, extent }) }
  }
}
