/** The names that a metric can have, and those of the objects in it. */
import { negationWords, operatorWords, propertyNames } from "../../evaluation/filters/FilterNames.ts"
import { EventsNode } from "../../query/structured/EventsNode.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { knownNames } from "../../shared/KnownNames.ts"
import { misnomerFault, type NamedObject, withoutForeignNames } from "../../shared/NamedObjects.ts"
import { breakdownFields, metricFields } from "./ExperimentMetric.ts"
import { withConditions } from "./OlderBodies.ts"
import type { Rule } from "./Rules.ts"

/** Conditions on properties, and those that they join. */
const conditions: NamedObject = {
  names: knownNames([...Object.keys(propertyNames.read), "values"], {
    shown: [...propertyNames.shown],
    words: { operator: operatorWords, negation: negationWords }
  }),
  below: (name) => name === "values" ? conditions : undefined
}

/** The names of an event that change what is measured. */
const measuring = [
  "kind",
  "event",
  "properties",
  "fixedProperties",
  "math",
  "math_property",
  "math_property_type",
  "math_hogql",
  "math_group_type_index",
  "math_multiplier"
]

const hasConditions: ReadonlySet<string> = new Set(["properties", "fixedProperties"])

/** The events of a metric, also those that an experiment's exposure names. */
export const eventNames: NamedObject = {
  names: knownNames(measuring, {
    shown: Object.keys(EventsNode.fields),
    words: { event: ["event_name"], properties: ["property", "props", "filters", "where", "conditions"] }
  }),
  below: (name) => hasConditions.has(name) ? conditions : undefined
}

const breakdowns: NamedObject = { names: knownNames(Object.keys(breakdownFields.one)) }
const breakdownFilter: NamedObject = {
  names: knownNames(Object.keys(breakdownFields.all)),
  below: (name) => name === "breakdowns" ? breakdowns : undefined
}
const guardrail: NamedObject = { names: knownNames(["margin", "difference_type"]) }
const outliers: NamedObject = {
  names: knownNames(["lower_bound_percentile", "upper_bound_percentile", "ignore_zeros"])
}

const parts: ReadonlyMap<string, NamedObject> = new Map([
  ["breakdownFilter", breakdownFilter],
  ["guardrail", guardrail],
  ["numerator_outlier_handling", outliers],
  ["denominator_outlier_handling", outliers],
  ...["source", "series", "numerator", "denominator", "start_event", "completion_event"]
    .map((name) => [name, eventNames] as const)
])

/** Names of a metric that change no figure. */
const remarks = ["uuid", "name", "fingerprint", "isSharedMetric", "sharedMetricId", "response", "version"]

const placeOf = (fields: ReadonlyArray<string>, events: string): NamedObject => ({
  names: knownNames(fields.filter((name) => !remarks.includes(name)), {
    shown: remarks,
    elsewhere: Object.fromEntries(
      measuring.filter((name) => !fields.includes(name)).map((name) => [name, `${events}.${name}`])
    )
  }),
  below: (name) => parts.get(name)
})

const objects: Readonly<Record<keyof typeof metricFields, NamedObject>> = {
  mean: placeOf(Object.keys(metricFields.mean), "source"),
  funnel: placeOf(Object.keys(metricFields.funnel), "series[]"),
  ratio: placeOf(Object.keys(metricFields.ratio), "numerator"),
  retention: placeOf(Object.keys(metricFields.retention), "start_event")
}

const namesOfMetric = ({ metric_type: type }: JsonRecord): NamedObject | undefined =>
  typeof type === "string" && Object.hasOwn(objects, type) ? objects[type as keyof typeof objects] : undefined

/** The first name in a metric that was meant to be another: it would measure something else. */
export const metricNameFault: Rule = (metric) => {
  const object = isJsonRecord(metric) ? namesOfMetric(metric) : undefined
  return object === undefined || !isJsonRecord(metric) ? undefined : misnomerFault(withConditions(metric), object)
}

/** A metric without what clients keep in it for themselves, its conditions as lists. */
export const withoutRemarks = (metric: JsonRecord): JsonRecord => {
  const object = namesOfMetric(metric)
  const listed = withConditions(metric)
  const known = object === undefined ? listed : withoutForeignNames(listed, object)
  return isJsonRecord(known) ? known : listed
}
