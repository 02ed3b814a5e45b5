/** The statements of lifecycles. */
import { allOf, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { bucketOf } from "../../structured/Buckets.ts"
import type { Interval } from "../../structured/DateRange.ts"
import {
  actorColumn,
  type ClosedSpan,
  eventsTable,
  hasActor,
  type InsightFields,
  timeCondition
} from "../../structured/InsightFields.ts"

/** The time at which an actor was created. */
export const bornAt = ({ aggregation_group_type_index: group }: InsightFields): Sql =>
  group === undefined || group === null ? sql`person.created_at` : sql`${named(`group_${group}`)}.created_at`

/** Whether an interval follows on another: hours begin anew where the clock changes. */
const follows = (interval: Interval, period: Sql, before: Sql): Sql => {
  switch (interval) {
    case "minute":
      return sql`${bucketOf(interval, sql`addMinutes(${before}, 1)`)} = ${period}`
    case "hour":
      return sql`${bucketOf(interval, sql`addHours(${before}, 1)`)} = ${period}`
    case "month":
      return sql`dateDiff('month', ${before}, ${period}) = 1`
    default:
      return sql`dateDiff('day', ${before}, ${period}) = ${interval === "week" ? 7 : 1}`
  }
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
    ${follows(interval, sql`period`, sql`before`)} AS was_active,
    ${follows(interval, sql`after`, sql`period`)} AS stays_active
    FROM (${beside})`
}

/** The number of active actors in each interval, by their activity in the intervals before and after. */
export const lifecycleSql = (activity: Sql): Sql =>
  sql`SELECT period, is_new, was_active, stays_active, count() FROM (${activity}) GROUP BY period, is_new, was_active, stays_active`
