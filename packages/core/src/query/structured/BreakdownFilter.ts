/** By what the results of an insight are cut. */
import { Schema } from "effect"
import { metadata } from "../../filters/PropertyFilter.ts"
import { named, type Sql, sql, written } from "../../filters/SqlFragment.ts"
import { sessionColumns } from "../../sessions/SessionColumns.ts"
import { component, field, optional, stated } from "../../shared/DocumentedSchema.ts"

/** The value of those who have none. */
export const noBreakdownValue = "$$_posthog_breakdown_null_$$"
/** The value of those whose values are too many to be shown. */
export const otherBreakdownValue = "$$_posthog_breakdown_other_$$"

const defaultLimit = 25
/** A map shows a value for each country. */
export const mapLimit = 250
const maxLimit = 1000
const maxBins = 100

const types = ["cohort", "person", "event", "event_metadata", "group", "session", "hogql"] as const
type BreakdownType = (typeof types)[number]

const unsupported: ReadonlySet<string> = new Set([
  "data_warehouse",
  "data_warehouse_person_property",
  "revenue_analytics"
])

const typeProblem = (type: string): true | string =>
  types.some((known) => known === type) ||
  (unsupported.has(type)
    ? `Breakdowns of the type '${type}' are not supported.`
    : `There are no breakdowns of the type '${type}'.`)

const Type = Schema.String.check(stated(typeProblem, { enum: types }))
const Key = Schema.Union([Schema.String.check(Schema.isMaxLength(10_000)), Schema.Int])
const Group = Schema.Literals([0, 1, 2, 3, 4])
const Bins = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxBins }))

/** All users are the cohort `all`, which older clients call 0. */
const isEverybody = (key: string | number): boolean => key === "all" || String(key) === "0"

type Problem = { readonly path: ReadonlyArray<string>; readonly issue: string }

const keyProblem = (type: string, keys: ReadonlyArray<string | number>, field: string): Problem | undefined => {
  const problem = (issue: string): Problem => ({ path: [field], issue })
  if (type === "event_metadata" && !keys.every((key) => metadata.has(String(key)))) {
    return problem("Events have no such column.")
  }
  if (type === "session" && !keys.every((key) => sessionColumns.has(String(key)))) {
    return problem("Sessions have no such column.")
  }
  if (type === "cohort" && !keys.every((key) => isEverybody(key) || /^[1-9]\d{0,9}$/.test(String(key)))) {
    return problem("The id of a cohort is needed, or all.")
  }
  return undefined
}

const typeText = "The subject of the property, `event` by default; `hogql` is an expression in SQL."
const groupText = "The type of groups, with `group`."
const binsText = "The number of bins of one width into which numbers fall."
const urlText = "Whether addresses lose their query and the slash at their end."

const Breakdown = Schema.Struct({
  property: field(Key, "The name of the property, an expression, or the id of a cohort."),
  type: optional(Type, typeText),
  group_type_index: optional(Group, groupText),
  histogram_bin_count: optional(Bins, binsText),
  normalize_url: optional(Schema.Boolean, urlText)
}).annotate(component("Breakdown", "One property by whose values results are cut.", {
  examples: [{ property: "plan", type: "person" }]
})).check(Schema.makeFilter(({ property, type }) => keyProblem(type ?? "event", [property], "property")))

/** By what an insight is cut: one breakdown, or up to three beside each other. */
export const BreakdownFilter = Schema.Struct({
  breakdown: optional(
    Schema.Union([Key, Schema.Array(Key).check(Schema.isMaxLength(20))]),
    "One property, or several; with `cohort` the ids of cohorts, or `all`."
  ),
  breakdown_type: optional(Type, typeText),
  breakdowns: optional(
    Schema.Array(Breakdown).check(Schema.isMaxLength(3)),
    "Up to three properties beside each other: the newer form of `breakdown`."
  ),
  breakdown_group_type_index: optional(Group, groupText),
  breakdown_histogram_bin_count: optional(Bins, binsText),
  breakdown_limit: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxLimit })),
    `The most values that are shown, ${defaultLimit} by default; the rest is one value.`
  ),
  breakdown_hide_other_aggregation: optional(Schema.Boolean, "Whether that rest is left out."),
  breakdown_normalize_url: optional(Schema.Boolean, urlText)
}).annotate(component("BreakdownFilter", "The properties by whose values the results of an insight are cut.", {
  examples: [{ breakdowns: [{ property: "$browser", type: "event" }], breakdown_limit: 10 }]
})).check(
  Schema.makeFilter(({ breakdown, breakdown_type: type }) =>
    keyProblem(type ?? "event", keysOf(breakdown), "breakdown")
  )
)
export type BreakdownFilter = typeof BreakdownFilter.Type

