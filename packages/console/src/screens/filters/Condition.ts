import { valueText } from "../../parts/Values.ts"
import { choices } from "./Choices.ts"

/** A condition on a property. */
export interface Condition {
  readonly key: string
  readonly type: string
  readonly operator: string
  readonly value?: unknown
}

/** The comparisons of a property with a value. */
export const operators = choices({
  exact: "equals",
  is_not: "does not equal",
  icontains: "contains",
  not_icontains: "does not contain",
  regex: "matches",
  not_regex: "does not match",
  gt: "is greater than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  is_date_after: "is after",
  is_date_before: "is before",
  is_set: "is set",
  is_not_set: "is not set"
})

/** Whether a comparison has a value beside it. */
export const hasValue = (operator: string): boolean => operator !== "is_set" && operator !== "is_not_set"

/** Whether a comparison takes one of several values. */
export const takesSeveral = (operator: string): boolean => operator === "exact" || operator === "is_not"

/** The owners of properties. */
export const owners = choices({ event: "of the event", person: "of the person", session: "of the session" })

/** A condition that the person is in a cohort, or is not; its value is the cohort's id. */
export const cohortCondition: Condition = { key: "id", type: "cohort", operator: "in" }

/** The comparisons with a cohort. */
export const memberships = choices({ in: "is in", not_in: "is not in" })

/** The values of a condition as texts. */
export const textsOf = (value: unknown): Array<string> =>
  Array.isArray(value) ? value.map(valueText) : value === undefined || value === null ? [] : [valueText(value)]

/** Conditions that are whole: one without a property or a value is being written. */
export const whole = (conditions: ReadonlyArray<Condition>): ReadonlyArray<Condition> =>
  conditions.filter(({ key, operator, type, value }) =>
    type === "cohort"
      ? value !== undefined
      : key !== "" && (!hasValue(operator) || textsOf(value).some((one) => one !== ""))
  )
