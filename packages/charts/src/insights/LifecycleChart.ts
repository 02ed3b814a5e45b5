import type { Chart } from "../drawing/Chart.ts"
import { signAt } from "../drawing/Signs.ts"
import { type Drawable, numbersOf, recordsOf, settings, textOf } from "./Answers.ts"
import { seriesChart } from "./SeriesChart.ts"
import { pointsOf } from "./TrendsChart.ts"
import { plainNumbers } from "./Values.ts"

const signs = new Map(["new", "returning", "resurrecting", "dormant"].map((status, place) => [
  status,
  signAt([0, 5, 3, 1][place] ?? 0)
]))

/** The number of new, returning and lost actors: bars above and below 0. */
export const lifecycleChart = (drawable: Drawable): Chart => {
  const { toggledLifecycles: toggled } = settings(drawable, "lifecycleFilter")
  const items = recordsOf(drawable.answer["results"])
    .filter(({ status }) => !Array.isArray(toggled) || toggled.length === 0 || toggled.includes(status))
  return seriesChart({
    title: drawable.title,
    points: pointsOf(items),
    series: items.map(({ data, status }, place) => ({
      name: textOf(status),
      values: numbersOf(data),
      sign: signs.get(textOf(status)) ?? signAt(place)
    })),
    form: "stacked",
    writing: plainNumbers
  })
}
