import { categoryAxis, gridUnder, limitedAxis } from "../drawing/Axes.ts"
import type { Chart } from "../drawing/Chart.ts"
import { thinned } from "../drawing/Days.ts"
import { changeText, percentText, rangeText } from "../drawing/Labels.ts"
import { legendItems, legendOf, seriesName, topUnder, usualWidth } from "../drawing/Layout.ts"
import { axisLine, colourAt, dashAt } from "../drawing/Palette.ts"
import type { LiftSeries } from "./LiftSeries.ts"

/** So many variants and days are drawn. */
const [mostVariants, mostDays] = [8, 180] as const

const room = 230

const lastOf = ({ intervals, lifts, variant }: LiftSeries): string => {
  const place = lifts.findLastIndex((lift) => lift !== null)
  const [lift, interval] = [lifts[place] ?? null, intervals[place] ?? null]
  if (lift === null) return `${variant}: no result yet.`
  return `${variant}: ${changeText(lift)}${rangeText(interval)} on the last day.`
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

/** The lift of each variant with its interval, cumulated day by day. */
export const liftOverTimeChart = (
  title: string,
  days: ReadonlyArray<string>,
  variants: ReadonlyArray<LiftSeries>,
  width = usualWidth
): Chart => {
  const shown = variants.slice(0, mostVariants)
  const places = thinned(days.length, mostDays)
  const hasResults = shown.some(({ lifts }) => lifts.some((lift) => lift !== null))
  const notes = hasResults
    ? ["Of all exposures up to the end of each day, with the interval."]
    : ["No day has a result yet: they come each night, or by recalculate_timeseries."]
  const { height, legend } = legendOf(
    legendItems(shown.map(({ variant }) => variant)),
    topUnder(notes),
    width
  )
  const [low, high] = limitsOf(shown)
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
        areaStyle: { color: colourAt(place).light, opacity: 0.16 }
      }
    ]
  }
  const line = ({ lifts }: LiftSeries, place: number) => ({
    type: "line" as const,
    name: seriesName(place),
    data: places.map((day) => lifts[day] ?? null),
    silent: true,
    symbol: "circle",
    symbolSize: 5,
    showSymbol: places.length <= 31,
    itemStyle: { color: colourAt(place).light },
    lineStyle: { color: colourAt(place).light, type: dashAt(place), width: 2 }
  })
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
    height: top + room,
    body: {
      legend,
      grid: gridUnder(top),
      xAxis: { ...categoryAxis(places.map((day) => days[day] ?? "")), axisLine: { show: false }, boundaryGap: false },
      yAxis: limitedAxis([low, high], percentText),
      series: [...shown.flatMap(band), zero, ...shown.map(line)]
    }
  }
}
