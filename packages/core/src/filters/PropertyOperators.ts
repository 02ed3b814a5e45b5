import type { Moment, Operator, Scalar } from "./Operator.ts"
import { endOf, type NamedTime, namedTime, namesTime, startOf } from "./RelativeDate.ts"
import { allOf, anyOf, instant, type Sql, sql } from "./SqlFragment.ts"
import { versionOperators } from "./VersionOperators.ts"

const fine = () => undefined
const text = (value: Scalar): string => String(value)
const asText = (property: Sql): Sql => sql`toString(${property})`

const decimal = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i
/** Whether the value is a number, or a text that spells one. */
export const isNumeric = (value: Scalar): boolean =>
  typeof value === "number" || (typeof value === "string" && decimal.test(value))

/** One of a list of values, or none of them. */
const among = (negated: boolean): Operator => ({
  problem: fine,
  takes: "some",
  condition: (property, values) => {
    const [first, ...others] = values.map(text)
    if (first === undefined) return sql`true`
    if (others.length > 0) {
      const list = [first, ...others]
      return negated ? sql`${property} NOT IN ${list}` : sql`${property} IN ${list}`
    }
    return negated ? sql`${property} != ${first}` : sql`${property} = ${first}`
  }
})

type Test = (property: Sql, value: Scalar, moment: Moment) => Sql

const alternatives = (test: Test, problem: Operator["problem"] = fine): Operator => ({
  problem,
  takes: "some",
  condition: (property, values, moment) => anyOf(values.map((value) => test(property, value, moment)))
})

const refusals = (test: Test, problem: Operator["problem"] = fine): Operator => ({
  problem,
  takes: "some",
  condition: (property, values, moment) => allOf(values.map((value) => test(property, value, moment)))
})

/** Numbers are compared as numbers, other values in the property's type. */
const ordered = (as: (property: Sql, value: Sql) => Sql): Operator =>
  alternatives((property, value) =>
    isNumeric(value) ? as(sql`toFloat(${property})`, sql`${Number(value)}`) : as(property, sql`${text(value)}`)
  )

const atLeast = ordered((property, value) => sql`${property} >= ${value}`)
const atMost = ordered((property, value) => sql`${property} <= ${value}`)

const range = (condition: (inside: Sql) => Sql): Operator => ({
  problem: fine,
  takes: "two",
  condition: (property, [low = 0, high = 0]) =>
    condition(sql`toFloat(${property}) BETWEEN ${Number(low)} AND ${Number(high)}`)
})

const noDate = (value: Scalar): string | undefined =>
  typeof value === "string" && namesTime(value) ? undefined : "A date is needed: ISO 8601, or relative as -7d."

const dated = (condition: (time: Sql, named: NamedTime, moment: Moment) => Sql): Operator =>
  alternatives((property, value, moment) => {
    const named = namedTime(text(value), moment.now, moment)
    return named === undefined ? sql`false` : condition(sql`toDateTime(${asText(property)})`, named, moment)
  }, noDate)

/** A date without a time of day is met by the whole day. */
const onDate = dated((time, named, moment) =>
  named.isDay
    ? sql`${time} BETWEEN ${instant(startOf("day", named.time, moment))} AND ${
      instant(endOf("day", named.time, moment))
    }`
    : sql`${time} = ${instant(named.time)}`
)

const presence = (condition: (property: Sql) => Sql): Operator => ({ problem: fine, takes: "none", condition })

const containing = alternatives((property, value) => sql`${asText(property)} ILIKE ${`%${value}%`}`)
const notContaining = refusals((property, value) => sql`${asText(property)} NOT ILIKE ${`%${value}%`}`)

/** The comparisons of properties, by the names of the wire. NULL, a missing property, fulfils negated ones only. */
export const operators: Readonly<Record<string, Operator>> = {
  ...versionOperators,
  exact: among(false),
  // Projects have no rules that would make paths alike: a path is its own cleaned form.
  is_cleaned_path_exact: among(false),
  in: among(false),
  is_not: among(true),
  not_in: among(true),
  icontains: containing,
  icontains_multi: containing,
  not_icontains: notContaining,
  not_icontains_multi: notContaining,
  regex: alternatives((property, value) => sql`coalesce(match(${asText(property)}, ${text(value)}), 0) = 1`),
  not_regex: refusals((property, value) => sql`coalesce(match(${asText(property)}, ${text(value)}), 0) = 0`),
  gt: ordered((property, value) => sql`${property} > ${value}`),
  gte: atLeast,
  min: atLeast,
  lt: ordered((property, value) => sql`${property} < ${value}`),
  lte: atMost,
  max: atMost,
  between: range((inside) => inside),
  not_between: range((inside) => sql`NOT (${inside})`),
  is_set: presence((property) => sql`${asText(property)} IS NOT NULL`),
  is_not_set: presence((property) => sql`${asText(property)} IS NULL`),
  is_date_exact: onDate,
  is_date_before: dated((time, named) => sql`${time} < ${instant(named.time)}`),
  is_date_after: dated((time, named, moment) =>
    sql`${time} > ${
      instant(named.isDay && named.relative === undefined ? endOf("day", named.time, moment) : named.time)
    }`
  )
}
