/** The statements of lifecycles. */
import { bucketOf, isShort } from "../../structured/Buckets.ts"
import type { Interval } from "../../structured/DateRange.ts"
import {
  actorColumn,
  type ClosedSpan,
  eventsTable,
  hasActor,
  type InsightFields,
  timeCondition
} from "../../structured/InsightFields.ts"
import { allOf, bare, named, type Sql, sql } from "../../structured/SqlFragment.ts"

const adding: Readonly<Record<Interval, string>> = {
  minute: "addMinutes",
  hour: "addHours",
  day: "addDays",
  week: "addWeeks",
  month: "addMonths"
}

const bornAt = ({ aggregation_group_type_index: group }: InsightFields): Sql =>
  group === undefined || group === null ? sql`person.created_at` : sql`${named(`group_${group}`)}.created_at`

/** The interval after one: hours begin anew where the clock changes. */
const next = (interval: Interval, period: Sql): Sql => {
  const later = sql`${bare(adding[interval])}(${period}, 1)`
  return isShort(interval) ? bucketOf(interval, later) : later
}

/**
 * Each interval in which an actor was active: `actor`, `period`, whether it is new in it, and whether it was and will be
 * active beside it.
 */
export const activitySql = (insight: InsightFields, condition: Sql, span: ClosedSpan, interval: Interval): Sql => {
  const where = allOf([timeCondition(span), hasActor(insight), condition])
  const active = sql`SELECT ${actorColumn(insight)} AS actor, ${bucketOf(interval)} AS period, min(${
    bornAt(insight)
  }) AS seen_born FROM ${eventsTable(insight)} WHERE ${where} GROUP BY actor, period`
  // One window serves all three: engines sort once.
  const beside = sql`SELECT actor, period,
    min(seen_born) OVER (PARTITION BY actor ORDER BY period ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS born,
    lag(period) OVER (PARTITION BY actor ORDER BY period) AS before,
    lead(period) OVER (PARTITION BY actor ORDER BY period) AS after
    FROM (${active})`
  return sql`SELECT actor, period,
    ${bucketOf(interval, sql`born`)} = period AS is_new,
    ${next(interval, sql`before`)} = period AS was_active,
    ${next(interval, sql`period`)} = after AS stays_active
    FROM (${beside})`
}

/** How many actors are active in each interval, by what they are before and after it. */
export const lifecycleSql = (activity: Sql): Sql =>
  sql`SELECT period, is_new, was_active, stays_active, count() FROM (${activity}) GROUP BY period, is_new, was_active, stays_active`
