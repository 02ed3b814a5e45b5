/** The events of some entities of a funnel, in SQL: by which of them they came to a step is decided afterwards. */
import { named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { conversionSeconds, type FunnelMetric } from "../../metrics/ExperimentMetric.ts"
import { afterExposure } from "./EntitiesSql.ts"
import { analysedSql, type Analysis, exposuresSql } from "./ExposureSql.ts"
import { funnelEventsSql } from "./FunnelSql.ts"
import { withTables } from "./Tables.ts"

/** The most events of an entity that are read; an entity that needs more to come to a step is left out. */
const mostStepEvents = 200

/**
 * A row for each of the first events of each entity, in the order of time: the entity, the uuid and session of its first
 * exposure in one text, the time of that; the event's time, its steps as bits, its uuid and its session, all NULL for an
 * entity without events.
 */
export const stepEventsSql = (analysis: Analysis, metric: FunnelMetric): Sql => {
  const period = { conversion: conversionSeconds(metric), lookback: undefined }
  const session = named("$session_id")
  const exposures = exposuresSql(analysis, {
    breakdowns: [],
    more: [
      sql`argMin(concat(toString(uuid), ${session}), timestamp) AS exposure`,
      sql`argMin(uuid, timestamp) AS exposure_uuid`
    ],
    maturity: conversionSeconds(metric)
  })
  const events = funnelEventsSql(analysis, metric, period, [sql`uuid`, sql`${session} AS session`])
  const order = sql`m.timestamp, m.steps, toString(m.uuid)`
  const measured =
    sql`SELECT m.entity AS entity, toUnixTimestamp64Micro(m.timestamp) AS time, m.steps AS steps, toString(m.uuid) AS event, m.session AS session FROM (${events}) AS m INNER JOIN exposures AS e ON m.entity = e.entity WHERE ${
      afterExposure(period)
    } AND m.uuid != e.exposure_uuid ORDER BY m.entity, ${order} LIMIT ${mostStepEvents} BY m.entity`
  return withTables(
    [{ name: "exposures", query: analysedSql(exposures) }, { name: "measured", query: measured }],
    sql`SELECT toString(e.entity), e.exposure, toUnixTimestamp64Micro(e.first_exposure), m.time, m.steps, m.event, m.session FROM exposures AS e LEFT JOIN measured AS m ON e.entity = m.entity ORDER BY e.entity, m.time, m.steps, m.event`
  )
}
