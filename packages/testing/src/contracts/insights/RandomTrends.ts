import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Dice } from "../experiments/RandomHistory.ts"
import { randomRange, rangeFields } from "./RandomInsight.ts"
import type { NaiveSeries, NaiveTrends } from "./TrendsModel.ts"

const maths = [
  "total",
  "dau",
  "weekly_active",
  "monthly_active",
  "unique_session",
  "unique_group",
  "first_time_for_user",
  "first_matching_event_for_user",
  "sum",
  "avg",
  "min",
  "max",
  "median",
  "p75",
  "p90",
  "p95",
  "p99",
  "avg_count_per_actor",
  "min_count_per_actor",
  "max_count_per_actor",
  "median_count_per_actor",
  "p90_count_per_actor"
] as const

const randomSeries = (dice: Dice): NaiveSeries => ({
  event: dice.pick(["view", "view", "buy", "leave", null]),
  math: dice.pick(maths),
  plan: dice.chance(0.3) ? "free" : undefined
})

/** A query with any measure, cut by any values. */
export const randomTrends = (dice: Dice): NaiveTrends => ({
  ...randomRange(dice),
  series: Array.from({ length: 1 + dice.below(3) }, () => randomSeries(dice)),
  breakdowns: dice.pick([[], [], ["plan"], ["amount"], ["plan", "$lib"], ["plan", "amount"]] as const),
  limit: dice.pick([1, 2, 3, 25]),
  hidesOther: dice.chance(0.3),
  isTotal: dice.chance(0.25)
})

/** The query as clients write it. */
export const trendsNode = (query: NaiveTrends): JsonRecord => ({
  ...rangeFields(query),
  series: query.series.map(({ event, math, plan }) => ({
    kind: "EventsNode",
    event,
    math,
    math_property: "amount",
    math_group_type_index: 0,
    properties: plan === undefined ? [] : [{ type: "event", key: "plan", value: [plan] }]
  })),
  breakdownFilter: {
    breakdowns: query.breakdowns.map((property) => ({ property, type: "event" })),
    breakdown_limit: query.limit,
    breakdown_hide_other_aggregation: query.hidesOther
  },
  trendsFilter: { display: query.isTotal ? "ActionsTable" : "ActionsBar" }
})
