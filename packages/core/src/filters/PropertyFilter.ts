import { Schema } from "effect"
import { computedSessionFields } from "../sessions/ComputedFields.ts"
import { sessionColumns } from "../sessions/SessionColumns.ts"
import { component, optional, stated } from "../shared/DocumentedSchema.ts"
import type { Scalar } from "./Operator.ts"
import { isNumeric, operators } from "./PropertyOperators.ts"

const Scalar = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])

const joins = ["AND", "OR"] as const

/** The subjects of a condition. */
const subjects = [
  "event",
  "feature",
  "person",
  "group",
  "session",
  "event_metadata",
  "element",
  "cohort",
  "hogql",
  "flag"
] as const

/** The subjects of a condition; `AND` and `OR` join conditions. */
const types = [...joins, ...subjects]

/** The subjects of the reference's conditions that this version has no data of. */
const unsupported: ReadonlySet<string> = new Set([
  "data_warehouse",
  "data_warehouse_person_property",
  "error_tracking_issue",
  "log",
  "log_entry",
  "recording",
  "revenue_analytics"
])

const unsupportedOperators: ReadonlySet<string> = new Set(["flag_evaluates_to"])

/** The events' own columns that conditions and breakdowns of the type `event_metadata` name. */
export const metadata: ReadonlySet<string> = new Set([
  "event",
  "uuid",
  "timestamp",
  "distinct_id",
  "person_id",
  "elements_chain",
  "$session_id",
  "$window_id",
  ...[0, 1, 2, 3, 4].map((index) => `$group_${index}`)
])

const elementKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ["tag_name", "text", "href"].map((key) => [key, new Set(["exact", "is_not", "is_set", "is_not_set"])])
)

/** What a property of one subject is met by: what it names beside the key and the value is for clients. */
const notes = component("PropertyFilter", "A condition on properties, or several joined by AND or OR; `{}` is none.", {
  examples: [{ type: "person", key: "plan", operator: "exact", value: ["pro", "team"] }],
  variants: {
    by: "type",
    of: [
      {
        name: "PropertyCondition",
        values: subjects,
        omits: ["values"],
        description: "A condition on a property: one that names a key alone is on a property of the event."
      },
      {
        name: "PropertyGroup",
        values: joins,
        omits: ["key", "operator", "value", "group_type_index", "label", "cohort_name", "negation"],
        required: ["type"],
        description: "Conditions of which all (AND) or one (OR) must hold.",
        examples: [{ type: "OR", values: [{ type: "event", key: "$browser", value: "Firefox" }] }]
      }
    ]
  }
})

const Fields = Schema.Struct({
  type: optional(
    Schema.String.check(stated(() => true, { enum: types })),
    "The subject: a property of the event (by default), its person, group or session, a column of the event, an element "
      + "that was clicked, membership in a cohort, or an expression in SQL. `flag` lets every event pass. `AND` and `OR` "
      + "join `values`."
  ),
  key: optional(
    Schema.String.check(Schema.isMaxLength(10_000)),
    "The name of the property; of `hogql` the expression, of `cohort` `id`."
  ),
  operator: optional(
    Schema.String.check(stated(() => true, { enum: Object.keys(operators) })),
    "The comparison, `exact` by default."
  ),
  value: optional(
    Schema.Union([Scalar, Schema.Array(Scalar)]),
    "The value, or several of which one is enough; of `between` the least and the greatest."
  ),
  values: optional(
    Schema.Array(Schema.suspend((): Schema.Codec<PropertyFilter> => PropertyFilter)),
    "The conditions that are joined."
  ),
  group_type_index: optional(Schema.Literals([0, 1, 2, 3, 4]), "The type of the group, with `group`."),
  label: optional(Schema.String, "A text for clients."),
  cohort_name: optional(Schema.String, "The name of the cohort, for clients."),
  negation: optional(Schema.Boolean, "Whether all who are not in the cohort are meant.")
}).annotate(notes)

/** A condition on events, or several joined by `AND` or `OR`; `{}` is none. */
export interface PropertyFilter {
  readonly type?: string | null
  readonly key?: string | null
  readonly operator?: string | null
  readonly value?: Scalar | ReadonlyArray<Scalar> | null
  readonly values?: ReadonlyArray<PropertyFilter> | null
  readonly group_type_index?: 0 | 1 | 2 | 3 | 4 | null
  readonly label?: string | null
  readonly cohort_name?: string | null
  readonly negation?: boolean | null
}

