/** Requests that make a server use all of its tables. */

const find = (output: string, pattern: RegExp): string => pattern.exec(output)?.[1] ?? ""

const queries = [
  "SELECT event, count(), uniq(person_id) FROM events GROUP BY event ORDER BY event",
  "SELECT toStartOfDay(timestamp) AS day, countIf(properties.plan = 'pro') FROM events GROUP BY day ORDER BY day",
  "SELECT person.properties.plan, upper(event), toFloat(properties.amount) + 1 FROM events WHERE event ILIKE '%up%' ORDER BY uuid",
  "SELECT id, properties.plan, is_identified FROM persons ORDER BY id",
  "SELECT * FROM (SELECT distinct_id, max(timestamp) AS last FROM events GROUP BY distinct_id) ORDER BY distinct_id",
  "SELECT toFloat(properties.amount), toInt(properties.amount), toString(timestamp), length(properties.plan) FROM events ORDER BY uuid",
  "SELECT dateDiff('day', timestamp, toDateTime('2026-01-01')), toYear(timestamp), if(event = 'x', 1, 2) FROM events ORDER BY uuid"
]

const reads = [
  "/api/users/@me/",
  "/api/personal_api_keys/@current/",
  "/api/organizations/",
  "/api/organizations/@current/",
  "/api/organizations/@current/projects/",
  "/api/projects/",
  "/api/projects/1/",
  "/api/projects/1/event_definitions/?search=UP&limit=1",
  "/api/projects/1/event_definitions/",
  "/api/projects/1/property_definitions/?search=pl",
  "/api/projects/1/property_definitions/?type=person",
  "/_ready"
]

const trends = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "viewed" }] }
const split = { groups: [{ properties: [], rollout_percentage: 100 }] }
const variants = [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
const mean = { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "viewed" } }

/** What a project is asked to keep, in this order: later ones name earlier ones by their ids. */
const records: ReadonlyArray<readonly [path: string, body: object]> = [
  ["actions", { name: "Viewing", steps: [{ event: "viewed" }] }],
  ["cohorts", {
    name: "Paying",
    is_static: false,
    filters: {
      properties: {
        type: "AND",
        values: [
          { type: "AND", values: [{ type: "person", key: "plan", value: ["pro"], operator: "exact" }] }
        ]
      }
    }
  }],
  ["insight_variables", { name: "Plan", type: "String", default_value: "pro" }],
  ["dashboards", { name: "Garden" }],
  ["insights", { name: "Views", query: trends, dashboards: [1] }],
  ["feature_flags", { key: "hedge", name: "Hedge", active: true, filters: split }],
  ["scheduled_changes", {
    record_id: "1",
    model_name: "FeatureFlag",
    payload: { operation: "update_status", value: false },
    scheduled_at: "2099-01-01T00:00:00Z"
  }],
  ["surveys", { name: "Mood", type: "popover", questions: [{ type: "open", question: "How are you?" }] }],
  ["experiment_holdouts", { name: "Held out", filters: [{ properties: [], rollout_percentage: 10 }] }],
  ["experiment_saved_metrics", { name: "Views", query: mean }],
  ["experiments", {
    name: "Colour",
    feature_flag_key: "colour",
    parameters: { feature_flag_variants: variants },
    metrics: [{ ...mean, uuid: "0197f3a0-0000-7000-8000-000000000001" }]
  }]
]

const event = (name: string, distinctId: string, time: string, properties: object = {}) => ({
  event: name,
  distinct_id: distinctId,
  timestamp: time,
  properties
})

const batches = (now: Date): ReadonlyArray<ReadonlyArray<object>> => {
  const monthsAgo = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 2)).toISOString()
  const first = [
    event("signed up", "ada", monthsAgo(2), {
      plan: "pro",
      amount: 3,
      $set: { plan: "pro" },
      $set_once: { via: "ad" }
    }),
    event("signed up", "grace", monthsAgo(1), { plan: "free", $session_id: "s1", $window_id: "w1", $lib: "web" }),
    event("$groupidentify", "ada", monthsAgo(1), {
      $group_type: "company",
      $group_key: "acme",
      $group_set: { seats: 5 }
    }),
    event("upgraded", "ada", monthsAgo(0), { $groups: { company: "acme" }, amount: 7.5, tags: ["a", "b"] }),
    event("viewed", "visitor", monthsAgo(0), { amount: "12", $set: { city: "Bonn" } }),
    event("viewed", "old", "2001-01-01T00:00:00Z")
  ]
  const second = [
    event("$identify", "ada", monthsAgo(0), { $anon_distinct_id: "visitor", $set: { city: "Ghent" } }),
    event("$create_alias", "grace", monthsAgo(0), { distinct_id: "grace", alias: "hopper" }),
    event("$merge_dangerously", "ada", monthsAgo(0), { alias: "grace" }),
    event("$groupidentify", "ada", monthsAgo(0), {
      $group_type: "company",
      $group_key: "acme",
      $group_set: { seats: 6 }
    })
  ]
  return [first, second, first]
}

/** Captures, asks and reads on the server whose first start printed this. */
export const useEverything = async (output: string): Promise<void> => {
  const baseUrl = find(output, /Hedgerow is ready on (\S+)/)
  const token = find(output, /Project token\s+(\S+)/)
  const headers = {
    authorization: `Bearer ${find(output, /Personal API key\s+(\S+)/)}`,
    "content-type": "application/json"
  }
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(baseUrl + path, init)
    if (![200, 201].includes(response.status)) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
  }
  for (const batch of batches(new Date())) {
    await send("/batch/", { method: "POST", headers, body: JSON.stringify({ api_key: token, batch }) })
  }
  for (const [name, record] of records) {
    await send(`/api/projects/1/${name}/`, { method: "POST", headers, body: JSON.stringify(record) })
  }
  for (const path of [...reads, ...records.map(([name]) => `/api/projects/1/${name}/`)]) await send(path, { headers })
  for (const query of queries) {
    const body = JSON.stringify({ query: { kind: "ServiceSqlQuery", query } })
    await send("/api/projects/1/query/", { method: "POST", headers, body })
  }
  const flags = JSON.stringify({ api_key: token, distinct_id: "ada" })
  await send("/flags/?v=2", { method: "POST", headers, body: flags })
  const background = JSON.stringify({ query: { kind: "ServiceSqlQuery", query: "SELECT 1" }, refresh: "force_async" })
  await send("/api/projects/1/query/", { method: "POST", headers, body: background })
}
