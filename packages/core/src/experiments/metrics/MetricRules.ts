import type { Broken } from "../../shared/Field.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { mostBreakdowns, tooManyBreakdowns, windowUnits } from "./ExperimentMetric.ts"
import { isExactRecord } from "./OlderBodies.ts"
import { computationFault } from "./ReadMetric.ts"
import {
  fraction,
  listOf,
  maybe,
  needed,
  nonEmptyText,
  object,
  oneOf,
  type Rule,
  text,
  together,
  wholeNumber,
  yesOrNo
} from "./Rules.ts"

/** The kinds of metrics; those of the older forms are kept as sent. */
export const metricKinds = ["ExperimentMetric", "ExperimentTrendsQuery", "ExperimentFunnelsQuery"] as const

/** The types of an `ExperimentMetric`. */
export const metricTypes = ["mean", "funnel", "ratio", "retention"] as const

const sourceKinds = ["EventsNode", "ActionsNode", "ExperimentDataWarehouseNode"] as const

/** Conditions on properties: a list, or a record of exact values; clients send an empty one for none. */
const propertiesRule: Rule = maybe((value) => isExactRecord(value) ? undefined : listOf(object({}))(value))

/** The fields that a node of a table must have. */
export const warehouseNames = ["table_name", "timestamp_field", "events_join_key", "data_warehouse_join_key"] as const

const warehouse = Object.fromEntries(warehouseNames.map((name) => [name, needed(nonEmptyText)]))

const sources: Readonly<Record<(typeof sourceKinds)[number], Rule>> = {
  EventsNode: object({ event: maybe(text), math: maybe(text), properties: propertiesRule }),
  ActionsNode: object({ id: needed(wholeNumber(1)), math: maybe(text), properties: propertiesRule }),
  ExperimentDataWarehouseNode: object({ ...warehouse, math: maybe(text), properties: propertiesRule })
}

/** A node that selects events. */
const sourceRule: Rule = (value) => {
  const broken = object({ kind: needed(oneOf(sourceKinds)) })(value)
  if (broken !== undefined || !isJsonRecord(value)) return broken
  const kind = sourceKinds.find((one) => one === value["kind"])
  return kind === undefined ? undefined : sources[kind](value)
}

const window = needed(wholeNumber(0))

const windowOrder = (metric: JsonRecord): Broken | undefined =>
  Number(metric["retention_window_end"]) < Number(metric["retention_window_start"])
    ? {
      code: "invalid_value",
      message: "The retention window must not end before it begins.",
      path: ["retention_window_end"]
    }
    : undefined

const percentileOrder = ({ lower_bound_percentile: lower, upper_bound_percentile: upper }: JsonRecord) =>
  typeof lower === "number" && typeof upper === "number" && upper < lower
    ? {
      code: "invalid_value",
      message: "The upper percentile must not be below the lower one.",
      path: ["upper_bound_percentile"]
    } as const
    : undefined

const percentiles = {
  lower_bound_percentile: maybe(fraction),
  upper_bound_percentile: maybe(fraction),
  ignore_zeros: maybe(yesOrNo)
}

const outliers = maybe(together(object(percentiles), percentileOrder))

const types: Readonly<Record<(typeof metricTypes)[number], Rule>> = {
  mean: together(
    object({ source: needed(sourceRule), ...percentiles }),
    percentileOrder
  ),
  funnel: object({
    series: needed(listOf(sourceRule)),
    funnel_order_type: maybe(oneOf(["ordered", "strict", "unordered"]))
  }),
  ratio: object({
    numerator: needed(sourceRule),
    denominator: needed(sourceRule),
    numerator_outlier_handling: outliers,
    denominator_outlier_handling: outliers
  }),
  retention: together(
    object({
      start_event: needed(sourceRule),
      completion_event: needed(sourceRule),
      retention_window_start: window,
      retention_window_end: window,
      retention_window_unit: needed(oneOf(windowUnits)),
      start_handling: needed(oneOf(["first_seen", "last_seen"]))
    }),
    windowOrder
  )
}

const breakdowns: Rule = (value) =>
  Array.isArray(value) && value.length > mostBreakdowns
    ? { code: "max_length", message: tooManyBreakdowns }
    : listOf(object({}))(value)

const common: Rule = object({
  metric_type: needed(oneOf(metricTypes)),
  uuid: maybe(text),
  name: maybe(text),
  goal: maybe(oneOf(["increase", "decrease"])),
  conversion_window: maybe(wholeNumber(1)),
  conversion_window_unit: maybe(oneOf(windowUnits)),
  breakdownFilter: maybe(object({ breakdowns: maybe(breakdowns) }))
})

const experimentMetric: Rule = (value) => {
  const broken = common(value)
  if (broken !== undefined || !isJsonRecord(value)) return broken
  const type = metricTypes.find((one) => one === value["metric_type"])
  return type === undefined ? undefined : types[type](value)
}

const kindHint = "Each metric names its kind: add \"kind\": \"ExperimentMetric\" beside \"metric_type\"."

/** The first fault of a metric: of its kind, then of what the kind asks for, then what keeps it from being computed. */
export const metricFault: Rule = (value) => {
  const broken = object({ kind: needed(oneOf(metricKinds), kindHint), uuid: maybe(text) })(value)
  if (broken !== undefined || !isJsonRecord(value)) return broken
  return value["kind"] === "ExperimentMetric" ? experimentMetric(value) ?? computationFault(value) : undefined
}

const eventExposure = object({ event: needed(nonEmptyText), properties: propertiesRule })
const actionExposure = object({ id: needed(wholeNumber(1)), properties: propertiesRule })

/** Whether an `exposure_config` names an event or an action. */
export const isExposureConfig = (config: unknown): boolean => {
  if (!isJsonRecord(config)) return false
  const { kind } = config
  if (kind === "ActionsNode") return actionExposure(config) === undefined
  return (kind === undefined || kind === "ExperimentEventExposureConfig") && eventExposure(config) === undefined
}
