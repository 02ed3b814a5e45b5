import { positiveInt4 } from "../shared/Int4.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty, withMember } from "../shared/JsonRecord.ts"
import type { FeatureFlagId } from "./FeatureFlagId.ts"

/** One condition on a property, with the place where it stands in the filters. */
export interface PropertyAt {
  readonly path: ReadonlyArray<string | number>
  readonly property: JsonRecord
}

const itemsOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const placed = (owner: unknown, path: PropertyAt["path"]): ReadonlyArray<PropertyAt> =>
  itemsOf(isJsonRecord(owner) ? owner["properties"] : undefined).flatMap((property, place) =>
    isJsonRecord(property) ? [{ path: [...path, "properties", place], property }] : []
  )

const propertiesIn = (filters: JsonRecord, list: "groups" | "super_groups"): ReadonlyArray<PropertyAt> =>
  itemsOf(filters[list]).flatMap((group, index) => placed(group, [list, index]))

/** Every condition on a property in some filters, of enrolment too; those of filters in the older form stand in themselves. */
export const propertiesOf = (filters: JsonRecord): ReadonlyArray<PropertyAt> => [
  ...(Object.hasOwn(filters, "groups") ? propertiesIn(filters, "groups") : placed(filters, [])),
  ...propertiesIn(filters, "super_groups")
]

const distinct = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(items)]

/** The flags that some filters depend on. */
export const dependenciesOf = (filters: JsonRecord): ReadonlyArray<FeatureFlagId> =>
  distinct(
    propertiesOf(filters).flatMap(({ property }) => {
      const id = property["type"] === "flag" ? positiveInt4(property["key"]) : undefined
      return id === undefined ? [] : [id as FeatureFlagId]
    })
  )

/** The cohorts that some filters name, those of lists too. */
export const cohortsOf = (filters: JsonRecord): ReadonlyArray<number> =>
  distinct(
    propertiesOf(filters).flatMap(({ property: { type, value } }) => {
      if (type !== "cohort") return []
      return (Array.isArray(value) ? value : [value]).flatMap((one) => positiveInt4(one) ?? [])
    })
  )

/** A variant of a flag, as far as it is one. */
export interface Variant {
  readonly key: string
  readonly percentage: number
}

/** A number, or its text; an object may have no text at all. */
const percentageOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? Number.NaN : Number(value)

/** The variants of some filters; none for a flag that is on or off. */
export const variantsOf = (filters: JsonRecord): ReadonlyArray<Variant> => {
  const { multivariate } = filters
  return itemsOf(isJsonRecord(multivariate) ? multivariate["variants"] : undefined).flatMap((variant) =>
    isJsonRecord(variant) && typeof variant["key"] === "string"
      ? [{ key: variant["key"], percentage: percentageOf(variant["rollout_percentage"]) }]
      : []
  )
}

const withoutName = (property: unknown): unknown => {
  if (!isJsonRecord(property) || property["type"] !== "cohort" || !Object.hasOwn(property, "cohort_name")) {
    return property
  }
  const { cohort_name: _, ...rest } = property
  return rest
}

const withoutNames = (owner: unknown): unknown =>
  isJsonRecord(owner) && Array.isArray(owner["properties"])
    ? { ...owner, properties: owner["properties"].map(withoutName) }
    : owner

/** The filters without the names of cohorts: records show these, and a client may send them back. */
export const withoutCohortNames = (filters: JsonRecord): JsonRecord => {
  const lists = ["groups", "super_groups"].flatMap((name) => {
    const list = filters[name]
    return Array.isArray(list) ? [[name, list.map(withoutNames)]] : []
  })
  // Filters of a hundred thousand unknown names are not copied to be refused.
  if (lists.length === 0 && !Array.isArray(filters["properties"])) return filters
  return { ...recordOrEmpty(withoutNames(filters)), ...Object.fromEntries(lists) }
}

/**
 * The filters in today's form: those without `groups` have one condition, of their own `properties`. Those whose `groups`
 * are no list have none, and so match no one.
 */
export const groupedFilters = (filters: JsonRecord): JsonRecord => {
  if (Object.hasOwn(filters, "groups")) {
    return Array.isArray(filters["groups"]) ? filters : withMember(filters, "groups", [])
  }
  const { properties, ...rest } = filters
  return { groups: [{ properties: itemsOf(properties), rollout_percentage: null }], ...rest }
}
