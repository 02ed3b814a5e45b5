/**
 * The worst known requests of the holder of a personal key: no public routes, but requests that could hold the loop for
 * all.
 */
import { reportAttacks } from "./amplificationReports.ts"
import type { Attack, Exchange, Target } from "./Attack.ts"

type Json = Readonly<Record<string, unknown>>

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i))

const headersOf = ({ key }: Target) => ({ "content-type": "application/json", authorization: `Bearer ${key}` })

const sent = (target: Target, path: string, body: string): Exchange => ({
  method: "POST",
  path: `/api/projects/1/${path}`,
  headers: headersOf(target),
  body: Buffer.from(body)
})

const read = (target: Target, path: string): Exchange => ({
  method: "GET",
  path: `/api/projects/1/${path}`,
  headers: headersOf(target),
  body: undefined
})

const attack = (route: string, name: string, request: Attack["request"], before: Attack["before"] = () => []) => ({
  route: `${route.split(" ")[0]} /api/projects/{project_id}/${route.split(" ")[1]}`,
  name,
  before,
  request
})

const query = (name: string, node: Json): Attack =>
  attack("POST query/", name, (target) => sent(target, "query/", JSON.stringify({ query: node })))

const sql = (name: string, text: string, more: Json = {}): Attack =>
  query(name, { kind: "HogQLQuery", query: text, ...more })

const series = (count: number, more: Json = {}) =>
  times(count, (i) => ({ kind: "EventsNode", event: `m${i}`, ...more }))

const conditions = (count: number) =>
  times(count, (i) => ({ key: `p${i}`, type: "event", operator: "icontains", value: [`a${i}`, "b"] }))

const nested = (levels: number): Json =>
  levels === 0
    ? { type: "AND", values: conditions(1) }
    : { type: "OR", values: [nested(levels - 1)] }

const trends = (name: string, more: Json): Attack => query(name, { kind: "TrendsQuery", series: series(1), ...more })

const long = (length: number) => `'${"x".repeat(length)}'`

const statements: ReadonlyArray<Attack> = [
  sql(
    "20,000 comparisons in one SQL statement",
    `select count() from events where ${times(20_000, () => "event='0'").join(" or ")}`
  ),
  sql("a value of 1 MB in 900 places", `select ${times(900, () => "{v}").join(",")}`, {
    values: { v: "x".repeat(1_000_000) }
  }),
  sql("a value of 9 MB", "select {v}", { values: { v: "x".repeat(9_000_000) } }),
  sql("20,000 variables, of which 900 are used", `select ${times(900, (i) => `{variables.v${i}}`).join(",")}`, {
    variables: Object.fromEntries(
      times(20_000, (i) => [`v${i}`, { variableId: `v${i}`, code_name: `v${i}`, value: "x".repeat(100) }])
    )
  }),
  sql("6,000 variables, of which 900 are used", `select ${times(900, (i) => `{variables.v${i}}`).join(",")}`, {
    variables: Object.fromEntries(
      times(6_000, (i) => [`v${i}`, { variableId: `v${i}`, code_name: `v${i}`, value: "x".repeat(100) }])
    )
  }),
  sql(
    "a text of 500 KB by 100 names",
    `with (select ${long(500_000)}) as a select ${times(100, (i) => `length(a) as l${i}`).join(", ")}`
  ),
  sql(
    "a row of 900 texts of 300 KB",
    `select ${times(900, (i) => `c as d${i}`).join(",")} from (select ${long(300_000)} as c)`
  ),
  sql("19,000 conditions as filters", "select count() from events where {filters}", {
    filters: { properties: conditions(19_000) }
  })
]

