import { Result } from "effect"
import type { Issues, Reading } from "../../shared/Field.ts"
import { refused } from "../../shared/Field.ts"
import { Field, list, record, text } from "../../shared/Fields.ts"
import { componentRef } from "../../shared/FieldSchema.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { structureFault } from "../../shared/StorableJson.ts"
import { metricFault, metricKinds, metricTypes } from "../metrics/MetricRules.ts"

const kindFault = ({ kind, metric_type: type }: JsonRecord): string | undefined => {
  if (!metricKinds.some((one) => one === kind)) {
    return "Metric query kind must be 'ExperimentMetric', 'ExperimentTrendsQuery' or 'ExperimentFunnelsQuery'"
  }
  if (kind !== "ExperimentMetric") return undefined
  if (type === undefined) return "ExperimentMetric requires a metric_type"
  return metricTypes.some((one) => one === type)
    ? undefined
    : "ExperimentMetric metric_type must be 'mean', 'funnel', 'ratio', or 'retention'"
}

const readQuery = (query: JsonRecord): Reading<JsonRecord> => {
  const empty = Object.keys(query).length === 0 ? "Query is required to create a saved metric" : undefined
  const message = empty ?? kindFault(query)
  if (message !== undefined) return refused("invalid_input", message)
  const broken = structureFault(query) ?? metricFault(query)
  return broken === undefined ? Result.succeed(query) : refused(broken.code, broken.message, broken.path, broken.hint)
}

const ofQuery = ([first, ...rest]: Issues): Issues => [
  { ...first, field: "query" },
  ...rest.map((issue) => ({ ...issue, field: "query" }))
]

const anyRecord = record()

const query = Field.make<JsonRecord>(
  (value) => Result.mapError(Result.flatMap(anyRecord.read(value), readQuery), ofQuery),
  componentRef("ExperimentMetric")
).describe("The metric.", {
  kind: "ExperimentMetric",
  metric_type: "mean",
  source: { kind: "EventsNode", event: "purchase", math: "total" }
})

const name = text({ maxLength: 400 }).describe("Its name, for people.", "Purchases")

const tags = list(text({ maxLength: 255 }), { maxLength: 100 })

const changeable = {
  description: text({ blank: true, maxLength: 400 }).nullable.optional
    .describe("The meaning, in words.", "Orders that were paid"),
  tags: tags.optional.describe("Words to find it by; kept in lower case.", ["checkout"])
}

/** The fields of a new saved metric. */
export const newSavedMetricTable = { name, query, ...changeable }

/** The fields that a change may name. */
export const savedMetricTable = { name: name.optional, query: query.optional, ...changeable }
