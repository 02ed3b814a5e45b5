/** Metrics as they are stored, read to be computed. */
import { Effect, Schema } from "effect"
import { decodeNode } from "../../query/DecodeNode.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { toInvalidInput } from "../../shared/RequestIssues.ts"
import { ExperimentMetric, metricFields } from "./ExperimentMetric.ts"
import { metricNameFault, withoutRemarks } from "./MetricNames.ts"
import { isUnfinished, sourceNames } from "./OlderBodies.ts"
import { needed, object, oneOf, type Rule } from "./Rules.ts"

const decode = decodeNode(ExperimentMetric)
const decodeNow = Schema.decodeUnknownResult(ExperimentMetric, { onExcessProperty: "error" })

const isWarehouse = (source: unknown): boolean =>
  isJsonRecord(source) && source["kind"] === "ExperimentDataWarehouseNode"

/** Whether a metric has tables that do not exist here: it is kept, and its results carry an error. */
const needsWarehouse = (metric: JsonRecord): boolean => {
  const { series } = metric
  return sourceNames.some((name) => isWarehouse(metric[name])) || Array.isArray(series) && series.some(isWarehouse)
}

/** A funnel that has no steps yet is looked at as if it had one. */
const finished = (metric: JsonRecord): JsonRecord =>
  isUnfinished(metric) ? { ...metric, series: [{ kind: "EventsNode" }] } : metric

/** The reason for which a metric that is otherwise well formed could never be computed. */
export const computationFault: Rule = (sent) => {
  const misspelt = metricNameFault(sent)
  if (misspelt !== undefined || !isJsonRecord(sent) || needsWarehouse(sent)) return misspelt
  const read = decodeNow(withoutRemarks(finished(sent)))
  if (read._tag === "Success") return undefined
  const { code, message, path } = toInvalidInput(read.failure.issue, []).issues[0]
  return { code, message, path }
}

const olderText = (kind: string) =>
  `A metric of the kind ${kind} is kept and shown, and not computed: make it an ExperimentMetric.`

/** The reason for which a metric of an older form has no results. */
const older: ReadonlyMap<unknown, string> = new Map(
  ["ExperimentTrendsQuery", "ExperimentFunnelsQuery"].map((kind) => [kind, olderText(kind)])
)

/** The fields by which the others are known. */
const form = object({
  kind: needed(oneOf(["ExperimentMetric"])),
  metric_type: needed(oneOf(Object.keys(metricFields)))
})

/** Refuses metrics of an older form, with the remedy in the text, and those of no known type. */
export const refuseUnknown = (metric: unknown, path: ReadonlyArray<string>): Effect.Effect<void, InvalidInput> => {
  if (!isJsonRecord(metric)) return Effect.void
  const text = older.get(metric["kind"])
  if (text !== undefined) return InvalidInput.at([...path, "kind"], "invalid_input", text)
  const broken = form(metric)
  return broken === undefined
    ? Effect.void
    : InvalidInput.at([...path, ...broken.path ?? []], broken.code, broken.message)
}

/** Reads a metric as it is stored: with what clients keep in it for themselves. */
export const readMetric = Effect.fnUntraced(function*(metric: JsonRecord, path: ReadonlyArray<string>) {
  yield* refuseUnknown(metric, path)
  return yield* decode(withoutRemarks(metric), path)
})
