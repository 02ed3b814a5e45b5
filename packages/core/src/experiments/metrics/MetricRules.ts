import { type Broken, typeName } from "../../shared/Field.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { shownValue } from "../../shared/ShownValue.ts"

/** The kinds of metrics; those of the older forms are kept as sent. */
export const metricKinds = ["ExperimentMetric", "ExperimentTrendsQuery", "ExperimentFunnelsQuery"] as const

/** The types of an `ExperimentMetric`. */
export const metricTypes = ["mean", "funnel", "ratio", "retention"] as const

/** The units of windows of time. */
const windowUnits = ["second", "minute", "hour", "day", "week", "month"] as const

const sourceKinds = ["EventsNode", "ActionsNode", "ExperimentDataWarehouseNode"] as const

type Rule = (value: unknown) => Broken | undefined

const required: Broken = { code: "required", message: "This field is required." }

const below = (name: string | number, broken: Broken | undefined): Broken | undefined =>
  broken === undefined ? undefined : { ...broken, path: [name, ...broken.path ?? []] }

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

const needed = (rule: Rule): Rule => (value) => isAbsent(value) ? required : rule(value)

const maybe = (rule: Rule): Rule => (value) => isAbsent(value) ? undefined : rule(value)

const oneOf = (choices: ReadonlyArray<string>): Rule => (value) =>
  choices.some((one) => one === value)
    ? undefined
    : { code: "invalid_choice", message: `"${shownValue(value)}" is not a valid choice.` }

const text: Rule = (value) =>
  typeof value === "string" ? undefined : { code: "invalid_input", message: "Not a valid string." }

const nonEmptyText: Rule = (value) =>
  value === "" ? { code: "blank", message: "This field may not be blank." } : text(value)

const wholeNumber = (least: number): Rule => (value) => {
  if (!Number.isSafeInteger(value)) return { code: "invalid_input", message: "A valid integer is required." }
  return Number(value) < least
    ? { code: "min_value", message: `Ensure this value is greater than or equal to ${least}.` }
    : undefined
}

const fraction: Rule = (value) =>
  typeof value === "number" && value >= 0 && value <= 1
    ? undefined
    : { code: "invalid_value", message: "A percentile must be a number between 0 and 1." }

const yesOrNo: Rule = (value) =>
  typeof value === "boolean" ? undefined : { code: "invalid_input", message: "Must be a valid boolean." }

const object = (rules: Readonly<Record<string, Rule>>): Rule => (value) => {
  if (!isJsonRecord(value)) {
    return { code: "not_a_dict", message: `Expected a dictionary of items but got type "${typeName(value)}".` }
  }
  for (const [name, rule] of Object.entries(rules)) {
    const broken = below(name, rule(value[name]))
    if (broken !== undefined) return broken
  }
  return undefined
}

const listOf = (rule: Rule): Rule => (value) => {
  if (!Array.isArray(value)) {
    return { code: "not_a_list", message: `Expected a list of items but got type "${typeName(value)}".` }
  }
  for (const [index, item] of value.entries()) {
    const broken = below(index, rule(item))
    if (broken !== undefined) return broken
  }
  return undefined
}

/** Conditions on properties; clients send an empty object for none. */
const propertiesRule: Rule = maybe((value) =>
  isJsonRecord(value) && Object.keys(value).length === 0 ? undefined : listOf(object({}))(value)
)

const warehouse = {
  table_name: needed(nonEmptyText),
  timestamp_field: needed(nonEmptyText),
  events_join_key: needed(nonEmptyText),
  data_warehouse_join_key: needed(nonEmptyText)
}

const sources: Readonly<Record<(typeof sourceKinds)[number], Rule>> = {
  EventsNode: object({ event: maybe(text), math: maybe(text), properties: propertiesRule }),
  ActionsNode: object({ id: needed(wholeNumber(1)), math: maybe(text), properties: propertiesRule }),
  ExperimentDataWarehouseNode: object({ ...warehouse, math: maybe(text), properties: propertiesRule })
}

/** A node that says which events are meant. */
const sourceRule: Rule = (value) => {
  const broken = object({ kind: needed(oneOf(sourceKinds)) })(value)
  if (broken !== undefined || !isJsonRecord(value)) return broken
  const kind = sourceKinds.find((one) => one === value["kind"])
  return kind === undefined ? undefined : sources[kind](value)
}

const steps: Rule = (value) =>
  Array.isArray(value) && value.length === 0
    ? { code: "empty", message: "A funnel needs at least one step; the exposure is its beginning without being named." }
    : listOf(sourceRule)(value)

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

const together = (first: Rule, second: (metric: JsonRecord) => Broken | undefined): Rule => (value) =>
  first(value) ?? (isJsonRecord(value) ? second(value) : undefined)

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
  funnel: object({ series: needed(steps), funnel_order_type: maybe(oneOf(["ordered", "strict", "unordered"])) }),
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

const maxBreakdowns = 3

const breakdowns: Rule = (value) =>
  Array.isArray(value) && value.length > maxBreakdowns
    ? { code: "max_length", message: `Maximum of ${maxBreakdowns} breakdowns are supported for experiment metrics` }
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

/** The first fault of a metric: of its kind, then of what the kind asks for. */
export const metricFault: Rule = (value) => {
  const broken = object({ kind: needed(oneOf(metricKinds)), uuid: maybe(text) })(value)
  if (broken !== undefined || !isJsonRecord(value)) return broken
  return value["kind"] === "ExperimentMetric" ? experimentMetric(value) : undefined
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
