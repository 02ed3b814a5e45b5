/** The charts that the guides show. */
import { Result } from "effect"
import type { Chart } from "../drawing/Chart.ts"
import { exposureChart } from "../experiments/ExposureChart.ts"
import { forestChart } from "../experiments/ForestChart.ts"
import { liftOverTimeChart } from "../experiments/LiftOverTimeChart.ts"
import type { LiftRow } from "../experiments/LiftRows.ts"
import { insightChart } from "../insights/InsightChart.ts"
import { exampleInsights } from "./ExampleInsights.ts"

const daysFrom = (first: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10))

const days = daysFrom(Date.UTC(2026, 0, 5), 21)

const lifts: ReadonlyArray<LiftRow> = [
  { metric: "Purchases", variant: "test", lift: 0.123, interval: [0.021, 0.225], verdict: "better" },
  { metric: "Purchases", variant: "short", lift: -0.05, interval: [-0.15, 0.05], verdict: "undecided" },
  { metric: "Revenue per user", variant: "test", lift: 0.031, interval: [-0.05, 0.112], verdict: "undecided" },
  { metric: "Revenue per user", variant: "short", lift: -0.223, interval: [-0.34, -0.106], verdict: "worse" },
  { metric: "Refunds", variant: "test", lift: 0.08, interval: [-0.9, 1.6], verdict: "undecided" },
  {
    metric: "Page loads",
    variant: "test",
    lift: -0.01,
    interval: [-0.03, 0.01],
    verdict: "guardrail_safe",
    margin: -0.1
  },
  { metric: "Refunds", variant: "short", lift: null, interval: null, verdict: "not_enough_data" }
]

const effects: ReadonlyArray<readonly [variant: string, effect: number]> = [["test", 0.123], ["short", -0.05]]

const overTime = effects.map(([variant, effect]) => {
  const found = days.map((_, day) => effect + Math.sin(day * 1.7 + effect * 9) * 0.3 / (day + 1))
  const widths = days.map((_, day) => 0.46 / Math.sqrt(day + 1))
  return {
    variant,
    lifts: found.map((lift, day) => day === 0 ? null : lift),
    intervals: found.map((lift, day) =>
      day === 0 ? null : [lift - (widths[day] ?? 0), lift + (widths[day] ?? 0)] as const
    )
  }
})

const exposed = (variant: string, place: number, each: number) => {
  const counts = days.map((_, day) => each + (day * 37 + place * 11) % Math.max(1, Math.floor(each / 3)))
  return { variant, days, exposure_counts: counts.map((_, day) => counts.slice(0, day + 1).reduce((a, b) => a + b, 0)) }
}

const timeseries = [exposed("control", 0, 200), exposed("test", 1, 200), exposed("short", 2, 200)]

const insights = Object.entries(exampleInsights).map(([name, { kind, ...insight }]) =>
  [name, Result.getOrThrow(insightChart(kind, insight))] as const
)

/** By the names of their files in docs/charts. */
export const exampleCharts: Readonly<Record<string, Chart>> = {
  ...Object.fromEntries(insights),
  "experiment-forest": forestChart("Checkout button", lifts, "control"),
  "experiment-lift-over-time": liftOverTimeChart("Purchases: lift over time", days, overTime, [
    "control",
    "test",
    "short"
  ]),
  "experiment-exposures": exposureChart({
    timeseries,
    total_exposures: Object.fromEntries(
      timeseries.map(({ exposure_counts, variant }) => [variant, exposure_counts.at(-1) ?? 0])
    )
  })
}
