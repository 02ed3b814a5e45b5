import { shownText } from "@hedgerow/sql/types/ShownText"
import { Option } from "effect"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { instantOf, parseRelativeDate } from "../FlagDates.ts"
import { operatorName, operatorOf } from "../Operators.ts"
import { never } from "../PropertyOperator.ts"
import { backtrackingExcessOf } from "../regex/PatternSize.ts"
import { compileFlagRegex } from "../RegexOperators.ts"
import { fault, type FilterFault } from "./FilterFault.ts"
import { listText, valueText } from "./ValueText.ts"

const patterns = new Set(["regex", "not_regex"])
const dates = new Set(["is_date_before", "is_date_after", "is_date_exact"])
/** `in` is `exact` of a list: clients of the reference service write it so. */
const lists = new Set(["icontains_multi", "not_icontains_multi", "in"])
const equalities = new Set(["exact", "is_not"])
const singles = new Set([...patterns, "icontains", "not_icontains", "gt", "gte", "lt", "lte", "min", "max"])

const isScalar = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number"

const isDate = (value: unknown): boolean =>
  typeof value === "string"
  && (parseRelativeDate(value) !== undefined || instantOf(value, "UTC") !== undefined)

const invalid = (operator: string, value: unknown): FilterFault =>
  fault(["value"], "property.value", `Invalid value for operator ${operator}: ${listText(value)}`, "invalid_value")

const patternFault = (pattern: string): FilterFault | undefined => {
  if (Option.isSome(compileFlagRegex(pattern))) return undefined
  const excess = backtrackingExcessOf(pattern)
  if (excess !== undefined) {
    const message = `A regular expression may have at most ${excess}: ${shownText(pattern)}`
    return fault(["value"], "property.regex", message, "invalid_value")
  }
  return fault(["value"], "property.regex", `Invalid regular expression: ${shownText(pattern)}`, "invalid_value")
}

/** Whether a property is compared with a regular expression. */
export const isPattern = (property: JsonRecord): boolean =>
  patterns.has(operatorName(property)) && isScalar(property["value"])

/**
 * The faults of the value of a property's known operator. A value that the evaluator cannot use is refused: such a
 * condition would never hold, without a notice.
 */
export const valueFault = (property: JsonRecord): FilterFault | undefined => {
  const { value } = property
  const operator = operatorName(property)
  if (dates.has(operator)) {
    return isDate(value)
      ? undefined
      : fault(["value"], "property.date", `Invalid date value: ${valueText(value)}`, "invalid_date")
  }
  if (singles.has(operator) && !isScalar(value)) return invalid(operator, value)
  if (patterns.has(operator)) return patternFault(String(value))
  if (lists.has(operator) && !(Array.isArray(value) && value.length > 0)) return invalid(operator, value)
  if (equalities.has(operator) && Array.isArray(value) && value.length === 0) return invalid(operator, value)
  return operatorOf(property, "UTC") === never ? invalid(operator, value) : undefined
}
