import type { JsonRecord } from "../shared/JsonRecord.ts"
import { dateOperators } from "./DateOperators.ts"
import { numberOperators } from "./NumberOperators.ts"
import { type MakeOperator, never, type PropertyOperator } from "./PropertyOperator.ts"
import { regexOperators } from "./RegexOperators.ts"
import { semverOperators } from "./SemverOperators.ts"
import { textOperators } from "./TextOperators.ts"

const operators: ReadonlyMap<string, MakeOperator> = new Map(Object.entries({
  ...textOperators,
  ...numberOperators,
  ...regexOperators,
  ...dateOperators,
  ...semverOperators
}))

/** The names of the operators on properties of persons and groups. */
export const propertyOperators: ReadonlyArray<string> = [...operators.keys()]

const needsNoValue = new Set(["is_set", "is_not_set"])

/** Whether properties of persons and groups can be compared by it. */
export const isPropertyOperator = (name: string): boolean => operators.has(name)

/** The operator's name in a filter on a property; equality when it has none. */
export const operatorName = (property: JsonRecord): string => {
  const { operator } = property
  if (operator === undefined || operator === null || operator === "") return "exact"
  return typeof operator === "string" ? operator : JSON.stringify(operator)
}

/** The operator of a filter on a property, with its value; undefined when there is no such operator. */
export const operatorOf = (property: JsonRecord, timeZone: string): PropertyOperator | undefined => {
  const name = operatorName(property)
  const make = operators.get(name)
  if (make === undefined) return undefined
  return property["value"] === undefined && !needsNoValue.has(name) ? never : make(property["value"], timeZone)
}
