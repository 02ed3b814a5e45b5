import type { Chart } from "../drawing/Chart.ts"
import { label, pageNames, percentText } from "../drawing/Labels.ts"
import { fittedName, fontFamily, topUnder, usualWidth } from "../drawing/Layout.ts"
import { colourAt, muted, paper } from "../drawing/Palette.ts"
import type { RankedValue } from "./RankedChart.ts"

/** At most this many slices are drawn; the others are one. */
const mostSlices = 8

const plotHeight = 300

/** The width for a name beside the pie. */
const widestName = 190

/** Shares of a whole. A value that is not above 0 has none. */
export const pieChart = (title: string, all: ReadonlyArray<RankedValue>): Chart => {
  const ranked = all.filter(({ value }) => value > 0).toSorted((one, other) => other.value - one.value)
  const whole = ranked.reduce((sum, { value }) => sum + value, 0)
  const rest = ranked.slice(mostSlices - 1)
  const restValue = rest.reduce((sum, { value }) => sum + value, 0)
  const slices = ranked.length <= mostSlices
    ? ranked
    : [...ranked.slice(0, mostSlices - 1), { name: `${rest.length} others`, value: restValue, text: "" }]
  const notes = whole === 0 ? ["There is nothing to draw."] : []
  const top = topUnder(notes)
  const texts = slices.map(({ name, text, value }) =>
    `${label(name, 28)}${text === "" ? "" : ` ${label(text, 20)}`} (${percentText(value / whole)})`
  )
  const names = pageNames(slices.map(({ name }) => name))
  const drawn = slices.map(({ text, value }, place) =>
    `${fittedName(names[place] ?? "", widestName)}\n${text === "" ? "" : `${label(text, 14)} · `}${
      percentText(value / whole)
    }`
  )
  return {
    title,
    notes,
    description: texts.join(", "),
    width: usualWidth,
    height: top + plotHeight,
    body: {
      series: [{
        type: "pie",
        silent: true,
        radius: [64, 112],
        center: ["50%", top + plotHeight / 2 - 8],
        itemStyle: { borderColor: paper.light, borderWidth: 2 },
        labelLine: { lineStyle: { color: muted.light } },
        label: {
          color: muted.light,
          fontSize: 12,
          fontFamily,
          lineHeight: 15,
          formatter: ({ dataIndex }) => drawn[dataIndex] ?? ""
        },
        data: slices.map(({ value }, place) => ({ value, itemStyle: { color: colourAt(place).light } }))
      }]
    }
  }
}
