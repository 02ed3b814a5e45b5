import type { Chart } from "../drawing/Chart.ts"
import { colourAt } from "../drawing/Palette.ts"
import { type Drawable, numbersOf, recordsOf, settings, textOf } from "./Answers.ts"
import { seriesChart } from "./SeriesChart.ts"
import { pointsOf } from "./TrendsChart.ts"
import { plainNumbers } from "./Values.ts"

const colours = new Map(["new", "returning", "resurrecting", "dormant"].map((status, place) => [
  status,
  colourAt([0, 2, 4, 1][place] ?? 0)
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
      colour: colours.get(textOf(status)) ?? colourAt(place),
      dash: "solid"
    })),
    form: "stacked",
    writing: plainNumbers
  })
}
