/** The events of funnels, entity by entity in the order of their times, in SQL. */
import { eventCondition } from "../../../query/structured/EventsNode.ts"
import { allOf, joined, type Sql, sql } from "../../../query/structured/SqlFragment.ts"
import type { FunnelMetric } from "../../metrics/ExperimentMetric.ts"
import { around, eventsSql, type Period } from "./EntitiesSql.ts"
import { type Analysis, exposureCondition } from "./ExposureSql.ts"
import { groupColumns } from "./SumsSql.ts"

/** The steps that an event is, as bits. */
const stepBits = (steps: ReadonlyArray<Sql>): Sql =>
  joined(steps.map((step, index) => sql`if(${step}, ${2 ** index}, 0)`), " + ")

/** In a strict funnel every event counts, but those that say once more to which variant an entity was exposed. */
const relevant = (analysis: Analysis, metric: FunnelMetric, steps: ReadonlyArray<Sql>): ReadonlyArray<Sql> =>
  metric.funnel_order_type === "strict" ? [...steps, sql`NOT (${exposureCondition(analysis)})`] : steps

/** `variant`, the values to cut by, `entity`, the steps that an event is, and whether it lies before the exposure. */
export const funnelEventsSql = (
  analysis: Analysis,
  metric: FunnelMetric,
  breakdowns: ReadonlyArray<Sql>,
  period: Period
): Sql => {
  const steps = metric.series.map((step) => eventCondition(step, analysis.moment))
  const events = eventsSql(analysis, period, relevant(analysis, metric, steps), [
    sql`uuid`,
    sql`${stepBits(steps)} AS steps`
  ])
  const select = joined([
    ...groupColumns(breakdowns, "e"),
    sql`e.entity AS entity`,
    sql`m.steps AS steps`,
    sql`m.timestamp < e.first_exposure AS is_before`
  ])
  const counts = allOf([around(period), sql`m.uuid != e.exposure_uuid`])
  return sql`SELECT ${select} FROM (${events}) AS m INNER JOIN exposures AS e ON m.entity = e.entity WHERE ${counts} ORDER BY e.entity, m.timestamp, m.uuid`
}
