import type { Chart } from "./drawing/Chart.ts"
import { legendItems } from "./drawing/Layout.ts"
import { rankedChart } from "./insights/RankedChart.ts"
import { seriesChart } from "./insights/SeriesChart.ts"
import { plainNumbers } from "./insights/Values.ts"

const blank: Chart = { title: "", notes: [], description: "", width: 100, height: 100, body: {} }

const line = seriesChart({
  title: "",
  points: ["first", "second"],
  series: Array.from(legendItems([""]), (mark) => ({ ...mark, values: [1, 2] })),
  form: "lines",
  writing: plainNumbers
})

/** Small charts that each need more of the charting library than those before. */
export const rehearsals: ReadonlyArray<Chart> = [
  blank,
  { ...blank, title: "A title" },
  { ...line, body: { ...line.body, series: [] } },
  line,
  rankedChart("", [{ name: "first", value: 1, text: "1" }])
]
