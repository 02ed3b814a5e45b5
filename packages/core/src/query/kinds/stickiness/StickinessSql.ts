/** The statements of stickiness. */
import { wallText } from "@hedgerow/sql/evaluate/dates/Civil"
import { timeZone } from "@hedgerow/sql/evaluate/dates/TimeZone"
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { startOf } from "../../../filters/RelativeDate.ts"
import { allOf, instant, named, type Sql, sql, written } from "../../../filters/SqlFragment.ts"
import type { Project } from "../../../identity/Project.ts"
import { bucketOf } from "../../structured/Buckets.ts"
import type { Interval } from "../../structured/DateRange.ts"
import {
  actorColumn,
  type ClosedSpan,
  eventsTable,
  insightCondition,
  timeCondition
} from "../../structured/InsightFields.ts"
import type { Series } from "../../structured/SeriesNode.ts"
import type { Criteria, StickinessNode } from "./StickinessNode.ts"

/** The key of the actor whose intervals are counted, NULL where the event has none. */
const actorOf = ({ node }: Series, insight: StickinessNode): Sql => {
  if (node.math === "hogql") return sql`nullIf(toString(${written(node.math_hogql ?? "")}), '')`
  const group = node.math === "unique_group" ? node.math_group_type_index : insight.aggregation_group_type_index
  return group === undefined || group === null
    ? actorColumn({})
    : sql`nullIf(${actorColumn({ aggregation_group_type_index: group })}, '')`
}

/** The number of the interval that an event lies in, several together counted from the first. */
const periodOf = (interval: Interval, count: number, first: EventTime, { timezone }: Moment): Sql => {
  if (count === 1) return bucketOf(interval)
  const from = instant(first)
  const day = sql`toDate(${wallText(timeZone(timezone).toWall(first)).slice(0, 10)})`
  const passed: Readonly<Record<Interval, readonly [Sql, number]>> = {
    minute: [sql`dateDiff('second', ${from}, timestamp)`, 60],
    hour: [sql`dateDiff('second', ${from}, timestamp)`, 3600],
    day: [sql`dateDiff('day', ${day}, toDate(timestamp))`, 1],
    week: [sql`dateDiff('day', ${day}, ${bucketOf("week")})`, 7],
    month: [sql`dateDiff('month', ${day}, toDate(timestamp))`, 1]
  }
  const [units, size] = passed[interval]
  return sql`intDiv(${units}, ${size * count})`
}

const meets = ({ operator, value }: Criteria): Sql => {
  const compared = { gte: sql`>=`, lte: sql`<=`, exact: sql`=` }[operator]
  return sql`count() ${compared} ${value}`
}

/** The parts of a statement: node, series and span. */
export interface Asking {
  readonly node: StickinessNode
  readonly series: Series
  readonly span: ClosedSpan
  readonly project: Project
  readonly moment: Moment
}

/** In how many intervals each actor did it: `actor` and `periods`. */
export const actorsSql = ({ moment, node, project, series, span }: Asking): Sql => {
  const interval = node.interval ?? "day"
  const actor = actorOf(series, node)
  const period = periodOf(interval, node.intervalCount ?? 1, startOf(interval, span.from, moment), moment)
  const where = allOf([timeCondition(span), insightCondition(node, project, moment), series.condition])
  const criteria = node.stickinessFilter?.stickinessCriteria ?? undefined
  const from = sql`${eventsTable(node)} WHERE ${where}`
  const all = criteria === undefined
    ? sql`SELECT ${actor} AS actor, uniq(${period}) AS periods FROM ${from} GROUP BY actor`
    : sql`SELECT actor, count() AS periods FROM (SELECT ${actor} AS actor, ${period} AS period FROM ${from} GROUP BY actor, period HAVING ${
      meets(criteria)
    }) GROUP BY actor`
  return sql`SELECT ${named("actor")}, ${named("periods")} FROM (${all}) WHERE ${named("actor")} IS NOT NULL`
}

/** The number of actors by the number of intervals in which they were active. */
export const stickinessSql = (asking: Asking): Sql =>
  sql`SELECT periods, count() FROM (${actorsSql(asking)}) GROUP BY periods`
