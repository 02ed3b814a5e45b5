import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"

/** The kinds of records that others name by their ids. */
export type NamedKind =
  | "actions"
  | "cohorts"
  | "dashboards"
  | "flags"
  | "holdouts"
  | "insights"
  | "savedMetrics"
  | "variables"

/** The id at the target of a record with this id at the source. */
export type Resolve = (kind: NamedKind, id: string) => number | string

/** An object with this value at `name` has the id of a record, or a list of them, in its `field`. */
interface Rule {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly field: string
  readonly kind: NamedKind
}

/** The shapes that hold ids within filters, queries, metrics and steps, wherever they stand. */
const rules: ReadonlyArray<Rule> = [
  { name: "type", values: ["cohort", "static-cohort", "precalculated-cohort"], field: "value", kind: "cohorts" },
  { name: "type", values: ["flag"], field: "key", kind: "flags" },
  { name: "type", values: ["actions"], field: "id", kind: "actions" },
  { name: "kind", values: ["ActionsNode"], field: "id", kind: "actions" },
  { name: "event_type", values: ["actions"], field: "key", kind: "actions" },
  { name: "seq_event_type", values: ["actions"], field: "seq_event", kind: "actions" },
  { name: "breakdown_type", values: ["cohort"], field: "breakdown", kind: "cohorts" }
]

/** Names of fields that are ids by themselves. */
const idFields: ReadonlyMap<string, NamedKind> = new Map(
  [
    ["action_id", "actions"],
    ["variableId", "variables"]
  ] as const
)

/** Numbers keep being numbers and texts texts; what is no id, such as the breakdown `all`, stays. */
const mappedId = (value: unknown, kind: NamedKind, resolve: Resolve): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => mappedId(one, kind, resolve))
  if (typeof value === "number") return value > 0 ? resolve(kind, String(value)) : value
  if (typeof value !== "string") return value
  const isId = kind === "variables" ? value !== "" : /^[1-9]\d*$/.test(value)
  return isId ? String(resolve(kind, value)) : value
}

/** Cohorts in the text of SQL: `IN COHORT 12`, and the column of the tables of members. */
const sqlCohort = /\b(in\s+cohort\s+|cohort_id\s*=\s*)(\d+)\b/gi

const mappedSql = (sql: string, resolve: Resolve): string =>
  sql.replace(sqlCohort, (_, before: string, id: string) => `${before}${resolve("cohorts", id)}`)

const holdoutVariant = /^holdout-(\d+)$/

/** The values of a query's variables, by the ids of the variables. */
const mappedVariables = (values: JsonRecord, resolve: Resolve): JsonRecord =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [String(resolve("variables", id)), withReferences(value, resolve)])
  )

const mappedField = (name: string, value: unknown, around: JsonRecord, resolve: Resolve): unknown => {
  const rule = rules.find(({ field, ...one }) => field === name && one.values.includes(String(around[one.name])))
  const kind = rule?.kind ?? idFields.get(name)
  if (kind !== undefined) return mappedId(value, kind, resolve)
  const { kind: node } = around
  if (name === "query" && typeof value === "string" && typeof node === "string") return mappedSql(value, resolve)
  if (name === "variant" && typeof value === "string") {
    const id = holdoutVariant.exec(value)?.[1]
    return id === undefined ? value : `holdout-${resolve("holdouts", id)}`
  }
  if (name === "variables" && isJsonRecord(value)) return mappedVariables(value, resolve)
  if (name === "holdout" && isJsonRecord(value) && typeof value["id"] === "number") {
    return { ...value, id: resolve("holdouts", String(value["id"])) }
  }
  return withReferences(value, resolve)
}

/** A value with the ids that it names exchanged. Fingerprints of metrics follow from what they name, and are left out. */
export const withReferences = (value: unknown, resolve: Resolve): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => withReferences(one, resolve))
  if (!isJsonRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "fingerprint" || value["metric_type"] === undefined)
      .map(([name, one]) => [name, mappedField(name, one, value, resolve)])
  )
}

/** The conditions of a survey name actions as `{values: [{id, name}]}`. */
export const withActionsOf = (conditions: unknown, resolve: Resolve): unknown => {
  if (!isJsonRecord(conditions) || !isJsonRecord(conditions["actions"])) return conditions
  const { values } = conditions["actions"]
  const mapped = Array.isArray(values)
    ? values.map((one: unknown) => isJsonRecord(one) ? { ...one, id: mappedId(one["id"], "actions", resolve) } : one)
    : values
  return { ...conditions, actions: { ...conditions["actions"], values: mapped } }
}
