import { assert, it } from "@effect/vitest"
import { queryOfFilters } from "@hedgerow/core/query/upgrade/OlderFilters"

const sourceOf = (filters: Parameters<typeof queryOfFilters>[0]) => queryOfFilters(filters)?.["source"]

it("series stand in their order, with conditions that say what they are about", () => {
  assert.deepStrictEqual(
    sourceOf({
      events: [
        { id: "b", order: 2, math: "sum", math_property: "price", properties: [{ key: "plan", value: "pro" }, {}] },
        { id: null, order: 0, name: "All events", math: null }
      ],
      actions: [{ id: "7", order: 1, custom_name: "Seven" }],
      properties: { type: "AND", values: [] },
      breakdown: "plan",
      breakdown_type: "person",
      breakdown_limit: "5",
      compare: true,
      formula: "A+B",
      interval: "week"
    }),
    {
      kind: "TrendsQuery",
      series: [
        { kind: "EventsNode", event: null, name: "All events" },
        { kind: "ActionsNode", id: 7, custom_name: "Seven" },
        {
          kind: "EventsNode",
          event: "b",
          math: "sum",
          math_property: "price",
          properties: [{ key: "plan", value: "pro", type: "event" }, {}]
        }
      ],
      interval: "week",
      properties: { type: "AND", values: [] },
      trendsFilter: { formula: "A+B" },
      breakdownFilter: { breakdown: "plan", breakdown_type: "person", breakdown_limit: 5 },
      compareFilter: { compare: true }
    }
  )
})

it("every insight has its own fields", () => {
  const events = [{ id: "a" }, { id: "b" }]
  const pair = [{ kind: "EventsNode", event: "a" }, { kind: "EventsNode", event: "b" }]
  assert.deepStrictEqual(
    sourceOf({ insight: "FUNNELS", events, funnel_window_interval: "14", funnel_order_type: "strict", layout: "x" }),
    { kind: "FunnelsQuery", series: pair, funnelsFilter: { funnelOrderType: "strict", funnelWindowInterval: 14 } }
  )
  const exclusion = { id: "x", type: "events", funnel_from_step: 0, funnel_to_step: "1" }
  assert.deepStrictEqual(sourceOf({ insight: "FUNNELS", events, funnel_window_days: 7, exclusions: [exclusion] }), {
    kind: "FunnelsQuery",
    series: pair,
    funnelsFilter: {
      funnelWindowInterval: 7,
      funnelWindowIntervalUnit: "day",
      exclusions: [{ kind: "EventsNode", event: "x", funnelFromStep: 0, funnelToStep: 1 }]
    }
  })
  assert.deepStrictEqual(
    sourceOf({ insight: "RETENTION", target_entity: { id: "a", type: "events" }, total_intervals: 5, period: "Week" }),
    {
      kind: "RetentionQuery",
      retentionFilter: { targetEntity: { id: "a", type: "events" }, period: "Week", totalIntervals: 5 }
    }
  )
  assert.deepStrictEqual(sourceOf({ insight: "RETENTION" }), { kind: "RetentionQuery", retentionFilter: {} })
  assert.deepStrictEqual(sourceOf({ insight: "PATHS", start_point: "1", step_limit: 3, interval: "day" }), {
    kind: "PathsQuery",
    pathsFilter: { startPoint: "1", stepLimit: 3 }
  })
  assert.deepStrictEqual(sourceOf({ insight: "LIFECYCLE", events: events.slice(0, 1), date_to: "2026-01-01" }), {
    kind: "LifecycleQuery",
    series: pair.slice(0, 1),
    dateRange: { date_to: "2026-01-01" }
  })
  assert.deepStrictEqual(sourceOf({ insight: "STICKINESS", events: events.slice(0, 1), compare: true }), {
    kind: "StickinessQuery",
    series: pair.slice(0, 1),
    compareFilter: { compare: true }
  })
})

it("the oldest conditions are values by names", () => {
  assert.deepStrictEqual(sourceOf({ insight: "PATHS", properties: { $browser: "Chrome", price__gt: 5 } }), {
    kind: "PathsQuery",
    properties: [
      { type: "event", key: "$browser", operator: "exact", value: "Chrome" },
      { type: "event", key: "price", operator: "gt", value: 5 }
    ]
  })
})

it("what is no insight is no query", () => {
  for (const filters of [{}, { insight: "NOPE" }, { date_from: "-7d" }, { insight: 5 }]) {
    assert.isNull(queryOfFilters(filters))
  }
  assert.deepStrictEqual(sourceOf({ events: "x", actions: [] }), { kind: "TrendsQuery", series: [] })
})