type Problem = { readonly path: ReadonlyArray<string>; readonly issue: string }

const at = (field: string, issue: string): ReadonlyArray<Problem> => [{ path: [field], issue }]

/** The values of a condition, as a list. */
export const valuesOf = ({ value }: PropertyFilter): ReadonlyArray<Scalar> => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value as Scalar]
}

/** The subject of a condition: of one that names a key alone a property of the event; undefined for `{}`. */
export const subjectTypeOf = ({ key, type }: PropertyFilter): string | undefined =>
  type ?? ((key ?? undefined) === undefined ? undefined : "event")

/** The name of a condition's operator. */
export const operatorOf = ({ operator }: PropertyFilter): string => operator ?? "exact"

/** The faults of a range's ends, in the words of the reference. */
const rangeProblems = (operator: string, [low, high, ...others]: ReadonlyArray<Scalar>): ReadonlyArray<Problem> => {
  if (low === undefined || high === undefined || others.length > 0) {
    return at("value", `${operator} operator requires a two-element array [min, max]`)
  }
  if (!isNumeric(low) || !isNumeric(high)) return at("value", `${operator} operator requires numeric values`)
  return Number(low) > Number(high)
    ? at("value", `${operator} operator requires min value to be less than or equal to max value`)
    : []
}

const operatorProblems = (filter: PropertyFilter): ReadonlyArray<Problem> => {
  const name = operatorOf(filter)
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (operator === undefined) {
    return at("operator", `The operator '${name}' is ${unsupportedOperators.has(name) ? "not supported" : "unknown"}.`)
  }
  const values = valuesOf(filter)
  if (operator.takes === "none") return []
  if (operator.takes === "two") return rangeProblems(name, values)
  const problem = values.map(operator.problem).find((found) => found !== undefined)
  return problem === undefined ? [] : at("value", problem)
}

const problemsOf = (filter: PropertyFilter): ReadonlyArray<Problem> => {
  const { group_type_index: group, key, values } = filter
  const type = subjectTypeOf(filter)
  if (values !== undefined && values !== null && type !== "AND" && type !== "OR") {
    return at("type", "Conditions are joined by AND or OR.")
  }
  if (type === undefined) return Object.keys(filter).length === 0 ? [] : at("key", "This field is required.")
  if (unsupported.has(type)) return at("type", `Conditions of the type '${type}' are not supported.`)
  if (!types.some((known) => known === type)) return at("type", `There are no conditions of the type '${type}'.`)
  if (type === "AND" || type === "OR" || type === "flag") return []
  if (type === "cohort") return cohortProblems(filter)
  if (key === undefined || key === null) return at("key", "This field is required.")
  if (type === "hogql") return []
  if (type === "group" && (group ?? undefined) === undefined) return at("group_type_index", "This field is required.")
  if (type === "event_metadata" && !metadata.has(key)) return at("key", `Events have no column '${key}'.`)
  if (type === "session" && !sessionColumns.has(key) && !computedSessionFields.has(key)) {
    return at("key", `Sessions have no property '${key}'.`)
  }
  const problems = operatorProblems(filter)
  if (type !== "element" || problems.length > 0) return problems
  return elementProblems(key, operatorOf(filter))
}

const cohortOperators: ReadonlySet<string> = new Set(["exact", "in", "is_not", "not_in"])

const cohortProblems = (filter: PropertyFilter): ReadonlyArray<Problem> => {
  const operator = operatorOf(filter)
  if (!cohortOperators.has(operator)) return at("operator", `The operator '${operator}' is not supported for cohorts.`)
  const isId = (value: Scalar) => typeof value !== "boolean" && /^[1-9]\d{0,9}$/.test(String(value))
  return valuesOf(filter).every(isId) ? [] : at("value", "The id of a cohort is needed.")
}

const elementProblems = (key: string, operator: string): ReadonlyArray<Problem> => {
  const known = elementKeys.get(key)
  if (known === undefined) return at("key", `Conditions on an element's '${key}' are not supported.`)
  return known.has(operator) ? [] : at("operator", `The operator '${operator}' is not supported for elements.`)
}

/** Reads one condition. */
export const PropertyFilter: Schema.Codec<PropertyFilter> = Fields.check(Schema.makeFilter(problemsOf))

/** Conditions that all hold: a list, or a group of them. */
export const PropertyFilters = Schema.Union([Schema.Array(PropertyFilter), PropertyFilter])
export type PropertyFilters = typeof PropertyFilters.Type
