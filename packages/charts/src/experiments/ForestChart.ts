import type { Verdict } from "@hedgerow/core/experiments/results/Interpretation"
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from "echarts/types/dist/shared"
import { categoryAxis, lyingAxis } from "../drawing/Axes.ts"
import type { Chart } from "../drawing/Chart.ts"
import { changeText, label, percentText, rangeText } from "../drawing/Labels.ts"
import { fittedName, topUnder, usualWidth, widestText, widthAround } from "../drawing/Layout.ts"
import { axisLine, type Colour, ink, paper, verdictColours } from "../drawing/Palette.ts"
import type { LiftRow } from "./LiftRows.ts"

/** The most rows that are drawn. */
export const mostLifts = 40

const rowHeight = 30

/** The room for the name of a metric, and for that of a variant. */
const [widestMetric, widestVariant] = [200, 140] as const

/** Intervals are cut where they are this many times longer than the middle one. */
const longest = 4

const signs: Readonly<Record<Verdict, { readonly colour: Colour; readonly text: string }>> = {
  better: { colour: verdictColours.good, text: "better" },
  guardrail_safe: { colour: verdictColours.good, text: "safe" },
  worse: { colour: verdictColours.bad, text: "worse" },
  guardrail_breached: { colour: verdictColours.bad, text: "breached" },
  undecided: { colour: verdictColours.open, text: "undecided" },
  guardrail_undecided: { colour: verdictColours.open, text: "undecided" },
  not_enough_data: { colour: verdictColours.open, text: "too little data" }
}

/** The lift in words, as it stands beside its row. */
const liftText = ({ interval, lift, verdict }: LiftRow): string => {
  if (lift === null) return signs[verdict].text
  return `${changeText(lift)}${rangeText(interval)}, ${signs[verdict].text}`
}

/** The ends of the axis: a single long interval that would make the others too small is cut. */
const limitsOf = (rows: ReadonlyArray<LiftRow>): readonly [number, number] => {
  const margins = rows.flatMap(({ lift, margin }) => lift === null || margin === undefined ? [] : [margin])
  const bounds = [...rows.flatMap(({ interval, lift }) => interval ?? (lift === null ? [] : [lift])), ...margins]
  const sizes = rows.flatMap(({ interval, lift }) =>
    lift === null ? [] : [Math.max(...[lift, ...interval ?? []].map(Math.abs))]
  )
    .toSorted((one, other) => one - other)
  const middle = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0
  if ((sizes.at(-1) ?? 0) === 0) return [-0.1, 0.1]
  const limit = Math.max(
    middle * longest,
    ...[...rows.map(({ lift }) => lift ?? 0), ...margins].map((one) => Math.abs(one) * 1.2)
  )
  const low = Math.max(-limit, Math.min(0, ...bounds))
  const high = Math.min(limit, Math.max(0, ...bounds))
  const room = (high - low) * 0.04
  return [low - room, high + room]
}

/** The interval as a line with ends, an arrow where it is cut, and the lift as a dot on it. */
const mark = (row: LiftRow | undefined, [low, high]: readonly [number, number], api: CustomSeriesRenderItemAPI) => {
  if (row === undefined || row.lift === null) return null
  const { interval, lift, margin, verdict } = row
  const place = api.value(0)
  const stroke = signs[verdict].colour.light
  const x = (value: number) => api.coord([Math.min(high, Math.max(low, value)), place])[0] ?? 0
  const y = api.coord([0, place])[1] ?? 0
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth: 2 }, silent: true }) as const
  const end = (value: number, toMiddle: number) =>
    value < low || value > high
      ? [line(x(value), y, x(value) + toMiddle, y - 5), line(x(value), y, x(value) + toMiddle, y + 5)]
      : [line(x(value), y - 5, x(value), y + 5)]
  const isOpen = signs[verdict].colour === verdictColours.open
  const dot = {
    type: "circle",
    shape: { cx: x(lift), cy: y, r: 5 },
    style: { fill: isOpen ? paper.light : stroke, stroke, lineWidth: 2 },
    silent: true
  } as const
  const [from, to] = interval ?? [lift, lift]
  const range = interval === null ? [] : [line(x(from), y, x(to), y), ...end(from, 6), ...end(to, -6)]
  const limit = margin === undefined ? [] : [
    {
      type: "line",
      shape: { x1: x(margin), y1: y - 12, x2: x(margin), y2: y + 12 },
      style: { stroke: ink.light, lineWidth: 1.5, lineDash: "dashed" },
      silent: true
    } as const
  ]
  return { type: "group", children: [...limit, ...range, dot], silent: true } satisfies CustomSeriesRenderItemReturn
}

const describe = (rows: ReadonlyArray<LiftRow>): string =>
  rows.length === 0
    ? "There are no variants to compare."
    : rows.map((row) => {
      const margin = row.margin === undefined ? "" : ` The margin is ${changeText(row.margin)}.`
      return `${row.metric}, ${row.variant}: ${liftText(row)}.${margin}`
    }).join(" ")

/** The lift of each variant by each metric, with its interval. A lift right of 0 is above the baseline. */
export const forestChart = (
  title: string,
  lifts: ReadonlyArray<LiftRow>,
  baseline: string,
  width = usualWidth
): Chart => {
  const rows = lifts.slice(0, mostLifts)
  const limits = limitsOf(rows)
  const texts = rows.map(liftText)
  const names = rows.map(({ metric, variant }) =>
    `${fittedName(metric, widestMetric)} · ${fittedName(variant, widestVariant)}`
  )
  const [left, right] = [28 + widestText(names), 24 + widestText(texts)]
  const notes = [
    `Lift over ${
      label(baseline, 24)
    } with its interval. A hollow dot is undecided, an arrow says that the interval goes on.`,
    ...rows.some(({ margin }) => margin !== undefined) ? ["A dashed line is the margin of a guardrail."] : [],
    ...rows.length < lifts.length ? [`${rows.length} of ${lifts.length} lifts are shown.`] : []
  ]
  const top = topUnder(notes)
  const drawn = widthAround(left, right, width)
  const nameAxis = { ...categoryAxis(names, 400), axisLine: { show: false }, inverse: true }
  return {
    title,
    notes,
    description: describe(rows),
    width: drawn,
    height: top + Math.max(1, rows.length) * rowHeight + 44,
    body: {
      grid: { left, right, top, bottom: 36 },
      xAxis: lyingAxis(limits, percentText, drawn - left - right),
      yAxis: [
        nameAxis,
        { ...nameAxis, data: texts, position: "right", axisLabel: { ...nameAxis.axisLabel, color: ink.light } }
      ],
      series: [{
        type: "custom",
        silent: true,
        clip: false,
        renderItem: ({ dataIndex }, api) => mark(rows[dataIndex], limits, api),
        data: rows.map((_, index) => [index, rows[index]?.lift ?? 0]),
        encode: { x: 1, y: 0 },
        markLine: {
          silent: true,
          symbol: "none",
          label: { show: false },
          lineStyle: { color: axisLine.light, type: "solid", width: 1.5 },
          data: [{ xAxis: 0 }]
        }
      }]
    }
  }
}
