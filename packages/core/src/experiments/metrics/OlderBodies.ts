/** The forms of metrics that older clients send, which are stored as sent and read as newer ones. */
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"

/** The members of a metric that name events. */
export const sourceNames = ["source", "numerator", "denominator", "start_event", "completion_event"] as const

const isValue = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value)

/** Members of one condition: a record with them is one that lacks its list. */
const ofConditions = ["key", "operator", "values", "type"]

/** Whether conditions are a record of exact values by property: `{"page": "/checkout"}`. */
export const isExactRecord = (properties: unknown): properties is JsonRecord =>
  isJsonRecord(properties)
  && !ofConditions.some((name) => Object.hasOwn(properties, name))
  && Object.values(properties).every((value) => isValue(value) || Array.isArray(value) && value.every(isValue))

const asConditions = (properties: unknown): unknown =>
  isExactRecord(properties)
    ? Object.entries(properties).map(([key, value]) => ({ key, value, operator: "exact", type: "event" }))
    : properties

const asSource = (source: unknown): unknown =>
  isJsonRecord(source) && isJsonRecord(source["properties"])
    ? { ...source, properties: asConditions(source["properties"]) }
    : source

/** A metric whose conditions are lists, whatever form they were sent in. */
export const withConditions = (metric: JsonRecord): JsonRecord => {
  const { series } = metric
  const named = sourceNames.filter((name) => Object.hasOwn(metric, name)).map((name) => [name, asSource(metric[name])])
  return {
    ...metric,
    ...Object.fromEntries(named),
    ...(Array.isArray(series) ? { series: series.map(asSource) } : undefined)
  }
}

/** Whether a funnel has no steps yet: it is stored, and has no results. */
export const isUnfinished = ({ metric_type: type, series }: JsonRecord): boolean =>
  type === "funnel" && Array.isArray(series) && series.length === 0
