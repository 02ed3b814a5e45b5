/** Random structured queries over the events of `randomWorld`, a good half of them sound. */
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Random } from "../Random.ts"

/** The id of the one action that there is. */
export const actionId = 7

type Make = (random: Random) => unknown

/** Some of the fields, each with its chance. */
const some = (random: Random, fields: Readonly<Record<string, readonly [chance: number, make: Make]>>): JsonRecord =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [chance, make]]) => random.chance(chance) ? [[name, make(random)]] : [])
  )

const oneOf = <const A>(...items: readonly [A, ...ReadonlyArray<A>]): Make => (random) => random.pick(items)

const list = (make: Make, least: number, most: number): Make => (random) =>
  random.list(least + random.int(most - least + 1), () => make(random))

const eventName = oneOf("view", "buy", "leave", "$feature_flag_called")

const condition: Make = (random) =>
  random.pick<Make>([
    (r) => ({
      type: "event",
      key: "plan",
      value: r.pick<unknown>(["pro", ["pro", "free"], [], "p", null]),
      operator: r.pick(["exact", "is_not", "icontains", "not_icontains", "regex", "not_regex", "is_set", "is_not_set"])
    }),
    (r) => ({
      type: "event",
      key: "amount",
      value: r.pick<unknown>([5, "7", "x", [1, 9]]),
      operator: r.pick(["gt", "gte", "lt", "lte", "exact", "between", "not_between"])
    }),
    (r) => ({
      type: "hogql",
      key: r.pick(["toFloat(properties.amount) > 3", "event != 'leave'", "1 +", "count() > 1"])
    }),
    (r) => ({ type: "session", key: "$session_duration", value: 3600, operator: r.pick(["gt", "lt"]) }),
    () => ({ type: "event_metadata", key: "distinct_id", value: ["p1", "p2"], operator: "exact" }),
    () => ({})
  ])(random)

const conditions: Make = (random) =>
  random.chance(0.7) ? [condition(random)] : {
    type: "AND",
    values: [{ type: "OR", values: [condition(random), condition(random)] }]
  }

const day = (random: Random, from: number): string =>
  new Date(Date.UTC(2024, 9, from + random.int(12))).toISOString().slice(0, random.chance(0.8) ? 10 : 19)

const dateRange: Make = (random) =>
  random.chance(0.85)
    ? { date_from: day(random, 22), date_to: day(random, 28), ...some(random, { explicitDate: [0.1, () => true] }) }
    : { date_from: random.pick(["-10d", "-2w", "all", "-1mStart", "-30h", "soon"]) }

const math = oneOf(
  "total",
  "dau",
  "weekly_active",
  "monthly_active",
  "unique_session",
  "first_time_for_user",
  "first_matching_event_for_user",
  "sum",
  "avg",
  "min",
  "max",
  "median",
  "p90",
  "avg_count_per_actor",
  "max_count_per_actor",
  "p90_count_per_actor",
  "unique_group",
  "hogql",
  "none"
)

const series: Make = (random) => ({
  ...random.chance(0.85)
    ? { kind: "EventsNode", event: random.chance(0.1) ? null : eventName(random) }
    : { kind: "ActionsNode", id: random.chance(0.8) ? actionId : 8 },
  ...some(random, { properties: [0.25, conditions] })
})

const measured: Make = (random) => ({
  ...series(random) as JsonRecord,
  ...some(random, {
    math: [0.6, math],
    math_property: [0.6, oneOf("amount", "$session_duration", "plan")],
    math_hogql: [0.4, oneOf("sum(toFloat(properties.amount))", "count() * 2", "uniq(person_id)")],
    math_group_type_index: [0.5, () => 0],
    math_multiplier: [0.1, () => 3]
  })
})

const common = (random: Random): JsonRecord => ({
  dateRange: dateRange(random),
  ...some(random, {
    properties: [0.3, conditions],
    filterTestAccounts: [0.2, () => true],
    aggregation_group_type_index: [0.15, () => 0]
  })
})

const interval = oneOf("hour", "day", "day", "week", "month")

const breakdown: Make = (random) =>
  random.pick<JsonRecord>([
    { breakdown: "plan", breakdown_type: "event" },
    { breakdown: "amount", breakdown_type: "event", breakdown_limit: 3 },
    { breakdown: "amount", breakdown_type: "event", breakdown_histogram_bin_count: 4 },
    { breakdown: "$session_duration", breakdown_type: "session" },
    { breakdown: "concat(event, '!')", breakdown_type: "hogql" },
    { breakdown: "count()", breakdown_type: "hogql" },
    { breakdown: "distinct_id", breakdown_type: "event_metadata", breakdown_limit: 2 },
    { breakdowns: [{ property: "plan", type: "event" }, { property: "$lib", type: "event" }] },
    {
      breakdown: ["plan", "amount"],
      breakdown_type: "event",
      breakdown_hide_other_aggregation: true,
      breakdown_limit: 4
    }
  ])

