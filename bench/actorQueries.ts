import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { correlationQuery } from "@hedgerow/core/query/kinds/correlation/CorrelationKind"
import { pathsQuery } from "@hedgerow/core/query/kinds/paths/PathsKind"
import { retentionQuery } from "@hedgerow/core/query/kinds/retention/RetentionKind"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { chainMicros, chainTimes, chainWindow } from "./chainTimes.ts"
import { merged, nativePerson } from "./clickHouseQueries.ts"
import { type InsightShape, lastColumns } from "./InsightShape.ts"

const persons = `events AS e ${merged}`

const weeks = 8
const firstWeek = "2026-05-10"
const sinceFirst = `timestamp >= toDateTime64('${firstWeek} 00:00:00', 6, 'UTC')`
const upToLast = "project_id = 1 AND timestamp < toDateTime64('2026-07-05 00:00:00', 6, 'UTC')"
/** The bit of the week that an event lies in; that of no week before the first is needed. */
const weekBit =
  `bitShiftLeft(toUInt8(1), greatest(intDiv(dateDiff('day', toDate('${firstWeek}'), toDate(timestamp)), 7), 0))`
const firstBit = weekBit.replaceAll("timestamp", "first")

const retained = (name: string, filter: JsonRecord, native: string, more: JsonRecord = {}): InsightShape => ({
  name: `retention, ${name}`,
  kind: answerable(retentionQuery),
  node: {
    dateRange: { date_to: "2026-06-29" },
    retentionFilter: { period: "Week", totalIntervals: weeks, ...filter },
    ...more
  },
  native,
  ours: (results) =>
    results.flatMap(({ values }) => (values as ReadonlyArray<{ readonly count: number }>).map(({ count }) => count)),
  theirs: lastColumns(1)
})

/** From how many persons began and came back in which weeks, the cells of the matrix; of each value where there are some. */
const cells = (sets: string, by = ""): string =>
  `SELECT ${by}began, back, sum(actors) FROM (
    SELECT ${by}actors, returned, arrayJoin(bitPositionsToArray(begun)) AS began FROM (
      SELECT ${by}begun, returned, count() AS actors FROM (${sets}) GROUP BY ${by}begun, returned
    )
  ) ARRAY JOIN arrayConcat([began], arrayFilter(week -> week > began, bitPositionsToArray(returned))) AS back
  GROUP BY ${by}began, back`

/** Sets of weeks are the bits of a number: a pass over the events, then over the sets that there are. */
const retentionShapes: ReadonlyArray<InsightShape> = [
  retained(
    "8 weeks",
    {},
    cells(
      `SELECT groupBitOr(${weekBit}) AS begun, begun AS returned FROM ${persons}
        WHERE event = '$pageview' AND ${sinceFirst} AND ${upToLast} GROUP BY ${nativePerson}`
    )
  ),
  retained(
    "8 weeks from the first time on",
    {
      retentionType: "retention_first_time",
      targetEntity: { id: "signup", type: "events" },
      returningEntity: { id: "purchase", type: "events" }
    },
    cells(
      `SELECT ${firstBit} AS begun, returned FROM (
          SELECT minIf(timestamp, event = 'signup') AS first,
            groupBitOrIf(${weekBit}, event = 'purchase' AND ${sinceFirst}) AS returned FROM ${persons}
          WHERE (event = 'signup' OR (event = 'purchase' AND ${sinceFirst})) AND ${upToLast} GROUP BY ${nativePerson}
        ) WHERE ${sinceFirst.replace("timestamp", "first")}`
    )
  ),
  retained(
    "8 weeks by browser",
    {},
    cells(
      `SELECT set.1 AS browser, set.2 AS begun, returned FROM (
          SELECT groupArray((browser, begun)) AS sets, groupBitOr(begun) AS returned FROM (
            SELECT ${nativePerson} AS person, \`mat_$browser\` AS browser, groupBitOr(${weekBit}) AS begun FROM ${persons}
            WHERE event = '$pageview' AND ${sinceFirst} AND ${upToLast} GROUP BY person, browser
          ) GROUP BY person
        ) ARRAY JOIN sets AS set`,
      "browser, "
    ),
    { breakdownFilter: { breakdown: "$browser", breakdown_type: "event" } }
  )
]

const from = "2026-05-31"
const within =
  `project_id = 1 AND timestamp >= toDateTime64('${from} 00:00:00', 6, 'UTC') AND timestamp < toDateTime64('2026-06-30 00:00:00', 6, 'UTC')`

