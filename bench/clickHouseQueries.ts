/** One question of a product-analytics day, in our SQL and as ClickHouse SQL written by hand. */
export interface QueryShape {
  readonly name: string
  readonly ours: string
  readonly native: string
}

const since = (day: string) =>
  `timestamp >= toDateTime('${day} 00:00:00') AND timestamp < toDateTime('2026-06-30 00:00:00')`
const nativeSince = (day: string) =>
  `project_id = 1 AND timestamp >= toDateTime64('${day} 00:00:00', 6, 'UTC') AND timestamp < toDateTime64('2026-06-30 00:00:00', 6, 'UTC')`

/** Merged persons count as the person they are part of. */
export const merged =
  "LEFT ANY JOIN (SELECT old_person_id, person_id FROM person_overrides FINAL WHERE project_id = 1) AS o ON o.old_person_id = e.person_id"
/** The person that an event counts for. */
export const nativePerson = "if(empty(o.person_id), e.person_id, o.person_id)"

const funnelEvents = "event IN ('signup', 'add to cart', 'purchase')"
const experimentEvents = "event IN ('$pageview', 'purchase')"

/** The shapes, for a data set of `generatedEvents.ts` whose project is 1; `person` is the id of one that has many events. */
export const queryShapes = (person: string): ReadonlyArray<QueryShape> => [
  {
    name: "1 count by event, 30 days",
    ours: `SELECT event, count() AS c FROM events WHERE ${since("2026-05-31")} GROUP BY event ORDER BY c DESC, event`,
    native: `SELECT event, count() AS c FROM events WHERE ${
      nativeSince("2026-05-31")
    } GROUP BY event ORDER BY c DESC, event`
  },
  {
    name: "2 daily uniques of a plan by browser",
    ours: `SELECT toDate(timestamp) AS day, properties.$browser AS browser, uniqExact(person_id) AS c FROM events
      WHERE properties.plan = 'pro' AND ${since("2026-04-02")} GROUP BY day, browser ORDER BY day, browser LIMIT 1000`,
    native: `SELECT toInt32(toDate(timestamp)) AS day, \`mat_$browser\` AS browser, uniqExact(${nativePerson}) AS c
      FROM events AS e ${merged}
      WHERE pj.plan.:String = 'pro' AND ${
      nativeSince("2026-04-02")
    } GROUP BY day, browser ORDER BY day, browser LIMIT 1000`
  },
  {
    name: "3 funnel of three steps, 14 days",
    ours: `SELECT countIf(a IS NOT NULL) AS one, countIf(b > a) AS two, countIf(b > a AND c > b) AS three FROM (
      SELECT person_id, minIf(timestamp, event = 'signup') AS a, maxIf(timestamp, event = 'add to cart') AS b,
        maxIf(timestamp, event = 'purchase') AS c
      FROM events WHERE ${funnelEvents} AND ${since("2026-06-16")} GROUP BY person_id)`,
    native: `SELECT countIf(a IS NOT NULL), countIf(b > a), countIf(b > a AND c > b) FROM (
      SELECT ${nativePerson} AS person, minOrNullIf(timestamp, event = 'signup') AS a,
        maxOrNullIf(timestamp, event = 'add to cart') AS b, maxOrNullIf(timestamp, event = 'purchase') AS c
      FROM events AS e ${merged} WHERE ${funnelEvents} AND ${nativeSince("2026-06-16")} GROUP BY person)`
  },
  {
    name: "4 retention, 8 weeks",
    ours: `SELECT f.week AS first_week, toStartOfWeek(e.timestamp) AS week, uniqExact(e.person_id) AS c
      FROM events AS e JOIN (
        SELECT person_id AS person, min(toStartOfWeek(timestamp)) AS week FROM events
        WHERE event = '$pageview' AND ${since("2026-05-05")} GROUP BY person
      ) AS f ON f.person = e.person_id
      WHERE e.event = '$pageview' AND e.${since("2026-05-05").replace("AND ", "AND e.")}
      GROUP BY first_week, week ORDER BY first_week, week`,
    native: `SELECT toInt32(first_week), toInt32(week), uniqExact(person) AS c FROM (
        SELECT DISTINCT ${nativePerson} AS person, toStartOfWeek(timestamp) AS week FROM events AS e ${merged}
        WHERE event = '$pageview' AND ${nativeSince("2026-05-05")}
      ) AS v JOIN (
        SELECT ${nativePerson} AS person, min(toStartOfWeek(timestamp)) AS first_week FROM events AS e ${merged}
        WHERE event = '$pageview' AND ${nativeSince("2026-05-05")} GROUP BY person
      ) AS f USING (person) GROUP BY first_week, week ORDER BY first_week, week`
  },
  {
    name: "5 hundred most bought pages, highest price",
    ours: `SELECT properties.$current_url AS url, count() AS c, max(toFloat(properties.price)) AS price FROM events
      WHERE event = 'purchase' GROUP BY url ORDER BY c DESC, url LIMIT 100`,
    native:
      `SELECT \`mat_$current_url\` AS url, count() AS c, max(toFloat64OrNull(pj.price.:String)) AS price FROM events
      WHERE project_id = 1 AND event = 'purchase' GROUP BY url ORDER BY c DESC, url LIMIT 100`
  },
  {
    name: "6 events of persons by email",
    ours: "SELECT count() AS c FROM events WHERE person.properties.email ILIKE '%@acme.%'",
    native: "SELECT count() AS c FROM events WHERE project_id = 1 AND person_pj.email.:String ILIKE '%@acme.%'"
  },
  {
    name: "7 last hundred events of a person",
    ours:
      `SELECT event, timestamp, properties FROM events WHERE person_id = '${person}' ORDER BY timestamp DESC LIMIT 100`,
    native: `SELECT event, toUnixTimestamp64Micro(timestamp), properties FROM events_by_person
      WHERE project_id = 1 AND (person_id = '${person}'
        OR person_id IN (SELECT old_person_id FROM person_overrides FINAL WHERE project_id = 1 AND person_id = '${person}'))
      ORDER BY timestamp DESC LIMIT 100`
  },
  {
    name: "8 experiment, exposure and mean",
    ours: `SELECT variant, count() AS persons, round(sum(total)) AS total FROM (
      SELECT person_id, any(properties.variant) AS variant, sumIf(toFloat(properties.price), event = 'purchase') AS total
      FROM events WHERE ${experimentEvents} AND ${since("2026-05-31")} GROUP BY person_id)
      GROUP BY variant ORDER BY variant`,
    native: `SELECT variant, count() AS persons, round(sum(total)) AS total FROM (
      SELECT ${nativePerson} AS person, any(pj.variant.:String) AS variant,
        sumIf(toFloat64OrNull(pj.price.:String), event = 'purchase') AS total
      FROM events AS e ${merged} WHERE ${experimentEvents} AND ${nativeSince("2026-05-31")} GROUP BY person)
      GROUP BY variant ORDER BY variant`
  },
  {
    name: "9 sessions and their length by day",
    ours: `SELECT toDate($start_timestamp) AS day, count() AS c, avg($session_duration) AS length FROM sessions
      GROUP BY day ORDER BY day LIMIT 1000`,
    native: `SELECT toInt32(toDate(started)) AS day, count() AS c, avg(length) FROM (
      SELECT session_id, min(timestamp) AS started, dateDiff('second', min(timestamp), max(timestamp)) AS length
      FROM events WHERE project_id = 1 AND session_id != '' GROUP BY session_id)
      GROUP BY day ORDER BY day LIMIT 1000`
  }
]
