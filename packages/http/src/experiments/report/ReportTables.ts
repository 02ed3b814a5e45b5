/** The figures of a report as HTML. Names that people gave stand in it as text. */
import type * as Charts from "@hedgerow/charts"
import type { ExperimentReport } from "@hedgerow/core/experiments/results/ExperimentReports"
import type { MetricResult } from "@hedgerow/core/experiments/results/MetricResult"
import type { NamedResult } from "@hedgerow/core/experiments/results/NamedResults"
import { escapeHtml } from "../../pages/PageText.ts"

type Labels = Pick<
  typeof Charts,
  "changeText" | "label" | "metricName" | "numberText" | "percentText" | "rangeText"
>

type Variant = MetricResult["variant_results"][number]

const none = "–"

/** The value of a metric for one variant: a share for funnels and retention, else an average or a ratio. */
const valueText = (
  { numberText, percentText }: Labels,
  kind: string,
  { denominator_sum: below, number_of_samples: samples, sum }: MetricResult["baseline"]
): string => {
  const base = below ?? samples
  if (base === 0) return none
  return kind === "funnel" || kind === "retention" ? percentText(sum / base) : numberText(sum / base)
}

const row = (names: ReadonlyArray<string>, numbers: ReadonlyArray<string>): string =>
  `<tr>${names.map((name) => `<th scope="row">${escapeHtml(name)}</th>`).join("")}${
    numbers.map((text) => `<td>${escapeHtml(text)}</td>`).join("")
  }</tr>`

const tableOf = (heads: ReadonlyArray<string>, rows: ReadonlyArray<string>, className = ""): string =>
  `<div class="card table ${className}"><table><thead><tr>${
    heads.map((head) => `<th scope="col">${head}</th>`).join("")
  }</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`

const pText = (p: number): string => p < 0.001 ? "p < 0.001" : `p = ${Number(p.toPrecision(2))}`

/** A chance near 0 or 1 has a bound: its digits would say more than the data do. */
const chanceText = ({ percentText }: Labels, chance: number): string =>
  chance < 0.0001 ? "< 0.01 %" : chance > 0.9999 ? "> 99.99 %" : percentText(chance)

/** The p-value that the verdict goes by, and beside it the one among all tests. */
const certainty = (labels: Labels, variant: Variant): string => {
  if (variant.guardrail !== undefined) return `${pText(variant.guardrail.p_value)} of the margin`
  if (variant.method === "bayesian") {
    return variant.chance_to_win === null ? none : `${chanceText(labels, variant.chance_to_win)} to win`
  }
  const { adjusted_p_value: adjusted = null, p_value: p } = variant
  if (p === null) return none
  return adjusted === null || adjusted === p ? pText(p) : `${pText(p)}, adjusted ${pText(adjusted).slice(2)}`
}

const liftText = ({ changeText, rangeText }: Labels, { lift, lift_interval: interval }: Variant): string =>
  lift === null ? none : `${changeText(lift)}${rangeText(interval)}`

const metricRows = (labels: Labels, metric: NamedResult): ReadonlyArray<string> => {
  const { label, numberText } = labels
  const name = label(labels.metricName(metric), 80)
  const { kind, result } = metric
  if (result === null) return [row([name, none], [none, none, none, none])]
  const { baseline, variant_results: variants } = result
  const counts = (one: MetricResult["baseline"]) => [numberText(one.number_of_samples), valueText(labels, kind, one)]
  return [
    row([name, label(baseline.key, 60)], [...counts(baseline), none, "baseline"]),
    ...variants.map((variant) =>
      row(
        [name, label(variant.key, 60)],
        [...counts(variant), liftText(labels, variant), certainty(labels, variant)]
      )
    )
  ]
}

/** Every metric with every variant. */
export const metricTable = (labels: Labels, metrics: ReadonlyArray<NamedResult>): string =>
  tableOf(
    ["Metric", "Variant", "Exposed", "Value", "Lift", "Certainty"],
    metrics.flatMap((metric) => metricRows(labels, metric)),
    "metrics"
  )

/** The verdict of each metric on each variant. */
export const verdicts = ({ label, metricName }: Labels, metrics: ReadonlyArray<NamedResult>): string =>
  `<ul>${
    metrics.map((metric) => {
      const said = metric.interpretation?.variants ?? []
      const texts = said.map(({ text, verdict }) => `<span class="${verdict}">${escapeHtml(label(text, 400))}</span>`)
      const error = escapeHtml(label(metric.error ?? "There is no result.", 400))
      return `<li><b>${escapeHtml(label(metricName(metric), 80))}</b>: ${
        texts.length === 0 ? error : texts.join(" ")
      }</li>`
    }).join("\n")
  }</ul>`

/** Exposures by variant beside those that the flag's shares make one expect. */
export const exposureTable = (
  { label, numberText }: Labels,
  { results: { exposures: { total_exposures: totals }, srm } }: ExperimentReport
): string =>
  tableOf(
    ["Variant", "Exposed", "Expected"],
    Object.entries(totals).map(([variant, count]) => {
      const expected = srm?.expected[variant]
      return row([label(variant, 60)], [
        numberText(count),
        expected === undefined ? none : numberText(Math.round(expected))
      ])
    })
  )