const structured: ReadonlyArray<Attack> = [
  trends("trends of 10,000 series", { series: series(10_000) }),
  trends("trends with 19,000 conditions", { properties: conditions(19_000) }),
  trends("trends with 500 conditions", { properties: conditions(500) }),
  trends("trends with conditions 400 levels deep", { properties: nested(200) }),
  trends("trends with a list of 500,000 values", {
    properties: [{ key: "p", type: "event", operator: "exact", value: times(500_000, (i) => `v${i}`) }]
  }),
  trends("trends by 1,000 breakdowns", {
    breakdownFilter: { breakdowns: times(1_000, (i) => ({ property: `b${i}`, type: "event" })) }
  }),
  trends("trends with 10,000 formulas", {
    trendsFilter: { formulaNodes: times(10_000, (i) => ({ formula: `A*${i + 1}` })) }
  }),
  trends("17 trends of 10,800 hours", { series: series(17), interval: "hour", dateRange: { date_from: "-450d" } }),
  trends("trends of every minute of ten years", { interval: "minute", dateRange: { date_from: "-10y" } }),
  query("a funnel of 25 steps with 300 conditions each", {
    kind: "FunnelsQuery",
    series: series(25, { properties: conditions(300) })
  }),
  query("18 stickinesses of 10,800 hours", {
    kind: "StickinessQuery",
    series: series(18),
    interval: "hour",
    dateRange: { date_from: "-450d" }
  }),
  query("a retention of 180 periods", {
    kind: "RetentionQuery",
    retentionFilter: { totalIntervals: 180, period: "Day" }
  })
]

const largeSurvey = (number: number): string =>
  JSON.stringify({
    name: `Large ${number}`,
    type: "api",
    questions: times(20, () => ({ type: "open", question: "x".repeat(12_000) })),
    conditions: { note: "x".repeat(240_000) },
    appearance: { note: "x".repeat(240_000) },
    translations: { de: { name: "x".repeat(240_000) } }
  })

const records: ReadonlyArray<Attack> = [
  attack(
    "GET surveys/",
    "a page of 50 surveys of 1 MB",
    (target) => read(target, "surveys/?limit=1000"),
    (target) => times(50, (number) => sent(target, "surveys/", largeSurvey(number)))
  ),
  attack(
    "GET insights/",
    "a page of 100 insights of 500 KB",
    (target) => read(target, "insights/?limit=1000"),
    (target) =>
      times(100, (number) =>
        sent(
          target,
          "insights/",
          JSON.stringify({
            name: `Large ${number}`,
            query: { kind: "HogQLQuery", query: `select 1 -- ${"x".repeat(500_000)}` }
          })
        ))
  ),
  attack(
    "POST insights/",
    "an insight of 100,000 series",
    (target) =>
      sent(
        target,
        "insights/",
        JSON.stringify({ name: "Large", query: { kind: "TrendsQuery", series: series(100_000) } })
      )
  ),
  attack(
    "POST insight_variables/",
    "a variable of 700,000 values",
    (target) =>
      sent(
        target,
        "insight_variables/",
        JSON.stringify({ name: "v", type: "List", values: times(700_000, (i) => `v${i}`) })
      )
  ),
  attack(
    "POST dashboards/",
    "a dashboard of 700,000 tags",
    (target) => sent(target, "dashboards/", JSON.stringify({ name: "Large", tags: times(700_000, (i) => `v${i}`) }))
  ),
  attack(
    "POST dashboards/",
    "10 MiB of empty lists",
    (target) => sent(target, "dashboards/", `{"tags":[${"[],".repeat(3_300_000)}1]}`)
  ),
  attack(
    "POST actions/",
    "an action of 60,000 steps",
    (target) =>
      sent(target, "actions/", JSON.stringify({ name: "Large", steps: times(60_000, (i) => ({ event: `e${i}` })) }))
  ),
  attack("POST surveys/", "16,000 unknown names of conditions", (target) =>
    sent(
      target,
      "surveys/",
      JSON.stringify({
        name: "Unknown",
        type: "popover",
        conditions: Object.fromEntries(times(16_000, (i) => [`urk${i}`, i]))
      })
    )),
  attack("POST feature_flags/", "80,000 misspelt filters", (target) =>
    sent(
      target,
      "feature_flags/",
      JSON.stringify({
        key: "misspelt",
        filters: Object.fromEntries(times(80_000, (i) => [`grouq${i}`, i]))
      })
    )),
  attack(
    "POST feature_flags/bulk_keys/",
    "1,000,000 ids",
    (target) => sent(target, "feature_flags/bulk_keys/", JSON.stringify({ ids: times(1_000_000, (i) => i) }))
  )
]

/** Requests with a key, in the order of the table. */
export const keyedAttacks: ReadonlyArray<Attack> = [...statements, ...structured, ...records, ...reportAttacks]
