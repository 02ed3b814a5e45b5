/** The entities with a start event, and whether they came back, in SQL. */
import { allOf, bare, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { eventCondition } from "../../../query/structured/EventsNode.ts"
import { type RetentionMetric, secondsOf } from "../../metrics/ExperimentMetric.ts"
import { afterExposure, beforeExposure, eventsSql, type Period } from "./EntitiesSql.ts"
import type { Analysis } from "./ExposureSql.ts"
import { groupColumns } from "./SumsSql.ts"
import type { Table } from "./Tables.ts"

/** Days and hours are counted between their beginnings in the project's zone, other units between the instants. */
const isInWindow = (metric: RetentionMetric): Sql => {
  const { retention_window_end: end, retention_window_start: start, retention_window_unit: unit } = metric
  return unit === "day" || unit === "hour"
    ? sql`dateDiff(${unit}, s.started, m.timestamp) BETWEEN ${start} AND ${end}`
    : sql`m.timestamp BETWEEN addSeconds(s.started, ${secondsOf(start, unit)}) AND addSeconds(s.started, ${
      secondsOf(end, unit)
    })`
}

/** The start of each entity, and how often it came back, of the events that count. */
const tables = (analysis: Analysis, metric: RetentionMetric, name: string, period: Period): ReadonlyArray<Table> => {
  const { moment } = analysis
  const { lookback } = period
  const counts = lookback === undefined ? afterExposure(period) : beforeExposure(lookback)
  const chosen = metric.start_handling === "last_seen" ? "Max" : "Min"
  const uuid = sql`uuid`
  const starts = eventsSql(analysis, period, [eventCondition(metric.start_event, moment)], [uuid])
  const reach = secondsOf(metric.retention_window_end + 1, metric.retention_window_unit) + (period.conversion ?? 0)
  const ends = eventsSql(
    analysis,
    { ...period, conversion: reach },
    [eventCondition(metric.completion_event, moment)],
    [uuid]
  )
  const came = allOf([
    sql`m.uuid != s.start_uuid`,
    sql`m.timestamp >= s.started`,
    isInWindow(metric),
    ...(lookback === undefined ? [] : [sql`m.timestamp < s.exposed`])
  ])
  return [
    {
      name: `${name}_starts`,
      query: sql`SELECT m.entity AS entity, min(e.first_exposure) AS exposed, ${
        bare(chosen.toLowerCase())
      }(m.timestamp) AS started, ${
        bare(`arg${chosen}`)
      }(m.uuid, m.timestamp) AS start_uuid FROM (${starts}) AS m INNER JOIN exposures AS e ON m.entity = e.entity WHERE ${counts} GROUP BY m.entity`
    },
    {
      name: `${name}_returns`,
      query: sql`SELECT m.entity AS entity, count() AS times FROM (${ends}) AS m INNER JOIN ${
        bare(`${name}_starts`)
      } AS s ON m.entity = s.entity WHERE ${came} GROUP BY m.entity`
    }
  ]
}

const came = (alias: string): Sql => sql`if(coalesce(${bare(alias)}.times, 0) > 0, 1.0, 0.0)`

/**
 * The common tables of a retention metric; the last, `entities`, has a row for each entity with a start: whether it came
 * back, 1, and the same of the time before the exposure.
 */
export const retentionTables = (
  analysis: Analysis,
  metric: RetentionMetric,
  breakdowns: ReadonlyArray<Sql>,
  { conversion, lookback }: Period
): ReadonlyArray<Table> => {
  const before = lookback === undefined ? [] : tables(analysis, metric, "before", { conversion: 0, lookback })
  const covariates = lookback === undefined ? [] : [
    sql`${came("br")} AS x2`,
    sql`if(bs.started IS NULL, 0.0, 1.0) AS x3`
  ]
  const select = joined([...groupColumns(breakdowns, "e"), sql`${came("r")} AS x0`, sql`1.0 AS x1`, ...covariates])
  const joins = lookback === undefined
    ? sql``
    : sql` LEFT JOIN before_starts AS bs ON s.entity = bs.entity LEFT JOIN before_returns AS br ON s.entity = br.entity`
  return [
    ...tables(analysis, metric, "after", { conversion, lookback: undefined }),
    ...before,
    {
      name: "entities",
      query:
        sql`SELECT ${select} FROM after_starts AS s INNER JOIN exposures AS e ON s.entity = e.entity LEFT JOIN after_returns AS r ON s.entity = r.entity${joins}`
    }
  ]
}
