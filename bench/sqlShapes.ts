import { merged, nativePerson } from "./clickHouseQueries.ts"

/** A form of SQL, in our dialect and written by hand for each engine. The answers are equal, of whole numbers and texts. */
export interface SqlShape {
  readonly name: string
  readonly ours: string
  readonly clickHouse: string
  readonly postgres: string
}

const week = "timestamp >= toDateTime('2026-06-23 00:00:00') AND timestamp < toDateTime('2026-06-30 00:00:00')"
const clickHouseWeek = "project_id = 1 AND timestamp >= toDateTime64('2026-06-23 00:00:00', 6, 'UTC') "
  + "AND timestamp < toDateTime64('2026-06-30 00:00:00', 6, 'UTC')"
const postgresWeek = "project_id = 1 AND timestamp >= '2026-06-23 00:00:00Z' AND timestamp < '2026-06-30 00:00:00Z'"

const postgresMerged = "LEFT JOIN person_overrides AS o ON o.project_id = 1 AND o.old_person_id = e.person_id"

/** The shapes for a data set of `generatedEvents.ts` whose project is 1, in which persons are members of the cohort 1. */
export const sqlShapes: ReadonlyArray<SqlShape> = [
  {
    name: "windows: seconds between events",
    ours: `SELECT event, toInt(sum(gap)) AS gaps FROM (
      SELECT event, dateDiff('second', lag(timestamp) OVER (PARTITION BY distinct_id ORDER BY timestamp), timestamp) AS gap
      FROM events WHERE ${week}) GROUP BY event ORDER BY event`,
    clickHouse: `SELECT event, toInt64(sum(gap)) AS gaps FROM (
      SELECT event, dateDiff('second', lagInFrame(toNullable(timestamp)) OVER (PARTITION BY distinct_id ORDER BY timestamp
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), timestamp) AS gap
      FROM events WHERE ${clickHouseWeek}) GROUP BY event ORDER BY event`,
    postgres: `SELECT event, sum(gap)::int8 AS gaps FROM (
      SELECT event, floor(extract(epoch FROM timestamp)) - floor(extract(epoch FROM
        lag(timestamp) OVER (PARTITION BY distinct_id ORDER BY timestamp))) AS gap
      FROM events WHERE ${postgresWeek}) AS g GROUP BY event ORDER BY event`
  },
  {
    name: "arrays: parts of addresses",
    ours: `SELECT part, count() AS c FROM events ARRAY JOIN splitByChar('/', properties.$pathname) AS part
      WHERE event = 'purchase' AND part != '' GROUP BY part ORDER BY c DESC, part LIMIT 50`,
    clickHouse:
      `SELECT part, count() AS c FROM events ARRAY JOIN splitByChar('/', assumeNotNull(pj.\`$pathname\`.:String)) AS part
      WHERE project_id = 1 AND event = 'purchase' AND part != '' GROUP BY part ORDER BY c DESC, part LIMIT 50`,
    postgres: `SELECT part COLLATE "C", count(*) AS c FROM events, string_to_table(derived ->> '$pathname', '/') AS part
      WHERE project_id = 1 AND event = 'purchase' AND part <> ''
      GROUP BY part COLLATE "C" ORDER BY c DESC, part COLLATE "C" LIMIT 50`
  },
  {
    name: "sessions: length by day",
    ours:
      `SELECT toString(toDate($start_timestamp)) AS day, count() AS c, sum($session_duration) AS length FROM sessions
      GROUP BY day ORDER BY day`,
    clickHouse: `SELECT toString(toDate(started)) AS day, count() AS c, sum(length) FROM (
      SELECT session_id, min(timestamp) AS started, dateDiff('second', min(timestamp), max(timestamp)) AS length
      FROM events WHERE project_id = 1 AND session_id != '' GROUP BY session_id) GROUP BY day ORDER BY day`,
    postgres: `SELECT (started AT TIME ZONE 'UTC')::date::text AS day, count(*) AS c, sum(length)::int8 FROM (
      SELECT session_id, min(timestamp) AS started,
        floor(extract(epoch FROM max(timestamp))) - floor(extract(epoch FROM min(timestamp))) AS length
      FROM events WHERE project_id = 1 AND session_id <> '' GROUP BY session_id) AS s GROUP BY day ORDER BY day`
  },
  {
    name: "percentiles: prices by browser",
    ours: `SELECT properties.$browser AS browser, toInt(round(quantile(0.5)(toFloat(properties.price)))) AS half,
        toInt(round(quantile(0.95)(toFloat(properties.price)))) AS most
      FROM events WHERE event = 'purchase' GROUP BY browser ORDER BY browser`,
    clickHouse: `SELECT \`mat_$browser\` AS browser,
        toInt64(round(quantileExactInclusive(0.5)(toFloat64OrNull(pj.price.:String)))) AS half,
        toInt64(round(quantileExactInclusive(0.95)(toFloat64OrNull(pj.price.:String)))) AS most
      FROM events WHERE project_id = 1 AND event = 'purchase' GROUP BY browser ORDER BY browser`,
    postgres: `SELECT derived ->> '$browser' AS browser,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY (derived ->> 'price')::float8))::int8 AS half,
        round(percentile_cont(0.95) WITHIN GROUP (ORDER BY (derived ->> 'price')::float8))::int8 AS most
      FROM events WHERE project_id = 1 AND event = 'purchase' GROUP BY browser ORDER BY browser`
  },
  {
    name: "cohorts: events of members",
    ours: "SELECT event, count() AS c FROM events WHERE person_id IN COHORT 1 GROUP BY event ORDER BY event",
    clickHouse: `SELECT event, count() AS c FROM events AS e ${merged} WHERE project_id = 1 AND ${nativePerson} IN (
      SELECT person_id FROM cohort_members FINAL WHERE project_id = 1 AND cohort_id = 1) GROUP BY event ORDER BY event`,
    postgres: `SELECT event, count(*) AS c FROM events AS e ${postgresMerged} WHERE e.project_id = 1
      AND coalesce(o.person_id, e.person_id) IN (SELECT person_id FROM cohort_members WHERE project_id = 1 AND cohort_id = 1)
      GROUP BY event ORDER BY event`
  },
  {
    name: "set operation: both events",
    ours: `SELECT count() AS c FROM (SELECT distinct_id FROM events WHERE event = 'signup'
      INTERSECT SELECT distinct_id FROM events WHERE event = 'purchase')`,
    clickHouse: `SELECT count() AS c FROM (SELECT distinct_id FROM events WHERE project_id = 1 AND event = 'signup'
      INTERSECT DISTINCT SELECT distinct_id FROM events WHERE project_id = 1 AND event = 'purchase')`,
    postgres: `SELECT count(*) AS c FROM (SELECT distinct_id FROM events WHERE project_id = 1 AND event = 'signup'
      INTERSECT SELECT distinct_id FROM events WHERE project_id = 1 AND event = 'purchase') AS both_events`
  },
  {
    name: "JSON paths: sums by two properties",
    ours: `SELECT properties.$os AS os, toInt(properties.quantity) AS quantity, count() AS c FROM events
      WHERE event = 'purchase' AND properties.variant = 'test' GROUP BY os, quantity ORDER BY os, quantity`,
    clickHouse:
      `SELECT pj.\`$os\`.:String AS os, toInt64OrNull(pj.quantity.:String) AS quantity, count() AS c FROM events
      WHERE project_id = 1 AND event = 'purchase' AND pj.variant.:String = 'test'
      GROUP BY os, quantity ORDER BY os, quantity`,
    postgres:
      `SELECT (derived ->> '$os') COLLATE "C" AS os, (derived ->> 'quantity')::int8 AS quantity, count(*) AS c FROM events
      WHERE project_id = 1 AND event = 'purchase' AND derived ->> 'variant' = 'test'
      GROUP BY 1, 2 ORDER BY 1, 2`
  },
  {
    name: "top-k: three pages of each browser",
    ours: `SELECT browser, url, c FROM (
      SELECT properties.$browser AS browser, properties.$current_url AS url, count() AS c FROM events
      WHERE event = '$pageview' AND ${week} GROUP BY browser, url)
      ORDER BY browser, c DESC, url LIMIT 3 BY browser`,
    clickHouse: `SELECT browser, url, c FROM (
      SELECT \`mat_$browser\` AS browser, \`mat_$current_url\` AS url, count() AS c FROM events
      WHERE event = '$pageview' AND ${clickHouseWeek} GROUP BY browser, url)
      ORDER BY browser, c DESC, url LIMIT 3 BY browser`,
    postgres: `SELECT browser, url, c FROM (
      SELECT browser, url, c, row_number() OVER (PARTITION BY browser ORDER BY c DESC, url) AS place FROM (
        SELECT (derived ->> '$browser') COLLATE "C" AS browser, (derived ->> '$current_url') COLLATE "C" AS url, count(*) AS c
        FROM events WHERE event = '$pageview' AND ${postgresWeek} GROUP BY 1, 2) AS pages) AS placed
      WHERE place <= 3 ORDER BY browser, c DESC, url`
  }
]
