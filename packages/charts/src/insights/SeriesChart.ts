import { categoryAxis, gridUnder, valueAxis, wholeTicks } from "../drawing/Axes.ts"
import type { Chart, ChartBody } from "../drawing/Chart.ts"
import { thinned } from "../drawing/Days.ts"
import { extremes, type LinePoint } from "../drawing/Extremes.ts"
import { label } from "../drawing/Labels.ts"
import { type LegendItem, legendOf, seriesName, topUnder, usualWidth } from "../drawing/Layout.ts"
import { axisLine } from "../drawing/Palette.ts"
import { barOf, heightOf, lineOf, markedPlaces, markOf, mostSigns } from "../drawing/Signs.ts"
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
  /** A point as it is shown; as it is by default. */
  readonly shown?: (point: string) => string
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

/** The most points of lines that are drawn, and bars in a row and in all: more become lines. */
const [mostPoints, mostBars, mostOfAll] = [400, 120, 1_500] as const

/** Bars of several series side by side are at least three dots wide. */
const mostBeside = 180

/** Up to this many points of a single line each have a mark. */
const fewPoints = 31

/** The bars of up to this many series on each other have a line of paper between them. */
const fewSeries = 8

const plotHeight = 260

/** A day and a time to the second have this many letters. */
const longestPoint = 19

/** The axis of values, which reaches the goals. */
const axisOf = ({ extent: [low, high], goals, series }: Shown, { isCount, short, step }: Writing) => {
  const wanted = goals.map(({ value }) => value)
  const ends: Extent = [Math.min(low, ...wanted), Math.max(high, ...wanted)]
  return {
    ...valueAxis(short),
    ...step === undefined ? {} : ticksOver(ends, step),
    ...isCount === true ? wholeTicks(series.map(({ values }) => values)) : {}
  }
}

const isStack = ({ form }: SeriesOver): boolean => form === "areas" || form === "stacked"

/** Whether bars are drawn: too many of them are lines. */
const isOfBars = ({ form, points }: SeriesOver, count: number): boolean =>
  points.length <= mostBars &&
  (form === "stacked" && points.length * count <= mostOfAll ||
    form === "bars" && points.length * count <= mostBeside)

/** The text of the point at a place. */
const pointAt = ({ points, shown }: SeriesOver, place: number): string => {
  const point = points[place] ?? ""
  return shown?.(point) ?? point
}

const bodyOf = (over: SeriesOver, shown: Shown): ChartBody => {
  const { points, writing } = over
  const isLong = points.length > mostPoints
  const isBars = isOfBars(over, shown.series.length)
  const isStacked = isStack(over)
  const places = isStacked ? thinned(points.length, mostPoints) : points.map((_, place) => place)
  const isNumbered = isLong && !isStacked
  const xAxis = isNumbered
    ? {
      ...valueAxis((place) => label(pointAt(over, Math.round(place)), longestPoint)),
      min: 0,
      max: points.length - 1,
      minInterval: 1,
      axisLine: { show: true, lineStyle: { color: axisLine.light } },
      splitLine: { show: false }
    }
    : {
      ...categoryAxis(places.map((place) => pointAt(over, place)), longestPoint),
      boundaryGap: isBars || places.length === 1
    }
  const isAlone = shown.series.length === 1
  const pointsOf = ({ values }: DrawnSeries): ReadonlyArray<LinePoint> =>
    isNumbered ? extremes(values, mostPoints) : places.map((at, x) => [x, values[at] ?? null])
  const stackOf = ({ sign }: DrawnSeries) => isStacked ? { stack: sign.isEarlier ? "earlier" : "current" } : {}
  const bar = (one: DrawnSeries, place: number) => ({
    name: seriesName(place),
    silent: true,
    data: pointsOf(one).map(([, y]) => isStacked ? heightOf(y) : y),
    type: "bar" as const,
    ...stackOf(one),
    itemStyle: barOf(one.sign, isStacked && shown.series.length <= fewSeries ? 0.5 : 0),
    barMaxWidth: 48,
    barCategoryGap: "20%"
  })
  const line = (one: DrawnSeries, place: number) => {
    const drawn = pointsOf(one)
    const marked = markedPlaces(drawn.map(([, y]) => y))
    const isMarked = (at: number) => isAlone && drawn.length <= fewPoints || marked.has(at)
    return {
      name: seriesName(place),
      silent: true,
      type: "line" as const,
      ...stackOf(one),
      ...isStacked ? { areaStyle: { color: one.sign.colour.light, opacity: one.sign.isEarlier ? 0 : 0.35 } } : {},
      ...markOf(one.sign),
      ...isAlone ? { symbolSize: 6 } : {},
      showAllSymbol: true,
      lineStyle: lineOf(one.sign),
      data: drawn.map(([x, y], at) => {
        const value = isNumbered ? [x, y] : y
        return isMarked(at) ? { value } : { value, symbol: "none" }
      })
    }
  }
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
  if (series.length <= mostSigns) return series
  const ranked = series.map((one) => [one, total(one.values)] as const).toSorted(([, one], [, other]) => other - one)
  const kept = new Set(ranked.slice(0, mostSigns).map(([one]) => one))
  return series.filter((one) => kept.has(one))
}

const lastOf = ({ name, values }: DrawnSeries, over: SeriesOver): string => {
  const place = values.findLastIndex((value) => value !== null)
  return place === -1
    ? `${label(name, 60)}: no values.`
    : `${label(name, 60)}: ${over.writing.full(values[place] ?? 0)} at ${label(pointAt(over, place), 40)}.`
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
  const mark = isOfBars(over, shown.length) ? undefined : "line"
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
    height: top + plotHeight,
    body: { legend, grid: gridUnder(top), ...bodyOf(over, { series: shown, goals, extent }) }
  }
}
