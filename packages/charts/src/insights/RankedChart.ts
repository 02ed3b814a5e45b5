import { categoryAxis, valueAxis } from "../drawing/Axes.ts"
import type { Chart } from "../drawing/Chart.ts"
import { label, pageNames } from "../drawing/Labels.ts"
import { fittedName, fontFamily, topUnder, widestText, widthAround } from "../drawing/Layout.ts"
import { type Colour, colourAt, ink } from "../drawing/Palette.ts"

/** A value with its name. */
export interface RankedValue {
  readonly name: string
  readonly value: number
  /** The text beside the bar. */
  readonly text: string
  readonly colour?: Colour
}

/** At most this many rows are drawn. */
const mostRows = 40

const rowHeight = 28

const widestName = 260

/** Named values, a bar each, in their order. */
export const rankedChart = (
  title: string,
  all: ReadonlyArray<RankedValue>,
  hints: ReadonlyArray<string> = []
): Chart => {
  const rows = all.slice(0, mostRows)
  const notes = [
    ...hints,
    ...rows.length === 0 ? ["There is nothing to draw."] : [],
    ...rows.length < all.length ? [`${rows.length} of ${all.length} rows are shown.`] : []
  ]
  const top = topUnder(notes)
  const names = pageNames(rows.map(({ name }) => name)).map((name) => fittedName(name, widestName))
  const texts = rows.map(({ text }) => label(text, 48))
  const [left, right] = [28 + widestText(names), 28 + widestText(texts)]
  return {
    title,
    notes,
    description: rows.slice(0, 24).map(({ name, text }) => `${label(name, 60)}: ${label(text, 60)}.`).join(" "),
    width: widthAround(left, right),
    height: top + Math.max(1, rows.length) * rowHeight + 20,
    body: {
      grid: { left, right, top, bottom: 12 },
      xAxis: { ...valueAxis(), show: false, min: Math.min(0, ...rows.map(({ value }) => value)) },
      yAxis: { ...categoryAxis(names, 400), inverse: true },
      series: [{
        type: "bar",
        silent: true,
        barMaxWidth: 20,
        data: rows.map(({ colour = colourAt(0), value }) => ({
          value,
          itemStyle: { color: colour.light, borderRadius: 2 }
        })),
        label: {
          show: true,
          position: "right",
          color: ink.light,
          fontSize: 12,
          fontFamily,
          formatter: ({ dataIndex }) => texts[dataIndex] ?? ""
        }
      }]
    }
  }
}
