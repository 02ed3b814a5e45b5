import type { Moment, Scalar } from "../../filters/Operator.ts"
import {
  operatorOf,
  type PropertyFilter,
  type PropertyFilters,
  subjectTypeOf,
  valuesOf
} from "../../filters/PropertyFilter.ts"
import { operators } from "../../filters/PropertyOperators.ts"
import { allOf, always, anyOf, named, type Sql, sql, written } from "../../filters/SqlFragment.ts"

/** The value that a condition is about, on a row of `events`. */
const subjectOf = (filter: PropertyFilter): Sql => {
  const key = filter.key ?? ""
  switch (filter.type) {
    case "person":
      return sql`person.properties[${key}]`
    case "group":
      return sql`${named(`group_${filter.group_type_index ?? 0}`)}.properties[${key}]`
    case "session":
      return sql`session.${named(key)}`
    case "event_metadata":
      return named(key)
    default:
      return sql`properties[${key}]`
  }
}

const truth: ReadonlyMap<string, Scalar> = new Map([["true", 1], ["false", 0]])

/** The values that a filter compares with: a truth of sessions is 1 or 0 in SQL. */
const comparedWith = (filter: PropertyFilter): ReadonlyArray<Scalar> => {
  const values = valuesOf(filter)
  return filter.type === "session" && filter.key === "$is_bounce"
    ? values.map((value) => truth.get(String(value)) ?? value)
    : values
}

/** A text in which LIKE has no wildcards. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/** The forms in which a chain of elements holds an attribute: `attr__href="x"`, `href="x"`, `text="x"`. */
const elementPatterns = (key: string, value: Scalar | undefined): ReadonlyArray<string> => {
  if (key === "tag_name") {
    const tag = literally(String(value ?? ""))
    return ["", "%;"].flatMap((before) => ["", ".%", ":%", ";%"].map((after) => `${before}${tag}${after}`))
  }
  const text = value === undefined ? "" : `${literally(String(value).replaceAll("\"", "\\\""))}"`
  return [`%:${key}="${text}%`, `%"${key}="${text}%`]
}

const isIn = (key: string, value: Scalar | undefined): Sql =>
  anyOf(elementPatterns(key, value).map((pattern) => sql`elements_chain LIKE ${pattern}`))

/** A condition on an element that was clicked, or one around it. */
const elementCondition = (filter: PropertyFilter): Sql => {
  const key = filter.key ?? ""
  const present = key === "tag_name" ? sql`elements_chain != ''` : isIn(key, undefined)
  switch (operatorOf(filter)) {
    case "is_set":
      return present
    case "is_not_set":
      return sql`NOT ${present}`
    case "is_not":
      return sql`NOT ${anyOf(valuesOf(filter).map((value) => isIn(key, value)))}`
    default:
      return anyOf(valuesOf(filter).map((value) => isIn(key, value)))
  }
}

/** The rows that conditions are about: the value of each condition, and the id of the row's person. */
export interface FilteredRows {
  readonly subjectOf: (filter: PropertyFilter) => Sql
  readonly person: Sql
}

const events: FilteredRows = { subjectOf, person: named("person_id") }

/** A condition on the cohorts of a row's person. */
const cohortCondition = (filter: PropertyFilter, { person }: FilteredRows): Sql => {
  const isMember = anyOf(valuesOf(filter).map((id) => sql`${person} IN COHORT ${Number(id)}`))
  const isDenied = ["is_not", "not_in"].includes(operatorOf(filter)) !== (filter.negation === true)
  return isDenied ? sql`NOT ${isMember}` : isMember
}

const conditionOf = (filter: PropertyFilter, moment: Moment, rows: FilteredRows): Sql => {
  const { values } = filter
  const type = subjectTypeOf(filter)
  if (type === undefined || type === "flag") return always
  if (type === "AND") return allOf((values ?? []).map((one) => conditionOf(one, moment, rows)))
  if (type === "OR") {
    return (values ?? []).length === 0 ? always : anyOf((values ?? []).map((one) => conditionOf(one, moment, rows)))
  }
  if (type === "hogql") return sql`(${written(filter.key ?? "")})`
  const operator = operators[operatorOf(filter)]
  const compared = comparedWith(filter)
  if (type === "cohort") return compared.length === 0 ? always : cohortCondition(filter, rows)
  if (operator === undefined || (compared.length === 0 && operator.takes !== "none")) return always
  return type === "element" ? elementCondition(filter) : operator.condition(rows.subjectOf(filter), compared, moment)
}

/**
 * Holds on the rows (those of `events` by default) that meet the conditions. A comparison without values holds always.
 */
export const filterCondition = (
  filters: PropertyFilters | null | undefined,
  moment: Moment,
  rows: FilteredRows = events
): Sql => {
  if (filters === undefined || filters === null) return always
  const list: ReadonlyArray<PropertyFilter> = Array.isArray(filters) ? filters : [filters as PropertyFilter]
  return allOf(list.map((filter) => conditionOf(filter, moment, rows)))
}
