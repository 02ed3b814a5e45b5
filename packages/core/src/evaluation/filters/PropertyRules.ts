import { positiveInt4 } from "../../shared/Int4.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { isPropertyOperator, operatorName } from "../Operators.ts"
import { fault, type FilterFault } from "./FilterFault.ts"
import { valueFault } from "./OperatorValues.ts"
import { listText, valueText } from "./ValueText.ts"

/** The most values of a list. */
export const maxValues = 1_000

/** The group type a condition is about, or null for persons. */
export type Aggregation = number | null

const missing = (name: string, wanted: string): FilterFault =>
  fault([name], "property.type", `This field is required: "${name}" must be ${wanted}.`, "required")

const personTypeFault = ({ type }: JsonRecord): FilterFault | undefined => {
  if (type === undefined || type === null) return missing("type", `"person", "cohort" or "flag"`)
  return type === "person" || type === "cohort" || type === "flag" ? undefined : fault(
    ["type"],
    "cross_field.person_property_type",
    "Filters are not valid (can only use person, cohort, and flag properties)"
  )
}

const groupTypeFault = (
  { group_type_index: index, type }: JsonRecord,
  aggregation: number
): FilterFault | undefined => {
  if (type === undefined || type === null) return missing("type", `"group" or "flag"`)
  if (type === "group" && (index === undefined || index === null)) {
    return missing("group_type_index", String(aggregation))
  }
  return type === "flag" || type === "group" && index === aggregation
    ? undefined
    : fault(["type"], "cross_field.group_property_type", "Filters are not valid (can only use group properties)")
}

/** Whether the property is of a type that the condition may have. */
export const typeFault = (property: JsonRecord, aggregation: Aggregation): FilterFault | undefined =>
  aggregation === null ? personTypeFault(property) : groupTypeFault(property, aggregation)

const keyFault = ({ key, type }: JsonRecord): FilterFault | undefined => {
  if (type === "flag") {
    return positiveInt4(key) === undefined
      ? fault(
        ["key"],
        "dependency.reference",
        `Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: '${valueText(key)}'`
      )
      : undefined
  }
  if (typeof key === "number" || typeof key === "string" && key !== "") return undefined
  return key === undefined || key === null
    ? fault(["key"], "property.key", "This field is required.", "required")
    : fault(["key"], "property.key", "Not a valid string.")
}

const countFault = ({ key, value }: JsonRecord): FilterFault | undefined =>
  Array.isArray(value) && value.length > maxValues
    ? fault(
      ["value"],
      "property.max_values",
      `Property group expressions of type ${valueText(key)} cannot contain more than ${maxValues} values.`
    )
    : undefined

const operatorFault = (rule: string, message: string) => fault(["operator"], rule, message, "invalid_operator")

const flagFault = (operator: string | undefined, value: unknown): FilterFault | undefined => {
  if (operator !== "flag_evaluates_to") {
    return fault(["operator"], "dependency.operator", "Flag properties must use the 'flag_evaluates_to' operator")
  }
  return typeof value === "boolean" || typeof value === "string"
    ? undefined
    : fault(["value"], "property.value", `Invalid value for operator ${operator}: ${listText(value)}`, "invalid_value")
}

const cohortFault = (operator: string | undefined): FilterFault | undefined =>
  operator === undefined || operator === "in" || operator === "not_in" || operator === "exact"
    ? undefined
    : operatorFault("cohort.operator", `The '${valueText(operator)}' operator is not valid for cohort properties.`)

const plainFault = (property: JsonRecord): FilterFault | undefined => {
  const { type, value } = property
  const operator = operatorName(property)
  if (operator === "not_in" || operator === "in" && !Array.isArray(value)) {
    return operatorFault(
      "property.cohort_operator",
      `The '${operator}' operator is only valid for cohort properties, not '${valueText(type)}' properties.`
    )
  }
  if (operator === "flag_evaluates_to") {
    const message = `The 'flag_evaluates_to' operator is only valid for flag properties, not '${
      valueText(type)
    }' properties.`
    return fault(["operator"], "property.flag_operator", message)
  }
  return isPropertyOperator(operator)
    ? valueFault(property)
    : operatorFault("property.operator", `Invalid operator: ${valueText(operator)}`)
}

const comparisonFault = (property: JsonRecord): FilterFault | undefined => {
  const { operator, type, value } = property
  if (operator !== undefined && operator !== null && typeof operator !== "string") {
    return operatorFault("property.operator", `Invalid operator: ${valueText(operator)}`)
  }
  const named = operator ?? undefined
  if (type === "flag") return flagFault(named, value)
  return type === "cohort" ? cohortFault(named) : plainFault(property)
}

/** Everything wrong with one condition on a property, but for its type and what it refers to. */
export const propertyFaults = (property: JsonRecord): ReadonlyArray<FilterFault> =>
  [keyFault(property), countFault(property), comparisonFault(property)].filter((found) => found !== undefined)
