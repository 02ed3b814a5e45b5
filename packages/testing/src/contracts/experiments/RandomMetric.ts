import type { ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { EventsNode } from "@hedgerow/core/query/structured/EventsNode"
import type { Dice } from "./RandomHistory.ts"

const event = (dice: Dice): EventsNode => ({
  kind: "EventsNode",
  event: dice.pick(["view", "buy", "buy", "leave", null]),
  properties: dice.pick([[], {}, [{ type: "event", key: "plan", operator: "exact", value: "pro" }]])
})

const ofSessions = { math_property_type: "session_properties" }

const source = (dice: Dice): EventsNode => ({
  ...event(dice),
  ...dice.pick<Partial<EventsNode>>([
    {},
    { math: "total" },
    { math: "dau" },
    { math: "unique_session" },
    { math: "unique_group", math_group_type_index: 0 },
    { math: "sum", math_property: "amount" },
    { math: "avg", math_property: "amount" },
    { math: "min", math_property: "amount" },
    { math: "max", math_property: "amount" },
    { math: dice.pick(["sum", "avg", "min", "max"]), ...ofSessions, math_property: "$session_duration" },
    { math: dice.pick(["sum", "avg", "min", "max"]), ...ofSessions, math_property: "$is_bounce" },
    { math: "hogql", math_hogql: "sum(toFloat(properties.amount)) + 2 * countIf(event = 'buy')" }
  ])
})

const common = (dice: Dice) => ({
  kind: "ExperimentMetric" as const,
  ...(dice.chance(0.4)
    ? { conversion_window: 1 + dice.below(40), conversion_window_unit: dice.pick(["minute", "hour", "day"] as const) }
    : undefined),
  ...(dice.chance(0.25)
    ? { breakdownFilter: { breakdowns: [{ property: "plan", type: "event" as const }] } }
    : undefined)
})

const bounds = (dice: Dice) => ({
  ...(dice.chance(0.4) ? { lower_bound_percentile: dice.below(40) / 100 } : undefined),
  ...(dice.chance(0.4) ? { upper_bound_percentile: 0.5 + dice.below(50) / 100 } : undefined),
  ...(dice.chance(0.3) ? { ignore_zeros: true } : undefined)
})

/** A metric of one of the four types. */
export const randomMetric = (dice: Dice, type: ExperimentMetric["metric_type"]): ExperimentMetric => {
  switch (type) {
    case "mean":
      return { ...common(dice), metric_type: "mean", source: source(dice), ...bounds(dice) }
    case "ratio":
      return {
        ...common(dice),
        metric_type: "ratio",
        numerator: source(dice),
        denominator: source(dice),
        ...(dice.chance(0.4) ? { numerator_outlier_handling: bounds(dice) } : undefined),
        ...(dice.chance(0.4) ? { denominator_outlier_handling: bounds(dice) } : undefined)
      }
    case "funnel":
      return {
        ...common(dice),
        metric_type: "funnel",
        series: Array.from({ length: 1 + dice.below(3) }, () => event(dice)),
        funnel_order_type: dice.pick(["ordered", "strict", "unordered"])
      }
    case "retention": {
      const first = dice.below(3)
      return {
        ...common(dice),
        metric_type: "retention",
        start_event: event(dice),
        completion_event: event(dice),
        retention_window_start: first,
        retention_window_end: first + dice.below(3),
        retention_window_unit: dice.pick(["hour", "day", "minute"]),
        start_handling: dice.pick(["first_seen", "last_seen"])
      }
    }
  }
}
