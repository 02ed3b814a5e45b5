import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { KnownMetrics } from "../editing/ExperimentDraft.ts"
import type { Experiment } from "../Experiment.ts"
import { uuidOf } from "../metrics/InlineMetrics.ts"

/** The experiment has no metric with a uuid that was asked for. */
export const unknownMetric = InvalidInput.at(
  ["metric_uuid"],
  "does_not_exist",
  "The experiment has no metric with this uuid."
)

/** The role of a metric in an experiment. */
export type MetricRole = "primary" | "secondary" | "guardrail"

/** A metric of an experiment, as it is stored. */
export interface ResultMetric {
  readonly uuid: string | null
  readonly name: string | null
  readonly role: MetricRole
  readonly metric: JsonRecord
}

const listed = (metric: JsonRecord, role: "primary" | "secondary", name?: string): ResultMetric => ({
  uuid: uuidOf(metric) ?? null,
  name: name ?? (typeof metric["name"] === "string" ? metric["name"] : null),
  role: isJsonRecord(metric["guardrail"]) ? "guardrail" : role,
  metric
})

/** The metrics of an experiment: its own and those it shares, the primary ones first. */
export const metricsOf = (experiment: Experiment, known: KnownMetrics): ReadonlyArray<ResultMetric> => {
  const { metrics, metrics_secondary: secondary, saved_metrics: links } = experiment
  const shared = links.flatMap(({ metadata, saved_metric }) => {
    const found = known.get(saved_metric)
    const role = metadata["type"] === "secondary" ? "secondary" : "primary"
    return found === undefined ? [] : [{ role, metric: listed(found.query, role, found.name) }] as const
  })
  const sharedAs = (role: "primary" | "secondary") => shared.flatMap((one) => one.role === role ? [one.metric] : [])
  return [
    ...(metrics ?? []).map((metric) => listed(metric, "primary")),
    ...sharedAs("primary"),
    ...(secondary ?? []).map((metric) => listed(metric, "secondary")),
    ...sharedAs("secondary")
  ]
}
