/** The older form of insights, `filters` of one level with names in snake case, as the nodes of queries. */
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { type Names, olderShapes, same } from "./OlderShapes.ts"

/** Numbers and truths of addresses, where filters came from, are texts. */
const plain = (value: unknown): unknown => {
  if (value === "true" || value === "false") return value === "true"
  return typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : value
}

/** Texts that are texts whatever they look like. */
const texts: ReadonlySet<string> = new Set([
  "breakdown",
  "display",
  "formula",
  "start_point",
  "end_point",
  "paths_hogql_expression",
  "funnel_aggregate_by_hogql"
])

const renamed = (filters: JsonRecord, names: Names): JsonRecord =>
  Object.fromEntries(
    Object.entries(names).flatMap(([older, name]) => {
      const value = filters[older]
      return value === undefined || value === null || value === ""
        ? []
        : [[name, texts.has(older) ? value : plain(value)]]
    })
  )

const isGiven = (part: JsonRecord): boolean => Object.keys(part).length > 0

/** The oldest conditions were values by names, with the operator behind two underscores: `price__gt`. */
const namedCondition = ([name, value]: readonly [string, unknown]): JsonRecord => {
  const [key = name, operator = "exact"] = name.split(/__(?=[a-z_]+$)/)
  return { type: "event", key, operator, value }
}

/** Conditions were about events where they did not say what they are about. */
const conditions = (properties: unknown): ReadonlyArray<unknown> | JsonRecord | undefined => {
  if (Array.isArray(properties)) {
    return properties.map((one: unknown) =>
      isJsonRecord(one) && isGiven(one) && one["type"] === undefined ? { ...one, type: "event" } : one
    )
  }
  if (!isJsonRecord(properties)) return undefined
  return Array.isArray(properties["values"]) ? properties : Object.entries(properties).map(namedCondition)
}

const entityFields = [
  "custom_name",
  "math",
  "math_property",
  "math_property_type",
  "math_hogql",
  "math_group_type_index"
] as const

const seriesOf = (filters: JsonRecord): ReadonlyArray<JsonRecord> => {
  const listed = (name: "actions" | "events") => {
    const list = filters[name]
    return (Array.isArray(list) ? list : []).filter(isJsonRecord).map((one, place) => ({ one, name, place }))
  }
  return [...listed("events"), ...listed("actions")]
    .toSorted((a, b) => Number(a.one["order"] ?? a.place) - Number(b.one["order"] ?? b.place))
    .map(({ name, one }) => {
      return nodeOf(one, name === "actions")
    })
}

const nodeOf = (one: JsonRecord, isAction: boolean): JsonRecord => {
  const properties = conditions(one["properties"])
  return {
    ...(isAction
      ? { kind: "ActionsNode", id: plain(one["id"]) }
      : { kind: "EventsNode", event: one["id"] ?? null }),
    ...typeof one["name"] === "string" ? { name: one["name"] } : {},
    ...renamed(one, same(...entityFields)),
    ...properties === undefined ? {} : { properties }
  }
}

const exclusionSteps: Names = { funnel_from_step: "funnelFromStep", funnel_to_step: "funnelToStep" }

/** Exclusions are entities between steps; they are of funnels alone. */
const exclusionsOf = ({ exclusions }: JsonRecord): ReadonlyArray<JsonRecord> =>
  (Array.isArray(exclusions) ? exclusions : []).filter(isJsonRecord).map((one) =>
    Object.assign(nodeOf(one, one["type"] === "actions"), renamed(one, exclusionSteps))
  )

/** Fields of a part that are more than another name. */
const furtherOf = (part: string, filters: JsonRecord): JsonRecord => {
  if (part !== "funnelsFilter") return {}
  const exclusions = exclusionsOf(filters)
  const { funnel_window_days: days } = filters
  return {
    ...typeof plain(days) === "number" && filters["funnel_window_interval"] === undefined
      ? { funnelWindowInterval: plain(days), funnelWindowIntervalUnit: "day" }
      : {},
    ...exclusions.length === 0 ? {} : { exclusions }
  }
}

/** The query that filters of the older form are; null where they are none. */
export const queryOfFilters = (filters: JsonRecord): JsonRecord | null => {
  const hasEntities = Array.isArray(filters["events"]) || Array.isArray(filters["actions"])
  const shape = olderShapes.get(
    typeof filters["insight"] === "string" ? filters["insight"] : hasEntities ? "TRENDS" : ""
  )
  if (shape === undefined) return null
  const properties = conditions(filters["properties"])
  const dateRange = renamed(filters, same("date_from", "date_to"))
  const parts = Object.entries(shape.parts).map(([name, names]) =>
    [name, Object.assign(renamed(filters, names), furtherOf(name, filters))] as const
  )
  const shared = {
    filter_test_accounts: "filterTestAccounts",
    sampling_factor: "samplingFactor",
    aggregation_group_type_index: "aggregation_group_type_index"
  }
  return {
    kind: "InsightVizNode",
    source: {
      kind: shape.kind,
      ...(shape.hasSeries ? { series: seriesOf(filters) } : {}),
      ...renamed(filters, { ...shared, ...(shape.hasInterval ? same("interval") : {}) }),
      ...isGiven(dateRange) ? { dateRange } : {},
      ...properties === undefined ? {} : { properties },
      ...shape.kind === "RetentionQuery" ? { retentionFilter: {} } : {},
      ...Object.fromEntries(parts.filter(([, part]) => isGiven(part)))
    }
  }
}
