import type { Chart } from "@hedgerow/charts"
import type * as ChartsModule from "@hedgerow/charts"
import type { DailyOfMetric, ExperimentReport } from "@hedgerow/core/experiments/results/ExperimentReports"
import type { NamedResult } from "@hedgerow/core/experiments/results/NamedResults"

type Charts = typeof ChartsModule

/** The charts that a report has, by the names under which each is read alone. */
export const reportCharts = ["forest", "lift_over_time", "exposures"] as const
export type ReportChart = (typeof reportCharts)[number]

/** The variant that the others are compared with. */
export const baselineOf = ({ results }: ExperimentReport): string =>
  results.metrics.flatMap(({ result }) => result === null ? [] : [result.baseline.key])[0] ?? "control"

/** The lifts by some metrics. */
export const forestOf = (
  { forestChart, liftRows }: Charts,
  report: ExperimentReport,
  title: string,
  metrics: ReadonlyArray<NamedResult>
): Chart => forestChart(title, liftRows(metrics), baselineOf(report))

/** The lift by one metric, day by day. */
export const liftOverTimeOf = (
  { liftOverTimeChart, liftSeries }: Charts,
  { results }: ExperimentReport,
  { days, name }: DailyOfMetric
): Chart => {
  const variants = results.exposures.timeseries.map(({ variant }) => variant)
  return liftOverTimeChart(`${name ?? "A metric"}: lift over time`, Object.keys(days), liftSeries(days), variants)
}

/** One chart of a report. */
export const reportChart = (charts: Charts, report: ExperimentReport, chart: ReportChart): Chart => {
  const { daily, experiment, results } = report
  switch (chart) {
    case "forest":
      return forestOf(charts, report, experiment.name, results.metrics)
    case "lift_over_time":
      return liftOverTimeOf(
        charts,
        report,
        daily[0] ?? { name: results.metrics[0]?.name ?? null, uuid: null, days: {} }
      )
    case "exposures":
      return charts.exposureChart(results.exposures)
  }
}
