/** Answers of insights as the guides draw them. */
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"

const days = Array.from(
  { length: 14 },
  (_, day) => new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10)
)

/** Numbers that go up and down, the same each time. */
const wave = (place: number, size: number, length = days.length): ReadonlyArray<number> =>
  Array.from({ length }, (_, day) => Math.round(size * (1 + 0.35 * Math.sin(day * 0.9 + place * 1.7) + 0.02 * day)))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

const item = (label: string, data: ReadonlyArray<number>, more: JsonRecord = {}): JsonRecord => ({
  label,
  data,
  days,
  labels: days,
  count: sum(data),
  ...more
})

const totals = (label: string, value: number): JsonRecord => ({
  label,
  data: [],
  days,
  count: 0,
  aggregated_value: value
})

const browsers = ["Chrome", "Safari", "Firefox", "Edge", "$$_posthog_breakdown_other_$$"]
const shares = [520, 310, 140, 90, 60]

const step = (order: number, name: string, count: number, time: number | null, cut?: string): JsonRecord => ({
  action_id: name,
  name,
  custom_name: null,
  order,
  count,
  type: "events",
  average_conversion_time: time,
  median_conversion_time: time,
  ...cut === undefined ? {} : { breakdown: [cut], breakdown_value: [cut] }
})

const steps = (counts: ReadonlyArray<number>, cut?: string): ReadonlyArray<JsonRecord> =>
  ["signed up", "created a project", "invited a friend", "paid"].map((name, place) =>
    step(place, name, counts[place] ?? 0, place === 0 ? null : [0, 540, 7_800, 259_200][place] ?? 0, cut)
  )

const cohort = (row: number): JsonRecord => {
  const size = 80 + (row * 37) % 45
  return {
    date: `2026-01-${String(5 + row).padStart(2, "0")}T00:00:00Z`,
    label: `Day ${row}`,
    values: Array.from({ length: 10 }, (_, column) => ({
      label: `Day ${column}`,
      count: row + column > 9
        ? 0
        : column === 0
        ? size
        : Math.round(size * (0.52 / Math.sqrt(column) + ((row * 7 + column * 3) % 9) / 100))
    }))
  }
}

const edge = (source: string, target: string, value: number): JsonRecord => ({
  source,
  target,
  value,
  average_conversion_time: 1000 * value
})

/** An insight: the kind of its query, its title, its node and its answer. */
export interface ExampleInsight {
  readonly kind: string
  readonly title: string
  readonly node: JsonRecord
  readonly answer: JsonRecord
}

const trends = (
  title: string,
  display: string,
  results: ReadonlyArray<JsonRecord>,
  filter: JsonRecord = {}
): ExampleInsight => ({
  kind: "TrendsQuery",
  title,
  node: { kind: "TrendsQuery", trendsFilter: { ...filter, display } },
  answer: { results }
})

const funnel = (title: string, results: unknown, funnelVizType = "steps"): ExampleInsight => ({
  kind: "FunnelsQuery",
  title,
  node: { kind: "FunnelsQuery", funnelsFilter: { funnelVizType } },
  answer: { results }
})

const of = (kind: string, title: string, results: unknown): ExampleInsight => ({
  kind,
  title,
  node: { kind },
  answer: { results }
})

const statuses = ["new", "returning", "resurrecting", "dormant"]

/** By the names of their files in docs/charts. */
export const exampleInsights: Readonly<Record<string, ExampleInsight>> = {
  "trends-lines": trends(
    "Page views by browser",
    "ActionsLineGraph",
    browsers.map((name, place) => item(name, wave(place, shares[place] ?? 1), { breakdown_value: name }))
  ),
  "trends-compared": trends("Sign-ups", "ActionsLineGraph", [
    item("signed up", wave(0, 120), { compare: true, compare_label: "current" }),
    item("signed up", wave(2, 95), { compare: true, compare_label: "previous" })
  ]),
  "trends-bars": trends(
    "Plans chosen",
    "ActionsBar",
    [item("free", wave(0, 60)), item("pro", wave(1, 32)), item("team", wave(2, 14))],
    { goalLines: [{ label: "Target", value: 150 }] }
  ),
  "trends-number": trends("Revenue in January", "BoldNumber", [
    { ...totals("paid", 48_210), compare: true, compare_label: "current" },
    { ...totals("paid", 41_900), compare: true, compare_label: "previous" }
  ]),
  "trends-pie": trends(
    "Visitors by browser",
    "ActionsPie",
    browsers.map((name, place) => totals(name, shares[place] ?? 0))
  ),
  "trends-values": trends(
    "Visitors by country",
    "ActionsBarValue",
    ["Germany", "France", "Brazil", "Japan", "Kenya"].map((name, place) => totals(name, 4_100 - place * 870))
  ),
  funnel: funnel("From sign-up to payment", steps([2_400, 1_520, 610, 188])),
  "funnel-by-plan": funnel("From sign-up to payment, by plan", [
    steps([1_500, 900, 310, 70], "free"),
    steps([900, 620, 300, 118], "pro")
  ]),
  "funnel-times": funnel("Time from sign-up to payment", {
    bins: [[600, 12], [4_200, 31], [7_800, 24], [11_400, 15], [15_000, 9], [18_600, 4], [22_200, 2]],
    average_conversion_time: 8_340
  }, "time_to_convert"),
  retention: of("RetentionQuery", "Who comes back", Array.from({ length: 10 }, (_, row) => cohort(row))),
  lifecycle: of(
    "LifecycleQuery",
    "Who comes, stays and leaves",
    statuses.map((status, place) => {
      const data = wave(place, [40, 90, 22, 35][place] ?? 1)
      return item(`$pageview - ${status}`, status === "dormant" ? data.map((value) => -value) : data, { status })
    })
  ),
  stickiness: of("StickinessQuery", "On how many days people come", [
    {
      label: "$pageview",
      count: 900,
      data: [310, 190, 120, 84, 66, 60, 70],
      days: [1, 2, 3, 4, 5, 6, 7],
      labels: ["1 day", "2 days", "3 days", "4 days", "5 days", "6 days", "7 days"]
    }
  ]),
  paths: of("PathsQuery", "Where people go", [
    edge("1_https://shop.example/", "2_https://shop.example/search", 420),
    edge("1_https://shop.example/", "2_https://shop.example/offers", 260),
    edge("1_https://shop.example/", "2_https://shop.example/about", 70),
    edge("1_https://shop.example/blog", "2_https://shop.example/offers", 90),
    edge("2_https://shop.example/search", "3_https://shop.example/product/1", 240),
    edge("2_https://shop.example/search", "3_https://shop.example/product/2", 110),
    edge("2_https://shop.example/offers", "3_https://shop.example/product/2", 200),
    edge("2_https://shop.example/offers", "3_https://shop.example/", 60),
    edge("3_https://shop.example/product/1", "4_https://shop.example/cart", 130),
    edge("3_https://shop.example/product/2", "4_https://shop.example/cart", 150),
    edge("4_https://shop.example/cart", "5_paid", 170),
    edge("4_https://shop.example/cart", "5_https://shop.example/", 50)
  ])
}
