import type * as Charts from "@hedgerow/charts"
import { stateOf } from "@hedgerow/core/experiments/Experiment"
import { outliersText } from "@hedgerow/core/experiments/results/AnalysisMethod"
import type { DailyOfMetric, ExperimentReport } from "@hedgerow/core/experiments/results/ExperimentReports"
import { splitText } from "@hedgerow/core/experiments/results/Interpretation"
import type { MetricRole } from "@hedgerow/core/experiments/results/ResultMetrics"
import { mismatchLevel } from "@hedgerow/statistics/comparison/SampleRatio"
import { DateTime, Effect } from "effect"
import { loadCharts } from "../../charts/ChartAnswers.ts"
import { pageOf } from "../../pages/Page.ts"
import { escapeHtml } from "../../pages/PageText.ts"
import { forestOf, liftOverTimeOf } from "./ReportCharts.ts"
import { reportStyle } from "./ReportStyle.ts"
import { exposureTable, metricTable, verdicts } from "./ReportTables.ts"

const headings: Readonly<Record<MetricRole, string>> = {
  primary: "Primary metrics",
  secondary: "Secondary metrics",
  guardrail: "Guardrails"
}

const roles = ["primary", "guardrail", "secondary"] as const

const dayOf = (time: DateTime.Utc): string => DateTime.formatIsoDate(time)

const states = { draft: "Draft", running: "Running", complete: "Ended" } as const

const factsOf = ({ experiment, results }: ExperimentReport): string => {
  const { conclusion, end_date: end, start_date: start } = experiment
  const facts = [
    states[stateOf(experiment)],
    ...start === null ? [] : [`${dayOf(start)} to ${end === null ? "now" : dayOf(end)}`],
    ...conclusion === null ? [] : [`Decided: ${conclusion.replaceAll("_", " ")}`],
    `As of ${results.generated_at.slice(0, 16).replace("T", " ")} UTC`
  ]
  return `<p class="facts">${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join("")}</p>`
}

/** The split of exposures in words; loud where it is wrong. */
const splitOf = ({ label }: typeof Charts, { results: { exposures, srm } }: ExperimentReport): string => {
  const bias = exposures.bias_risk
  const isWrong = srm !== null && srm.p_value < mismatchLevel
  const warning = bias === null ?
    "" :
    `<p>${
      bias.multiple_variant_percentage.toPrecision(2)
    } % saw several variants and are left out, which can bias an uneven split.</p>`
  const sources = exposures.sample_ratio_by_source.filter(({ mismatch }) => mismatch)
    .map(({ source }) => label(source === "" ? "a library without a name" : source, 60))
  const bySource = sources.length === 0 ?
    "" :
    `<p>The split is not the one of the flag in exposures sent by ${escapeHtml(sources.join(", "))}.</p>`
  const isLoud = isWrong || sources.length > 0
  return `<div class="card${isLoud ? " alarm" : ""}" role="${isLoud ? "alert" : "status"}"><p>${
    escapeHtml(splitText(srm))
  }</p>${bySource}${warning}</div>`
}

/** The method, and what it asks of the reader. */
const methodOf = ({ label, metricName }: typeof Charts, { results }: ExperimentReport): string => {
  const cuts = results.metrics.flatMap((metric) => {
    const text = outliersText(metric.outliers)
    return text === "" ? [] : [`${label(metricName(metric), 80)}: ${text}`]
  })
  const texts = [...results.method.text, ...cuts].map((text) => `<p>${escapeHtml(text)}</p>`)
  return `<div class="card method">${texts.join("")}</div>`
}

const hasDays = ({ days }: DailyOfMetric): boolean => Object.values(days).some((day) => day !== null)

const noDays =
  `<p class="facts">No day has a result yet. The days of an experiment that runs get theirs each night.</p>`

/** The report of an experiment as a page without further resources or scripts. */
export const reportPage = Effect.fn("http.experimentReport.page")(function*(report: ExperimentReport) {
  const charts = yield* loadCharts
  const { daily, experiment, results } = report
  let drawn = 0
  const draw = (chart: Parameters<typeof charts.drawSvg>[0]) =>
    Effect.yieldNow.pipe(
      Effect.andThen(charts.drawSvg(chart, `chart-${++drawn}`)),
      Effect.map((svg) => `<div class="card chart">${svg}</div>`)
    )
  const sections = yield* Effect.forEach(roles, (role) =>
    Effect.gen(function*() {
      const metrics = results.metrics.filter((metric) => metric.role === role)
      if (metrics.length === 0) return ""
      const forest = yield* draw(forestOf(charts, report, "Lift by metric", metrics))
      return `<section><h2>${headings[role]}</h2>${verdicts(charts, metrics)}${forest}${
        metricTable(charts, metrics)
      }</section>`
    }))
  const overTime = yield* Effect.forEach(daily.filter(hasDays), (one) => draw(liftOverTimeOf(charts, report, one)))
  const exposures = yield* draw(charts.exposureChart(results.exposures))
  const title = charts.label(experiment.name, 400)
  const description = escapeHtml(charts.label(experiment.description ?? "", 800))
  const body = `<header><h1>${escapeHtml(title)}</h1>${factsOf(report)}${
    description === "" ? "" : `<p>${description}</p>`
  }</header>
${splitOf(charts, report)}
${methodOf(charts, report)}
${sections.join("\n")}
<section><h2>Lift over time</h2>${overTime.length === 0 ? noDays : overTime.join("\n")}</section>
<section><h2>Exposures</h2>${exposures}${exposureTable(charts, report)}</section>`
  return pageOf({ language: "en", title, style: reportStyle, body })
})

/** The policy of the page: it shows itself and is shown by nobody else. */
export const reportHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'; sandbox",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  vary: "Accept"
}