/** For each person the steps, sorted; split at pauses, without repetitions, cut, and each beside the next. */
const edges = (item: string, where: string, paths: string): string =>
  `SELECT concat(toString(edge.1), '_', edge.2) AS source, concat(toString(edge.1 + 1), '_', edge.3) AS target,
    count() AS value, avg(edge.4) / 1000 FROM (
    SELECT arraySort(groupArray((toUnixTimestamp64Micro(timestamp), uuid, ${item}))) AS steps,
      arraySplit((step, before) -> step.1 - before.1 >= 1800000000, steps,
        arrayPushFront(arrayPopBack(steps), steps[1])) AS sessions,
      arrayMap(session -> arrayFilter((step, before) -> step.3 != before, session,
        arrayPushFront(arrayPopBack(session.3), '')), sessions) AS walks,
      ${paths} AS paths,
      arrayFlatten(arrayMap(path -> arrayMap((place, one, other) -> (place, one.3, other.3, other.1 - one.1),
        arrayEnumerate(arrayPopBack(path)), arrayPopBack(path), arrayPopFront(path)), paths)) AS edges
    FROM ${persons} WHERE ${where} AND ${within} GROUP BY ${nativePerson}
  ) ARRAY JOIN edges AS edge GROUP BY source, target ORDER BY value DESC, source, target LIMIT 1000`

const firstSteps = (steps: number): string => `arrayMap(walk -> arraySlice(walk, 1, ${steps}), walks)`

/** From the first of one event to the first of the other after it; of long paths the first two and the last two steps. */
const between = (start: string, end: string): string =>
  `arrayMap(walk -> if(length(walk) <= 5, walk,
      arrayConcat(arraySlice(walk, 1, 2), [(walk[3].1, walk[3].2, '...')], arraySlice(walk, -2))),
    arrayMap(walk -> arraySlice(walk, 1, indexOf(walk.3, '${end}')), arrayFilter(walk -> has(walk.3, '${end}'),
      arrayMap(walk -> arraySlice(walk, indexOf(walk.3, '${start}')), arrayFilter(walk -> has(walk.3, '${start}'), walks)))))`

const walked = (name: string, filter: JsonRecord, native: string): InsightShape => ({
  name: `paths, ${name}`,
  kind: answerable(pathsQuery),
  node: { dateRange: { date_from: from, date_to: "2026-06-29" }, pathsFilter: { edgeLimit: 1000, ...filter } },
  native,
  ours: (results) =>
    results.flatMap(({ average_conversion_time, value }) => [Number(value), Number(average_conversion_time)]),
  theirs: lastColumns(2)
})

const pathShapes: ReadonlyArray<InsightShape> = [
  walked(
    "events by their names",
    { includeEventTypes: ["custom_event"] },
    edges("event", "NOT startsWith(event, '$')", firstSteps(5))
  ),
  walked(
    "the first two pages of a session",
    { includeEventTypes: ["$pageview"], stepLimit: 2 },
    edges("`mat_$current_url`", "event = '$pageview' AND `mat_$current_url` != ''", firstSteps(2))
  ),
  walked(
    "between two events",
    { includeEventTypes: ["custom_event"], startPoint: "signup", endPoint: "purchase" },
    edges("event", "NOT startsWith(event, '$')", between("signup", "purchase"))
  )
]

const steps = ["signup", "add to cart", "purchase"]
const funnel: JsonRecord = {
  kind: "FunnelsQuery",
  series: steps.map((event) => ({ kind: "EventsNode", event })),
  dateRange: { date_from: from, date_to: "2026-06-29" }
}

/** The events of persons between the start and the end of their furthest chain, by the outcome of the person. */
const nativeCorrelation = `SELECT name, uniqExactIf(person, hasConverted), uniqExactIf(person, NOT hasConverted) FROM (
    SELECT c.person AS person, t3 > 0 AS hasConverted, if(e.at > t1 AND e.name != 'signup', e.name, '') AS name FROM (
      SELECT ${nativePerson} AS person, ${chainMicros} AS at, event AS name FROM ${persons}
      WHERE event NOT IN ('add to cart', 'purchase') AND ${within}
    ) AS e JOIN (${chainTimes(`${nativePerson} AS person, `, `FROM ${persons}`, within)}) AS c ON c.person = e.person
    WHERE at >= t1 AND at < if(t3 > 0, t3, t1 + ${chainWindow})
  ) GROUP BY name HAVING name != ''`

const correlationShapes: ReadonlyArray<InsightShape> = [
  {
    name: "correlation, events of a funnel",
    kind: answerable(correlationQuery),
    node: { funnelCorrelationType: "events", source: { kind: "FunnelsActorsQuery", source: funnel } },
    native: nativeCorrelation,
    ours: ([found]) =>
      ((found?.["events"] ?? []) as ReadonlyArray<JsonRecord>).flatMap((
        { failure_count: left, success_count: converted }
      ) => [Number(converted), Number(left)]),
    theirs: lastColumns(2)
  }
]

/** Retention, paths and correlations, and the same by SQL for ClickHouse. */
export const actorShapes: ReadonlyArray<InsightShape> = [...retentionShapes, ...pathShapes, ...correlationShapes]
