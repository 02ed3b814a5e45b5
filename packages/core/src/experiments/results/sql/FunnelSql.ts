/** The steps that entities did after their exposure, in SQL: one row for all that did the same. */
import { allOf, bare, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { eventCondition } from "../../../query/structured/EventsNode.ts"
import type { FunnelMetric } from "../../metrics/ExperimentMetric.ts"
import { exposureEvent, flagCalled } from "../ExposureCriteria.ts"
import { afterExposure, around, eventsSql, type Period } from "./EntitiesSql.ts"
import { type Analysis, exposureCondition } from "./ExposureSql.ts"
import { groupColumns } from "./SumsSql.ts"

/** The steps that an event is, as bits. */
const stepBits = (steps: ReadonlyArray<Sql>): Sql =>
  joined(steps.map((step, index) => sql`if(${step}, ${2 ** index}, 0)`), " + ")

/** In a strict funnel every event counts, but those that only repeat the exposure to a variant. */
const relevant = (analysis: Analysis, metric: FunnelMetric, steps: ReadonlyArray<Sql>): ReadonlyArray<Sql> =>
  metric.funnel_order_type === "strict" ? [...steps, sql`NOT (${exposureCondition(analysis)})`] : steps

/** Whether the exposing event can also be a step, as far as their names show. */
export const canExposeAndStep = ({ experiment }: Analysis, { series }: FunnelMetric): boolean => {
  const custom = exposureEvent(experiment.exposure_criteria, experiment.exposing_action)
  const exposes = custom === undefined ? flagCalled : custom.event ?? undefined
  return exposes === undefined || series.some(({ event }) => (event ?? exposes) === exposes)
}

/** A time and the steps of an event in one number, where that holds both: numbers are sorted faster than pairs. */
const isPacked = ({ window }: Analysis, metric: FunnelMetric): boolean =>
  (window.asOf - window.from) * 2 ** metric.series.length < 2 ** 62

/** The steps of the events that count, in the order of their times; at one instant fewer bits come first. */
const stepsInOrder = (analysis: Analysis, metric: FunnelMetric, period: Period): Sql => {
  const counts = period.lookback === undefined ? sql`true` : afterExposure(period)
  if (metric.funnel_order_type === "unordered") return sql`arraySort(groupArrayIf(m.steps, ${counts}))`
  return isPacked(analysis, metric)
    ? sql`arrayMap(code -> code % ${2 ** metric.series.length}, arraySort(groupArrayIf(m.code, ${counts})))`
    : sql`arrayMap(pair -> tupleElement(pair, 2), arraySort(groupArrayIf(tuple(m.timestamp, m.steps), ${counts})))`
}

/** The events that count in a funnel, each with the steps that it is. */
export const funnelEventsSql = (
  analysis: Analysis,
  metric: FunnelMetric,
  period: Period,
  columns: ReadonlyArray<Sql>
): Sql => {
  const steps = metric.series.map((step) => eventCondition(step, analysis.moment))
  return eventsSql(analysis, period, relevant(analysis, metric, steps), [
    ...columns,
    sql`${stepBits(steps)} AS steps`,
    sql`(toUnixTimestamp64Micro(timestamp) - ${analysis.window.from}) * ${2 ** metric.series.length} + steps AS code`
  ])
}

/** `entity, steps, was_done` of the entities that have events: whether the last step was done before the exposure. */
export const funnelStepsSql = (analysis: Analysis, metric: FunnelMetric, period: Period): Sql => {
  const hasUuid = canExposeAndStep(analysis, metric)
  const events = funnelEventsSql(analysis, metric, period, hasUuid ? [sql`uuid`] : [])
  const last = 2 ** (metric.series.length - 1)
  const before = period.lookback === undefined
    ? sql`0`
    : sql`if(countIf(m.timestamp < e.first_exposure AND m.steps >= ${last}) > 0, 1, 0)`
  const counts = allOf([around(period), ...hasUuid ? [sql`m.uuid != e.exposure_uuid`] : []])
  return sql`SELECT m.entity AS entity, ${
    stepsInOrder(analysis, metric, period)
  } AS steps, ${before} AS was_done FROM (${events}) AS m INNER JOIN exposures AS e ON m.entity = e.entity WHERE ${counts} GROUP BY m.entity`
}

/** The most entities that are sampled of each step of a variant. */
export const mostOfStep = 100

/**
 * The number of entities by `variant`, breakdown values, steps, and whether the last step was done before; where
 * entities are sampled, also the entities with the least ids.
 */
export const funnelCountsSql = (breakdowns: ReadonlyArray<Sql>, isSampled: boolean): Sql => {
  const groups = joined([bare("variant"), ...breakdowns, bare("steps"), bare("was_done")])
  const least = sql`groupArray(${mostOfStep})(e.entity ORDER BY e.entity)`
  const columns = joined([
    ...groupColumns(breakdowns, "e"),
    sql`m.steps AS steps`,
    sql`coalesce(m.was_done, 0) AS was_done`,
    sql`count() AS entities`,
    ...isSampled ? [sql`arrayMap(one -> toString(one), ${least})`] : []
  ])
  return sql`SELECT ${columns} FROM exposures AS e LEFT JOIN measured AS m ON e.entity = m.entity GROUP BY ${groups}`
}
