/** Lifecycles over few intervals: those in which an actor was active are the bits of one number. */
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, bare, instant, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { type Buckets, isShort } from "../../structured/Buckets.ts"
import type { Interval } from "../../structured/DateRange.ts"
import {
  actorColumn,
  type ClosedSpan,
  eventsTable,
  hasActor,
  type InsightFields,
  timeCondition
} from "../../structured/InsightFields.ts"
import { bornAt } from "./LifecycleSql.ts"

/** One bit of a number is left to move the others to, another is its sign. */
const mostIntervals = 62

/** The place of the interval that a time lies in, from that of an instant on. */
const placeOf = (interval: Interval, first: EventTime, { timezone }: Moment, time: Sql): Sql => {
  const from = instant(first)
  if (interval === "month") return sql`dateDiff('month', ${from}, ${time}, ${timezone})`
  const days = sql`dateDiff('day', ${from}, ${time}, ${timezone})`
  return interval === "week" ? sql`intDiv(${days}, 7)` : days
}

/** Whether a lifecycle has few enough intervals for bits. Those of hours may change their length. */
export const areBits = ({ interval, starts }: Buckets): boolean => !isShort(interval) && starts.length <= mostIntervals

/** The intervals of each actor: in which it was active, new, active as in the one before, and active for the last time. */
const setsSql = (insight: InsightFields, condition: Sql, span: ClosedSpan, fetched: Buckets, moment: Moment): Sql => {
  const start = fetched.starts[0] ?? span.from
  const placed = (time: Sql): Sql => placeOf(fetched.interval, start, moment, time)
  const where = allOf([timeCondition(span), hasActor(insight), condition])
  const events = sql`SELECT ${actorColumn(insight)} AS actor, ${placed(sql`timestamp`)} AS place, ${
    bornAt(insight)
  } AS created FROM ${eventsTable(insight)} WHERE ${where}`
  const actors =
    sql`SELECT groupBitOr(bitShiftLeft(1, place)) AS active, min(created) AS born FROM (${events}) GROUP BY actor`
  const placedActors = sql`SELECT active, if(born >= ${instant(start)}, ${
    placed(sql`born`)
  }, -1) AS place FROM (${actors})`
  const fresh = sql`SELECT active, bitAnd(active, coalesce(bitShiftLeft(1, place), 0)) AS fresh FROM (${placedActors})`
  return sql`SELECT active, fresh, bitAnd(bitXor(active, fresh), bitShiftLeft(active, 1)) AS again, bitXor(active, bitAnd(active, bitShiftRight(active, 1))) AS last FROM (${fresh})`
}

/** As `lifecycleSql`, with the places of the intervals. */
export const lifecycleBitsSql = (
  insight: InsightFields,
  condition: Sql,
  span: ClosedSpan,
  fetched: Buckets,
  moment: Moment
): Sql => {
  const at = (set: string): Sql => sql`bitTest(${bare(set)}, place) = 1`
  const each = sql`SELECT arrayJoin(bitPositionsToArray(active)) AS place, fresh, again, last FROM (${
    setsSql(insight, condition, span, fetched, moment)
  })`
  const states = sql`SELECT place, ${at("fresh")} AS is_new, ${at("again")} AS was_active, NOT ${
    at("last")
  } AS stays_active FROM (${each})`
  return sql`SELECT place, is_new, was_active, stays_active, count() FROM (${states}) GROUP BY place, is_new, was_active, stays_active`
}
