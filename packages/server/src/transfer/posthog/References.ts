import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { mappedSql } from "./SqlReferences.ts"

/** The kinds of records that others name by their ids. Types of groups are named by their indexes. */
export type NamedKind =
  | "actions"
  | "cohorts"
  | "dashboards"
  | "flags"
  | "groupTypes"
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
  { name: "type", values: ["cohort"], field: "property", kind: "cohorts" },
  { name: "type", values: ["flag"], field: "key", kind: "flags" },
  { name: "type", values: ["actions"], field: "id", kind: "actions" },
  { name: "kind", values: ["ActionsNode"], field: "id", kind: "actions" },
  { name: "event_type", values: ["actions"], field: "key", kind: "actions" },
  { name: "seq_event_type", values: ["actions"], field: "seq_event", kind: "actions" },
  { name: "breakdown_type", values: ["cohort"], field: "breakdown", kind: "cohorts" }
]

/** Names of fields that are ids by themselves. */
const idFields: ReadonlyMap<string, NamedKind> = new Map<string, NamedKind>([
  ["action_id", "actions"],
  ["actionId", "actions"],
  ["variableId", "variables"],
  ["aggregation_group_type_index", "groupTypes"],
  ["breakdown_group_type_index", "groupTypes"],
  ["group_type_index", "groupTypes"],
  ["math_group_type_index", "groupTypes"]
])

/** Fields that are SQL wherever they stand; lists of such texts too. */
const sqlFields: ReadonlySet<string> = new Set([
  "funnelAggregateByHogQL",
  "math_hogql",
  "orderBy",
  "pathsHogQLExpression",
  "select",
  "where"
])

/** Fields that are SQL beside this value of `type` or `breakdown_type`. */
const sqlBeside: ReadonlySet<string> = new Set(["breakdown", "key", "property"])

/** Fields that name a property, which may be the column of a type of groups. */
const propertyFields: ReadonlySet<string> = new Set(["breakdown", "key", "math_property", "property"])

const groupColumn = /^\$group_([0-4])$/

/** Numbers keep being numbers and texts texts; what is no id, such as the breakdown `all`, stays. */
const mappedId = (value: unknown, kind: NamedKind, resolve: Resolve): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => mappedId(one, kind, resolve))
  const least = kind === "groupTypes" ? 0 : 1
  if (typeof value === "number") return value >= least ? resolve(kind, String(value)) : value
  if (typeof value !== "string") return value
  const isId = kind === "variables" ? value !== "" : /^\d+$/.test(value) && Number(value) >= least
  return isId ? String(resolve(kind, value)) : value
}

const isSql = (name: string, around: JsonRecord): boolean => {
  const { breakdown_type, kind, type } = around
  if (name === "query") return typeof kind === "string"
  return sqlFields.has(name) || (sqlBeside.has(name) && (type === "hogql" || breakdown_type === "hogql"))
}

const holdoutVariant = /^holdout-(\d+)$/

/** The values of a query's variables, by the ids of the variables. */
const mappedVariables = (values: JsonRecord, resolve: Resolve): JsonRecord =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [String(resolve("variables", id)), withReferences(value, resolve)])
  )

const mappedText = (name: string, value: string, around: JsonRecord, resolve: Resolve): string => {
  if (isSql(name, around)) return mappedSql(value, resolve)
  const holdout = name === "variant" ? holdoutVariant.exec(value)?.[1] : undefined
  if (holdout !== undefined) return `holdout-${resolve("holdouts", holdout)}`
  const index = propertyFields.has(name) ? groupColumn.exec(value)?.[1] : undefined
  return index === undefined ? value : `$group_${resolve("groupTypes", index)}`
}

const mappedField = (name: string, value: unknown, around: JsonRecord, resolve: Resolve): unknown => {
  // The payloads of a flag are the words of an application.
  if (name === "payloads") return value
  const rule = rules.find(({ field, ...one }) => field === name && one.values.includes(String(around[one.name])))
  const kind = rule?.kind ?? idFields.get(name)
  if (kind !== undefined) return mappedId(value, kind, resolve)
  if (typeof value === "string") return mappedText(name, value, around, resolve)
  if (name === "variables" && isJsonRecord(value)) return mappedVariables(value, resolve)
  if (name === "holdout" && isJsonRecord(value) && typeof value["id"] === "number") {
    return { ...value, id: resolve("holdouts", String(value["id"])) }
  }
  if (Array.isArray(value) && isSql(name, around)) {
    return value.map((one: unknown) => typeof one === "string" ? mappedSql(one, resolve) : withReferences(one, resolve))
  }
  if (Array.isArray(value) && propertyFields.has(name)) {
    return value.map((one: unknown) =>
      typeof one === "string" ? mappedText(name, one, around, resolve) : withReferences(one, resolve)
    )
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
