import { categoryAxis, gridUnder, limitedAxis } from "../drawing/Axes.ts"
import type { Chart } from "../drawing/Chart.ts"
import { thinned } from "../drawing/Days.ts"
import { changeText, percentText, rangeText } from "../drawing/Labels.ts"
import { legendOf, seriesName, topUnder, usualWidth } from "../drawing/Layout.ts"
import { axisLine } from "../drawing/Palette.ts"
import { lineOf, markedPlaces, markOf, mostSigns, type Sign, signAt } from "../drawing/Signs.ts"
import type { LiftSeries } from "./LiftSeries.ts"

/** The most variants and days that are drawn. */
const [mostVariants, mostDays] = [mostSigns, 180] as const

const plotHeight = 230

const lastOf = ({ intervals, lifts, variant }: LiftSeries): string => {
  const place = lifts.findLastIndex((lift) => lift !== null)
  const [lift, interval] = [lifts[place] ?? null, intervals[place] ?? null]
  if (lift === null) return `${variant}: no result yet.`
  return `${variant}: ${changeText(lift)}${rangeText(interval)} on the last day.`
}

/** A variant has the sign of its place among all variants, the baseline included, on each chart of its experiment. */
const signsOf = (shown: ReadonlyArray<LiftSeries>, variants: ReadonlyArray<string>): ReadonlyArray<Sign> => {
  const known = new Map(variants.map((variant, place) => [variant, place]))
  return shown.map(({ variant }, place) => signAt(known.get(variant) ?? place + 1))
}

/** About the most arrows in a row. */
const mostArrows = 24

/** Arrows at the edge of the drawing, where an interval goes on beyond it. */
const arrowsOf = (
  { intervals }: LiftSeries,
  sign: Sign,
  places: ReadonlyArray<number>,
  [low, high]: readonly [number, number]
) => {
  const step = Math.ceil(places.length / mostArrows)
  const row = (isBeyond: (interval: readonly [number, number]) => boolean, edge: number, rotate: number) => {
    const cut = places.map((day) => {
      const interval = intervals[day] ?? null
      return interval !== null && isBeyond(interval)
    })
    // The first of those in a row has one in any case.
    const data = cut.map((isCut, at) => isCut && (at % step === 0 || cut[at - 1] !== true) ? edge : null)
    return data.every((value) => value === null) ? [] : [{
      type: "line" as const,
      silent: true,
      clip: false,
      symbol: "triangle",
      symbolSize: [8, 6],
      symbolRotate: rotate,
      showAllSymbol: true,
      itemStyle: { color: sign.colour.light },
      lineStyle: { width: 0, opacity: 0 },
      data
    }]
  }
  return [...row(([from]) => from < low, low, 180), ...row(([, to]) => to > high, high, 0)]
}

/** Early days have few exposures and huge intervals; the scale is that of the lifts and of the last intervals. */
const limitsOf = (shown: ReadonlyArray<LiftSeries>): readonly [number, number] => {
  const lasting = shown.flatMap(({ intervals }) =>
    intervals.slice(-Math.ceil(intervals.length / 2)).flatMap((one) => one ?? [])
  )
  const values = [0, ...shown.flatMap(({ lifts }) => lifts.filter((lift) => lift !== null)), ...lasting]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max(0.01, (high - low) * 0.08)
  return [low - margin, high + margin]
}

/** The lift of each variant with its interval, cumulated day by day. `all` are the experiment's variants in order. */
export const liftOverTimeChart = (
  title: string,
  days: ReadonlyArray<string>,
  variants: ReadonlyArray<LiftSeries>,
  all: ReadonlyArray<string> = [],
  width = usualWidth
): Chart => {
  const shown = variants.slice(0, mostVariants)
  const places = thinned(days.length, mostDays)
  const signs = signsOf(shown, all)
  const signOf = (place: number): Sign => signs[place] ?? signAt(place)
  const [low, high] = limitsOf(shown)
  const arrows = shown.flatMap((one, place) => arrowsOf(one, signOf(place), places, [low, high]))
  const hasResults = shown.some(({ lifts }) => lifts.some((lift) => lift !== null))
  const notes = hasResults
    ? [
      `Of all exposures up to the end of each day, with the interval.${
        arrows.length === 0 ? "" : " An arrow says that an interval goes on."
      }`
    ]
    : ["No day has a result yet: they come each night, or by recalculate_timeseries."]
  if (shown.length < variants.length) notes.push(`${shown.length} of ${variants.length} variants are shown.`)
  const { height, legend } = legendOf(
    shown.map(({ variant: name }, place) => ({ name, sign: signOf(place) })),
    topUnder(notes),
    width,
    "line"
  )
  // Bands that lie on each other stay as light as two of them.
  const bandOpacity = Math.min(0.16, 0.4 / shown.length)
  const inside = (value: number): number => Math.min(high, Math.max(low, value))
  const band = ({ intervals }: LiftSeries, place: number) => {
    const bounds = places.map((day) => intervals[day] ?? null)
    const part = {
      type: "line",
      stack: `band ${place}`,
      stackStrategy: "all",
      symbol: "none",
      silent: true,
      lineStyle: { width: 0, opacity: 0 }
    } as const
    return [
      { ...part, data: bounds.map((one) => one === null ? null : inside(one[0])) },
      {
        ...part,
        data: bounds.map((one) => one === null ? null : inside(one[1]) - inside(one[0])),
        areaStyle: { color: signOf(place).colour.light, opacity: bandOpacity }
      }
    ]
  }
  const line = ({ lifts }: LiftSeries, place: number) => {
    const drawn = places.map((day) => lifts[day] ?? null)
    const marked = markedPlaces(drawn)
    return {
      type: "line" as const,
      name: seriesName(place),
      silent: true,
      ...markOf(signOf(place)),
      showAllSymbol: true,
      lineStyle: lineOf(signOf(place)),
      data: drawn.map((value, at) => marked.has(at) ? { value } : { value, symbol: "none" })
    }
  }
  const zero = {
    type: "line" as const,
    data: [],
    silent: true,
    markLine: {
      silent: true,
      symbol: "none",
      label: { show: false },
      lineStyle: { color: axisLine.light, type: "solid" as const, width: 1.5 },
      data: [{ yAxis: 0 }]
    }
  }
  const top = topUnder(notes) + height
  return {
    title,
    notes,
    description: shown.map(lastOf).join(" "),
    width,
    height: top + plotHeight,
    body: {
      legend,
      grid: gridUnder(top),
      xAxis: { ...categoryAxis(places.map((day) => days[day] ?? "")), axisLine: { show: false }, boundaryGap: false },
      yAxis: limitedAxis([low, high], percentText),
      series: [...shown.flatMap(band), zero, ...arrows, ...shown.map(line)]
    }
  }
}