const trends: Make = (random) => ({
  kind: "TrendsQuery",
  series: list(measured, 1, 3)(random),
  ...common(random),
  ...some(random, {
    interval: [0.6, interval],
    breakdownFilter: [0.4, breakdown],
    compareFilter: [0.3, oneOf({ compare: true }, { compare: true, compare_to: "-1w" })],
    trendsFilter: [0.5, (r) =>
      some(r, {
        display: [0.6, oneOf("BoldNumber", "ActionsPie", "ActionsLineGraphCumulative", "ActionsTable", "ActionsBar")],
        formula: [0.3, oneOf("A+B", "A/B", "A*2-1", "-A", "A/0", "(A")],
        smoothingIntervals: [0.2, oneOf(1, 3)]
      })]
  })
})

const exclusions: Make = (random) => [
  { kind: "EventsNode", event: eventName(random), funnelFromStep: random.int(2), funnelToStep: 1 + random.int(2) }
]

const funnels: Make = (random) => ({
  kind: "FunnelsQuery",
  series: list((r) => ({ ...series(r) as JsonRecord, ...some(r, { optionalInFunnel: [0.1, () => true] }) }), 2, 4)(
    random
  ),
  ...common(random),
  ...some(random, {
    interval: [0.4, interval],
    breakdownFilter: [0.4, breakdown],
    funnelsFilter: [0.8, (r) =>
      some(r, {
        funnelVizType: [0.6, oneOf("steps", "time_to_convert", "trends")],
        funnelOrderType: [0.6, oneOf("ordered", "strict", "unordered")],
        funnelWindowInterval: [0.5, oneOf(1, 3, 14)],
        funnelWindowIntervalUnit: [0.5, oneOf("hour", "day", "week")],
        funnelFromStep: [0.15, oneOf(0, 1)],
        funnelToStep: [0.15, oneOf(1, 2)],
        exclusions: [0.2, exclusions],
        breakdownAttributionType: [0.4, oneOf("first_touch", "last_touch", "all_events", "step")],
        breakdownAttributionValue: [0.3, oneOf(0, 1)],
        binCount: [0.2, () => 5]
      })]
  })
})

const entity: Make = (random) =>
  random.chance(0.8) ? { id: eventName(random), type: "events" } : { id: actionId, type: "actions" }

const retention: Make = (random) => ({
  kind: "RetentionQuery",
  ...common(random),
  ...some(random, { breakdownFilter: [0.2, breakdown] }),
  retentionFilter: some(random, {
    period: [0.7, oneOf("Hour", "Day", "Week", "Month")],
    totalIntervals: [0.6, oneOf(4, 8, 11)],
    retentionType: [0.5, oneOf("retention_first_time", "retention_recurring", "retention_first_ever_occurrence")],
    targetEntity: [0.7, entity],
    returningEntity: [0.7, entity],
    cumulative: [0.2, () => true],
    meanRetentionCalculation: [0.3, oneOf("simple", "weighted", "none")],
    minimumOccurrences: [0.2, oneOf(1, 2)]
  })
})

const lifecycle: Make = (random) => ({
  kind: "LifecycleQuery",
  series: [series(random)],
  ...common(random),
  ...some(random, {
    interval: [0.6, interval],
    lifecycleFilter: [0.3, () => ({ toggledLifecycles: ["new", "dormant"] })]
  })
})

const stickiness: Make = (random) => ({
  kind: "StickinessQuery",
  series: list(series, 1, 2)(random),
  ...common(random),
  ...some(random, {
    interval: [0.5, interval],
    intervalCount: [0.2, oneOf(1, 2)],
    compareFilter: [0.2, () => ({ compare: true })],
    stickinessFilter: [0.5, (r) =>
      some(r, {
        computedAs: [0.5, oneOf("cumulative", "non_cumulative")],
        stickinessCriteria: [0.5, oneOf({ operator: "gte", value: 2 }, { operator: "exact", value: 1 })]
      })]
  })
})

const paths: Make = (random) => ({
  kind: "PathsQuery",
  ...common(random),
  pathsFilter: some(random, {
    includeEventTypes: [0.7, oneOf(["custom_event"], ["$pageview", "custom_event"])],
    startPoint: [0.3, eventName],
    endPoint: [0.3, eventName],
    stepLimit: [0.4, oneOf(2, 5)],
    excludeEvents: [0.2, () => ["leave"]],
    edgeLimit: [0.2, oneOf(3, 50)],
    minEdgeWeight: [0.2, oneOf(2, 3)]
  })
})

const events: Make = (random) => ({
  kind: "EventsQuery",
  select: list(oneOf("event", "properties.amount -- Amount", "distinct_id", "count()", "avg(properties.amount)"), 1, 4)(
    random
  ),
  after: "2024-10-01",
  before: "2024-12-01",
  ...some(random, {
    where: [0.3, oneOf(["event = 'buy'"], ["count() > 2"], ["properties.plan = 'pro'"])],
    event: [0.2, eventName],
    limit: [0.3, oneOf(5, 1000)],
    properties: [0.3, (r) => [condition(r)]]
  })
})

/** The kinds, those with the most to them more often. */
const kinds = [
  trends,
  trends,
  trends,
  funnels,
  funnels,
  funnels,
  retention,
  retention,
  lifecycle,
  stickiness,
  paths,
  events
] as const

/** A query, and its kind. */
export const randomNode = (random: Random): JsonRecord => {
  const node = random.pick<Make>(kinds)(random)
  return isJsonRecord(node) ? node : {}
}
