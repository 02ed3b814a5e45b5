import { Result } from "effect"
import { refused } from "../../shared/Field.ts"
import { Field, record, text } from "../../shared/Fields.ts"
import { componentRef } from "../../shared/FieldSchema.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { structureFault } from "../../shared/StorableJson.ts"
import { uuidOf } from "../metrics/InlineMetrics.ts"
import { metricFault } from "../metrics/MetricRules.ts"

/** An error of the request as a whole, in the reference service's words. */
const together = (message: string) =>
  Result.fail<readonly [InputIssue]>([{ path: [], code: "invalid_input", message, field: null }])

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || isJsonRecord(value) && Object.keys(value).length === 0

const anyRecord = record()

const metric = Field.make<JsonRecord>((value) => {
  if (isMissing(value)) return together("metric is required")
  const read = anyRecord.read(value)
  if (Result.isFailure(read)) return read
  const broken = structureFault(read.success) ?? metricFault(read.success)
  if (broken !== undefined) return refused(broken.code, broken.message, broken.path)
  return uuidOf(read.success) === undefined ? refused("required", "This field is required.", ["uuid"]) : read
}, componentRef("ExperimentMetric")).describe("The metric, as the experiment shows it.", {
  kind: "ExperimentMetric",
  metric_type: "mean",
  uuid: "6f1c0c1e-3b7a-4d7e-9d0c-8a3b3f6d2a11",
  source: { kind: "EventsNode", event: "purchase", math: "total" }
})

const anyText = text({ maxLength: 400 })

const fingerprint = Field.make<string>(
  (value) => isMissing(value) ? together("fingerprint is required") : anyText.read(value),
  anyText.jsonSchema
).describe("The metric's fingerprint.", "3b1f7c0a9e5d")

/** The fields of a request to recalculate results. */
export const recalculationFields = { metric, fingerprint }

/** A body with what it lacks as null: the fields word that themselves. */
export const withMissing = (body: unknown): unknown => {
  if (!isJsonRecord(body)) return body
  return { metric: body["metric"] ?? {}, fingerprint: body["fingerprint"] ?? "" }
}