type Keys = string | number | ReadonlyArray<string | number>

function keysOf(breakdown: Keys | null | undefined): ReadonlyArray<string | number> {
  if (breakdown === undefined || breakdown === null || breakdown === "") return []
  return typeof breakdown === "object" ? breakdown : [breakdown]
}

/** One property to cut by. */
export interface BreakdownBy {
  readonly type: Exclude<BreakdownType, "cohort">
  readonly key: string
  readonly group: number
  /** The number of bins of one width into which numbers fall. */
  readonly bins: number | undefined
  readonly normalizesUrl: boolean
}

/** The breakdown of an insight. */
export interface Breakdowns {
  readonly by: ReadonlyArray<BreakdownBy>
  /** The cohorts whose members are counted each by themselves. */
  readonly cohorts: ReadonlyArray<number | "all">
  /** The place of the cohort among the values of several breakdowns. */
  readonly cohortIndex: number
  /** Values are lists. */
  readonly isList: boolean
  /** The most values that are shown. */
  readonly limit: number
  readonly hidesOther: boolean
}

const cohortsOf = (keys: ReadonlyArray<string | number>): ReadonlyArray<number | "all"> =>
  keys.map((key) => isEverybody(key) ? "all" : Number(key))

const isOfCohort = ({ type }: { readonly type?: string | null }): boolean => type === "cohort"

/** The breakdown that the filter asks for, by default with `shown` values; undefined without one. */
export const breakdownsOf = (
  filter: BreakdownFilter | null | undefined,
  shown: number = defaultLimit
): Breakdowns | undefined => {
  if (filter === undefined || filter === null) return undefined
  const rest = {
    cohortIndex: 0,
    limit: filter.breakdown_limit ?? shown,
    hidesOther: filter.breakdown_hide_other_aggregation === true
  }
  const several = filter.breakdowns ?? []
  if (several.length > 0) {
    const cohorts = several.filter(isOfCohort).map(({ property }) => property)
    const others = several.filter((one) => !isOfCohort(one))
    const by = others.map(({ group_type_index: group, histogram_bin_count: bins, normalize_url, property, type }) => ({
      type: (type ?? "event") as BreakdownBy["type"],
      key: String(property),
      group: group ?? 0,
      bins: bins ?? undefined,
      normalizesUrl: normalize_url === true
    }))
    const cohortIndex = several.findIndex(isOfCohort)
    return { ...rest, by, cohorts: cohortsOf(cohorts), cohortIndex, isList: by.length > 0 }
  }
  const keys = keysOf(filter.breakdown)
  if (keys.length === 0) return undefined
  const type = filter.breakdown_type ?? "event"
  if (type === "cohort") return { ...rest, by: [], cohorts: cohortsOf(keys), isList: false }
  const by = keys.map((key) => ({
    type: type as BreakdownBy["type"],
    key: String(key),
    group: filter.breakdown_group_type_index ?? 0,
    bins: filter.breakdown_histogram_bin_count ?? undefined,
    normalizesUrl: filter.breakdown_normalize_url === true
  }))
  return { ...rest, by, cohorts: [], isList: typeof filter.breakdown === "object" }
}

const valueOf = ({ group, key, type }: BreakdownBy): Sql => {
  switch (type) {
    case "person":
      return sql`person.properties[${key}]`
    case "group":
      return sql`${named(`group_${group}`)}.properties[${key}]`
    case "session":
      return sql`session.${named(key)}`
    case "event_metadata":
      return named(key)
    case "hogql":
      return sql`(${written(key)})`
    default:
      return sql`properties[${key}]`
  }
}

/** The number to cut an event by, NULL where there is none. */
export const breakdownNumber = (by: BreakdownBy): Sql => sql`toFloat(${valueOf(by)})`

/** The text to cut an event by; the empty text and NULL are `noBreakdownValue`. */
export const breakdownText = (by: BreakdownBy): Sql => {
  const text = sql`toString(${valueOf(by)})`
  const cut = by.normalizesUrl
    ? sql`replaceRegexpOne(replaceRegexpOne(${text}, '[/?#]+$', ''), '^$', '/')`
    : text
  return sql`coalesce(nullIf(${cut}, ''), ${noBreakdownValue})`
}
