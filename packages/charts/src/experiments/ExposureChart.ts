import type { ExposureResult } from "@hedgerow/core/experiments/results/ExposureResult"
import { categoryAxis, gridUnder, valueAxis } from "../drawing/Axes.ts"
import type { Chart } from "../drawing/Chart.ts"
import { gathered } from "../drawing/Days.ts"
import { numberText } from "../drawing/Labels.ts"
import { legendItems, legendOf, seriesName, topUnder, usualWidth } from "../drawing/Layout.ts"
import { barOf, heightOf, signAt } from "../drawing/Signs.ts"

/** The most variants and bars that are drawn. */
const [mostVariants, mostBars] = [21, 120] as const

const plotHeight = 210

/** The number of first exposures to each variant, day by day. */
export const exposureChart = (
  { timeseries, total_exposures: totals }: Pick<ExposureResult, "timeseries" | "total_exposures">,
  width = usualWidth
): Chart => {
  const shown = timeseries.slice(0, mostVariants)
  const days = shown[0]?.days ?? []
  const bars = gathered(days.length, mostBars)
  const isGathered = bars.length < days.length
  const names = shown.map(({ variant }) => `${variant} (${numberText(totals[variant] ?? 0)})`)
  const notes = [
    ...days.length === 0 ? ["Nobody was exposed yet."] : [],
    ...isGathered ? [`Each bar has ${Math.ceil(days.length / bars.length)} days.`] : []
  ]
  const { height, legend } = legendOf(legendItems(names), topUnder(notes), width)
  const top = topUnder(notes) + height
  return {
    title: "New exposures by day",
    notes,
    description: names.length === 0 ? "Nobody was exposed yet." : `Exposures so far: ${names.join(", ")}.`,
    width,
    height: top + plotHeight,
    body: {
      legend,
      grid: gridUnder(top),
      xAxis: categoryAxis(bars.map(([first]) => days[first] ?? "")),
      yAxis: { ...valueAxis(), minInterval: 1 },
      series: shown.map(({ exposure_counts: counts }, place) => ({
        type: "bar",
        name: seriesName(place),
        stack: "exposures",
        silent: true,
        barCategoryGap: "20%",
        barMaxWidth: 48,
        itemStyle: barOf(signAt(place), shown.length <= 8 ? 0.5 : 0),
        data: bars.map(([first, last]) => heightOf((counts[last] ?? 0) - (counts[first - 1] ?? 0)))
      }))
    }
  }
}
