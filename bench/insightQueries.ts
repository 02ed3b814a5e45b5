import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { lifecycleQuery } from "@hedgerow/core/query/kinds/lifecycle/LifecycleKind"
import { stickinessQuery } from "@hedgerow/core/query/kinds/stickiness/StickinessKind"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { actorShapes } from "./actorQueries.ts"
import { merged, nativePerson } from "./clickHouseQueries.ts"
import { type InsightShape, lastColumns } from "./InsightShape.ts"

const trends = answerable(trendsQuery)

const from = "2026-05-31"
const to = "2026-06-29"

const since = (day: string) =>
  `project_id = 1 AND timestamp >= toDateTime64('${day} 00:00:00', 6, 'UTC') AND timestamp < toDateTime64('2026-06-30 00:00:00', 6, 'UTC')`
const within = since(from)
const persons = `events AS e ${merged}`

const series = (event: string, more: JsonRecord = {}) => ({ kind: "EventsNode", event, ...more })
const month = { dateRange: { date_from: from, date_to: to }, interval: "day" }

/** Every number of every result. */
const everyNumber = (results: ReadonlyArray<JsonRecord>): ReadonlyArray<number> =>
  results.flatMap(({ data }) => data as ReadonlyArray<number>)

const trend = (name: string, node: JsonRecord, native: string, columns = 1): InsightShape => ({
  name: `trends, ${name}`,
  kind: trends,
  node: { ...month, ...node },
  native,
  ours: everyNumber,
  theirs: lastColumns(columns)
})

const active = `SELECT DISTINCT ${nativePerson} AS person, toDate(timestamp) AS day FROM ${persons}
  WHERE event = '$pageview' AND ${since("2026-05-25")}`

/** The days of each person are the bits of a number. */
const nativeLifecycle = `SELECT day, isNew, wasActive, isLast, count() AS c FROM (
    SELECT arrayJoin(bitPositionsToArray(days)) AS day, day = born AS isNew,
      bitTest(bitShiftLeft(days, 1), day) AS wasActive, NOT bitTest(bitShiftRight(days, 1), day) AS isLast
    FROM (
      SELECT groupBitOr(bitShiftLeft(toUInt64(1), toUInt8(dateDiff('day', toDate('2026-05-30'), toDate(timestamp))))) AS days,
        dateDiff('day', toDate('2026-05-30'), toDate(min(person_created_at))) AS born
      FROM ${persons} WHERE event = '$pageview' AND ${since("2026-05-30")} GROUP BY ${nativePerson}
    )
  ) GROUP BY day, isNew, wasActive, isLast`

/** The numbers of persons that are new, return, come back and leave, of the rows above. */
const lifecycleNumbers = (rows: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<number> => {
  const counts = new Map<string, number>()
  for (const [day, isNew, wasActive, isLast, count] of rows.map((row) => row.map(Number))) {
    const add = (status: string, on: number) => {
      const key = `${status} ${on}`
      if (on >= 1 && on <= 30) counts.set(key, (counts.get(key) ?? 0) + (count ?? 0))
    }
    add(isNew === 1 ? "new" : wasActive === 1 ? "returning" : "resurrecting", day ?? 0)
    if (isLast === 1) add("dormant", (day ?? 0) + 1)
  }
  return [...counts.values()]
}

/** Trends, lifecycle and stickiness of a month of generated events. */
const activityShapes: ReadonlyArray<InsightShape> = [
  trend(
    "events of two series",
    { series: [series("$pageview"), series("purchase")] },
    `SELECT toStartOfDay(timestamp) AS day, countIf(event = '$pageview'), countIf(event = 'purchase') FROM events
      WHERE event IN ('$pageview', 'purchase') AND ${within} GROUP BY day`,
    2
  ),
  trend(
    "persons",
    { series: [series("$pageview", { math: "dau" })] },
    `SELECT toStartOfDay(timestamp) AS day, uniqExact(${nativePerson}) FROM ${persons}
      WHERE event = '$pageview' AND ${within} GROUP BY day`
  ),
  trend(
    "persons by browser",
    { series: [series("$pageview", { math: "dau" })], breakdownFilter: { breakdown: "$browser" } },
    `SELECT toStartOfDay(timestamp) AS day, \`mat_$browser\` AS browser, uniqExact(${nativePerson}) FROM ${persons}
      WHERE event = '$pageview' AND ${within} GROUP BY day, browser`
  ),
  trend(
    "events by the first 25 of 2,000 pages and others",
    { series: [series("$pageview")], breakdownFilter: { breakdown: "$current_url" } },
    `WITH tops AS (SELECT \`mat_$current_url\` AS url FROM events WHERE event = '$pageview' AND ${within}
        GROUP BY url ORDER BY count() DESC, url LIMIT 25)
      SELECT toStartOfDay(timestamp) AS day, if(\`mat_$current_url\` IN tops, \`mat_$current_url\`, 'other') AS url, count()
      FROM events WHERE event = '$pageview' AND ${within} GROUP BY day, url`
  ),
  trend(
    "mean of a property",
    { series: [series("purchase", { math: "avg", math_property: "price" })] },
    `SELECT toStartOfDay(timestamp) AS day, avg(toFloat64OrNull(pj.price.:String)) FROM events
      WHERE event = 'purchase' AND ${within} GROUP BY day`
  ),
  trend(
    "mean count per person",
    { series: [series("$pageview", { math: "avg_count_per_actor" })] },
    `SELECT day, avg(c) FROM (SELECT toStartOfDay(timestamp) AS day, ${nativePerson} AS person, count() AS c
      FROM ${persons} WHERE event = '$pageview' AND ${within} GROUP BY day, person) GROUP BY day`
  ),
  trend(
    "persons active in 7 days",
    { series: [series("$pageview", { math: "weekly_active" })] },
    `SELECT day + n AS last, uniqExact(person) FROM (${active}) ARRAY JOIN range(7) AS n
      WHERE last >= toDate('${from}') AND last <= toDate('${to}') GROUP BY last`
  ),
  trend(
    "first time of a person",
    { series: [series("purchase", { math: "first_time_for_user" })] },
    `SELECT toStartOfDay(first) AS day, count() FROM (SELECT min(timestamp) AS first FROM ${persons}
      WHERE project_id = 1 AND event = 'purchase' AND timestamp < toDateTime64('2026-06-30 00:00:00', 6, 'UTC')
      GROUP BY ${nativePerson} HAVING first >= toDateTime64('${from} 00:00:00', 6, 'UTC')) GROUP BY day`
  ),
  {
    name: "lifecycle of a month",
    kind: answerable(lifecycleQuery),
    node: { ...month, series: [series("$pageview")] },
    native: nativeLifecycle,
    ours: (results) => everyNumber(results).map(Math.abs),
    theirs: lifecycleNumbers
  },
  {
    name: "stickiness of a month",
    kind: answerable(stickinessQuery),
    node: { ...month, series: [series("$pageview")] },
    native: `SELECT days, count() FROM (SELECT ${nativePerson} AS person, uniqExact(toStartOfDay(timestamp)) AS days
      FROM ${persons} WHERE event = '$pageview' AND ${within} GROUP BY person) GROUP BY days`,
    ours: everyNumber,
    theirs: lastColumns(1)
  }
]

/** Every insight that is measured. */
export const insightShapes: ReadonlyArray<InsightShape> = [...activityShapes, ...actorShapes]
