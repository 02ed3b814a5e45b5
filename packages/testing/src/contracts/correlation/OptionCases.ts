import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"

const series = (...names: ReadonlyArray<string>) => names.map((event) => ({ kind: "EventsNode", event }))
const dateRange = { date_from: "2024-05-06", date_to: "2024-05-07" }
const plan = { breakdown: "plan", breakdown_type: "event" }

const option = (value: string | number | ReadonlyArray<string>, label: string = String(value)) => ({ label, value })
const days = [option("2024-05-06", "6-May-2024"), option("2024-05-07", "7-May-2024")]
const none = { day: null, status: null, interval: null, breakdown: null, series: null, compare: null }

const of = (source: JsonRecord, kind = "InsightActorsQuery"): JsonRecord => ({ kind, source })

/** The selections of actors that each insight's result offers. */
export const optionCases: ReadonlyArray<readonly [source: JsonRecord, options: JsonRecord]> = [
  [
    of({
      kind: "TrendsQuery",
      series: series("tour", "help"),
      dateRange,
      breakdownFilter: plan,
      compareFilter: { compare: true }
    }),
    {
      ...none,
      day: days,
      series: [option(0, "tour"), option(1, "help")],
      breakdown: [option("pro"), option("$$_posthog_breakdown_null_$$")],
      compare: [option("current", "Current"), option("previous", "Previous")]
    }
  ],
  [
    of({ kind: "TrendsQuery", series: series("tour"), dateRange, trendsFilter: { display: "BoldNumber" } }),
    { ...none, series: [option(0, "tour")] }
  ],
  [
    of({ kind: "LifecycleQuery", series: series("tour"), dateRange }),
    {
      ...none,
      day: days,
      status: ["New", "Returning", "Resurrecting", "Dormant"].map((name) => option(name.toLowerCase(), name))
    }
  ],
  [
    of({ kind: "StickinessQuery", series: series("tour"), dateRange }, "StickinessActorsQuery"),
    { ...none, day: [option(1, "1 day"), option(2, "2 days")], series: [option(0, "tour")] }
  ],
  [
    of({ kind: "RetentionQuery", retentionFilter: { totalIntervals: 2, period: "Day" }, dateRange }),
    { ...none, interval: [option(0, "Day 0"), option(1, "Day 1")] }
  ],
  [
    of({
      kind: "FunnelsQuery",
      series: series("tour", "help"),
      dateRange,
      breakdownFilter: plan,
      funnelsFilter: { breakdownAttributionType: "step", breakdownAttributionValue: 0 }
    }, "FunnelsActorsQuery"),
    { ...none, breakdown: [option(["pro"], "pro")] }
  ],
  [of({ kind: "PathsQuery", dateRange }), none]
]
