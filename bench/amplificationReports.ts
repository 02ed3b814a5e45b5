/** The worst known requests of the holder of a personal key for what is put together: pages, reports, definitions. */
import { gzipSync } from "node:zlib"
import type { Attack, Exchange, Target } from "./Attack.ts"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i))

const headersOf = ({ key }: Target) => ({ "content-type": "application/json", authorization: `Bearer ${key}` })

const post = (target: Target, path: string, body: unknown): Exchange => ({
  method: "POST",
  path: `/api/projects/1/${path}`,
  headers: headersOf(target),
  body: Buffer.from(JSON.stringify(body))
})

const get = (target: Target, path: string): Exchange => ({
  method: "GET",
  path: `/api/projects/1/${path}`,
  headers: headersOf(target),
  body: undefined
})

const attack = (path: string, name: string, before: Attack["before"]): Attack => ({
  route: `GET /api/projects/{project_id}/${path.split("?")[0]?.replace(/\/1\//, "/{id}/")}`,
  name,
  before,
  request: (target) => get(target, path)
})

const statement = (name: string, query: string): Attack => ({
  route: "POST /api/projects/{project_id}/query/",
  name,
  before: () => [],
  request: (target) => post(target, "query/", { query: { kind: "HogQLQuery", query } })
})

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

const exposed = (index: number) => ({
  event: "$feature_flag_called",
  distinct_id: `person ${index}`,
  timestamp: hoursAgo(40),
  properties: { $feature_flag: "checkout", $feature_flag_response: index % 2 === 0 ? "test" : "control" }
})

const bought = (index: number) => ({ event: "purchase", distinct_id: `person ${index}`, timestamp: hoursAgo(30) })

const metric = (index: number) => ({
  kind: "ExperimentMetric",
  metric_type: "mean",
  source: { kind: "EventsNode", event: "purchase" },
  uuid: `metric ${index}`,
  name: `Metric ${index}`
})

/** An experiment of 400 metrics, whose results are there. */
const measured = (target: Target): ReadonlyArray<Exchange> => [
  {
    method: "POST",
    path: "/batch/",
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: gzipSync(JSON.stringify({ api_key: target.token, batch: times(400, (i) => [exposed(i), bought(i)]).flat() }))
  },
  post(target, "experiments/", {
    name: "Many",
    feature_flag_key: "checkout",
    start_date: hoursAgo(72),
    metrics: times(200, metric),
    metrics_secondary: times(200, (i) => metric(i + 200))
  }),
  get(target, "experiments/1/report/")
]

const largeFlag = (number: number) => ({
  key: `large-${number}`,
  filters: {
    groups: [{
      properties: [{ key: "plan", type: "person", operator: "exact", value: times(20, () => "x".repeat(24_000)) }]
    }]
  }
})

const largeFlags = (target: Target) => times(100, (number) => post(target, "feature_flags/", largeFlag(number)))

const fullDashboard = (target: Target): ReadonlyArray<Exchange> => [
  post(target, "dashboards/", { name: "Full" }),
  ...times(100, (number) =>
    post(target, "insights/", {
      name: `Large ${number}`,
      dashboards: [1],
      query: { kind: "HogQLQuery", query: `select 1 -- ${"x".repeat(500_000)}` }
    }))
]

/** Requests with a key, in the order of the table. */
export const reportAttacks: ReadonlyArray<Attack> = [
  attack("experiments/1/report/", "a report of 400 metrics", measured),
  attack("experiments/1/results/", "results of 400 metrics", measured),
  attack("feature_flags/?limit=100", "a page of 100 flags of 500 KB", largeFlags),
  attack("feature_flags/local_evaluation/", "definitions of 100 flags of 500 KB", largeFlags),
  attack("dashboards/1/", "a dashboard of 100 insights of 500 KB", fullDashboard),
  statement(
    "6,600 conditions",
    `select count() from events where ${times(6_600, (i) => `event='x${i}'`).join(" or ")}`
  ),
  statement(
    "19,000 values after IN",
    `select count() from events where event in (${times(19_000, (i) => `'x${i}'`).join(",")})`
  )
]
