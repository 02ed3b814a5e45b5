import type { Chart } from "../drawing/Chart.ts"
import { type Drawable, recordsOf, settingOf, settings } from "./Answers.ts"
import { seriesChart } from "./SeriesChart.ts"
import { pointsOf, seriesOfItems } from "./TrendsChart.ts"
import { plainNumbers } from "./Values.ts"

/** The number of actors active in one interval, in two, and so on. */
export const stickinessChart = (drawable: Drawable): Chart => {
  const items = recordsOf(drawable.answer["results"])
  const display = settingOf(settings(drawable, "stickinessFilter"), "display", "")
  return seriesChart({
    title: drawable.title,
    points: pointsOf(items),
    series: seriesOfItems(items),
    form: display.includes("Bar") ? "bars" : display.includes("Area") ? "areas" : "lines",
    writing: plainNumbers
  })
}
