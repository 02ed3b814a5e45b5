import type { CohortSource } from "../evaluation/FlagSource.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import type { Cohort, CohortId, CohortType } from "./Cohort.ts"

export type Path = ReadonlyArray<string | number>

/** One condition of a definition, with the place where it stands in the request. */
export interface ConditionAt {
  readonly path: Path
  readonly condition: JsonRecord
}

/** The part of a request that defines the members of a cohort. */
export type Definition = Pick<Cohort, "filters" | "groups" | "query">

/** Whether it joins conditions, rather than being one. */
export const isJoining = (value: JsonRecord): boolean => "values" in value

const conditionsBelow = (value: unknown, path: Path): ReadonlyArray<ConditionAt> => {
  if (!isJsonRecord(value)) return []
  if (!isJoining(value)) return [{ path, condition: value }]
  const { values } = value
  if (!Array.isArray(values)) return []
  return values.flatMap((member: unknown, index) => conditionsBelow(member, [...path, "values", index]))
}

const suffixed = /^(.+)__([a-z_]+)$/

/** `{"email__icontains": "@x.io"}` is an older way to write a condition. */
const namedCondition = (name: string, value: unknown): JsonRecord => {
  const [, key = name, operator = "exact"] = suffixed.exec(name) ?? []
  return { key, type: "person", operator, value }
}

const listed = (properties: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(properties)) {
    return properties.map((one: unknown) =>
      isJsonRecord(one) && one["type"] === undefined ? { ...one, type: "person" } : one
    )
  }
  return isJsonRecord(properties)
    ? Object.entries(properties).map(([name, value]) => namedCondition(name, value))
    : []
}

/** A behaviour in the older form: a number of times in a number of days, or between two dates. */
const deedOfGroup = (group: JsonRecord, event: unknown): JsonRecord => ({
  type: "behavioral",
  key: event,
  value: "performed_event_multiple",
  event_type: isGiven(group["event_id"]) ? "events" : "actions",
  operator: group["count_operator"],
  operator_value: group["count"],
  time_value: group["days"],
  time_interval: isGiven(group["days"]) ? "day" : undefined,
  explicit_datetime: group["start_date"],
  explicit_datetime_to: group["end_date"]
})

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** A group of the older form as what joins its conditions: of what somebody did, or of properties that all hold. */
const joinedGroup = (group: JsonRecord): JsonRecord => {
  const event = group["event_id"] ?? group["action_id"]
  return isGiven(event)
    ? { type: "AND", values: [deedOfGroup(group, event)] }
    : { type: "AND", values: listed(group["properties"]) }
}

/** The conditions joined by `AND` and `OR`; null when there are none. The older form becomes today's. */
export const propertiesOf = ({ filters, groups }: Pick<Definition, "filters" | "groups">): JsonRecord | null => {
  const properties = filters?.["properties"]
  if (isJsonRecord(properties)) {
    return Array.isArray(properties["values"]) && properties["values"].length === 0 ? null : properties
  }
  return groups.length === 0
    ? null
    : { type: "OR", values: groups.map((group) => joinedGroup(isJsonRecord(group) ? group : {})) }
}

const groupConditions = (group: unknown, index: number): ReadonlyArray<ConditionAt> =>
  conditionsBelow(joinedGroup(isJsonRecord(group) ? group : {}), []).map(({ condition, path }) => ({
    condition,
    path: ["groups", index, "properties", ...path.slice(1)]
  }))

/** Whether a definition has today's form, which then counts alone. */
export const isToday = ({ filters }: Pick<Definition, "filters">): boolean => isJsonRecord(filters?.["properties"])

/** Every condition of a definition. */
export const conditionsOf = (definition: Pick<Definition, "filters" | "groups">): ReadonlyArray<ConditionAt> =>
  isToday(definition)
    ? conditionsBelow(propertiesOf(definition), ["filters", "properties"])
    : definition.groups.flatMap(groupConditions)

/** The cohorts a definition names, with the places. */
export const namedCohorts = (
  definition: Pick<Definition, "filters" | "groups">
): ReadonlyArray<{ readonly path: Path; readonly id: CohortId }> =>
  conditionsOf(definition).flatMap(({ condition, path }) => {
    const id = condition["type"] === "cohort" ? positiveInt4(condition["value"]) : undefined
    return id === undefined ? [] : [{ path: [...path, "value"], id: id as CohortId }]
  })

/** The kind that the definition alone gives a cohort; `isBehavioral` answers for a cohort that it names. */
export const typeOf = (
  definition: Definition,
  isStatic: boolean,
  isBehavioral: (id: CohortId) => boolean
): CohortType => {
  if (isStatic) return "static"
  const conditions = conditionsOf(definition)
  if (conditions.some(({ condition }) => condition["type"] === "behavioral")) return "behavioral"
  if (namedCohorts(definition).some(({ id }) => isBehavioral(id))) return "behavioral"
  return definition.query !== null && conditions.length === 0 ? "analytical" : "person_property"
}

/** A cohort as evaluation reads it. One not found by properties is known by its stored members. */
export const cohortSource = (cohort: Cohort): CohortSource => {
  const properties = propertiesOf(cohort)
  return { id: cohort.id, is_static: cohort.is_static, filters: properties === null ? null : { properties } }
}
