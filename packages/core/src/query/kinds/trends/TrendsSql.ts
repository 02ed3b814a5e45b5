/** The statements of trends. */
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { endOf, moved, startOf } from "../../../filters/RelativeDate.ts"
import { allOf, anyOf, bare, instant, isSame, joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { bucketOf, isShort } from "../../structured/Buckets.ts"
import type { Interval } from "../../structured/DateRange.ts"
import { actorColumn, eventsTable, hasActor, timeCondition } from "../../structured/InsightFields.ts"
import type { InsightFields } from "../../structured/InsightFields.ts"
import type { Series } from "../../structured/SeriesNode.ts"
import { actorOf, type Measure } from "./Measures.ts"

/** The insight and the condition on its events. */
export interface Asking {
  readonly insight: InsightFields
  /** Holds on the events that the insight is about. */
  readonly where: Sql
  readonly from: EventTime
  readonly to: EventTime
  /** Undefined: one number for the whole time. */
  readonly interval: Interval | undefined
  readonly moment: Moment
}

/** A value by which rows are cut, and which of them count. */
export interface Cut {
  /** The expressions of the values. */
  readonly values: ReadonlyArray<Sql>
}

const bucket = named("bucket")
const measured = named("measured")
const valueName = (index: number): Sql => named(`value_${index}`)

/** The names of the columns of the values of a cut. */
export const valueNames = ({ values }: Cut): ReadonlyArray<Sql> => values.map((_, index) => valueName(index))

const as = (expression: Sql, name: Sql): Sql => sql`${expression} AS ${name}`

const groupedBy = (keys: ReadonlyArray<Sql>): Sql => keys.length === 0 ? sql`` : sql` GROUP BY ${joined(keys)}`

const selected = (columns: ReadonlyArray<Sql>, from: Sql, where: Sql, keys: ReadonlyArray<Sql>): Sql =>
  sql`SELECT ${joined(columns)} FROM ${from} WHERE ${where}${groupedBy(keys)}`

const inTime = (asking: Asking, condition: Sql): Sql => allOf([timeCondition(asking), asking.where, condition])

/** Several series in one pass over their events: `bucket`, then a number for each. */
export const sharedSql = (
  asking: Asking,
  series: ReadonlyArray<{ readonly condition: Sql; readonly aggregate: (only?: Sql) => Sql }>
): Sql => {
  const [first, ...others] = series
  const numbers = others.length === 0 && first !== undefined
    ? [first.aggregate()]
    : series.map(({ aggregate, condition }) => aggregate(condition))
  const buckets = asking.interval === undefined ? [] : [as(bucketOf(asking.interval), bucket)]
  return selected(
    [...buckets, ...numbers],
    eventsTable(asking.insight),
    inTime(asking, anyOf(series.map(({ condition }) => condition))),
    asking.interval === undefined ? [] : [bucket]
  )
}

/** `bucket`, the values of the cut and `measured`, a row for each that has events. */
export const measuredSql = (
  asking: Asking,
  { condition }: Series,
  measure: Exclude<Measure, { readonly _tag: "First" | "Trailing" }>,
  cut: Cut
): Sql => {
  const names = valueNames(cut)
  const keys = [...asking.interval === undefined ? [] : [bucket], ...names]
  const columns = [
    ...asking.interval === undefined ? [] : [as(bucketOf(asking.interval), bucket)],
    ...cut.values.map((value, index) => as(value, valueName(index)))
  ]
  const from = eventsTable(asking.insight)
  const where = inTime(asking, condition)
  if (measure._tag === "Rows") {
    return selected([...columns, as(sql`coalesce(${measure.aggregate()}, 0)`, measured)], from, where, keys)
  }
  const actor = named("actor")
  const parts = selected(
    [...columns, as(measure.by, actor), as(measure.part, named("part"))],
    from,
    where,
    [...keys, actor]
  )
  return sql`SELECT ${
    joined([...keys, as(sql`coalesce(${measure.aggregate}, 0)`, measured)])
  } FROM (${parts}) WHERE ${actor} IS NOT NULL${groupedBy(keys)}`
}

/** Each actor whose first event it is: `actor`, `first` and the values of the cut. */
const firstsSql = (
  { from, insight, to, where }: Asking,
  { base, condition }: Series,
  isMatching: boolean,
  cut: Cut
): Sql => {
  const counts = allOf([condition, where])
  const columns = [
    as(actorOf(insight), named("actor")),
    as(sql`min(timestamp)`, named("first")),
    ...cut.values.map((value, index) => as(sql`argMin(${value}, timestamp)`, valueName(index)))
  ]
  // Where every event of the name counts, the first of them is the first event.
  const met = isMatching || isSame(counts, base) ? sql`` : sql` AND min(timestamp) = minIf(timestamp, ${counts})`
  const seen = allOf([sql`timestamp <= ${instant(to)}`, isMatching ? counts : base, hasActor(insight)])
  return sql`SELECT ${joined(columns)} FROM ${
    eventsTable(insight)
  } WHERE ${seen} GROUP BY actor HAVING min(timestamp) >= ${instant(from)}${met}`
}

/** As `measuredSql`, of the actors whose first event it is. */
export const firstSql = (asking: Asking, series: Series, isMatching: boolean, cut: Cut, only: Sql): Sql => {
  const { interval } = asking
  const names = valueNames(cut)
  const shown = [
    ...interval === undefined ? [] : [as(bucketOf(interval, named("first")), bucket)],
    ...names,
    as(sql`count()`, measured)
  ]
  const keys = [...interval === undefined ? [] : [bucket], ...names]
  return selected(shown, sql`(${firstsSql(asking, series, isMatching, cut)})`, only, keys)
}

/** The actors whose first event it is, which is one: `actor_id` and `event_count`. */
export const firstActorsSql = (asking: Asking, series: Series, isMatching: boolean, cut: Cut, only: Sql): Sql =>
  selected(
    [as(named("actor"), named("actor_id")), as(sql`1`, named("event_count"))],
    sql`(${firstsSql(asking, series, isMatching, cut)})`,
    only,
    []
  )

/** The actors of events, and how many events each has: `actor_id` and `event_count`. */
export const actorEventsSql = (
  asking: Asking,
  condition: Sql,
  actors: Pick<InsightFields, "aggregation_group_type_index">
): Sql =>
  selected(
    [as(actorColumn(actors), named("actor_id")), as(sql`count()`, named("event_count"))],
    eventsTable(asking.insight),
    inTime(asking, condition),
    [named("actor_id")]
  )

const added: Readonly<Record<"minute" | "hour" | "day", readonly [add: string, perDay: number]>> = {
  minute: ["addMinutes", 1440],
  hour: ["addHours", 24],
  day: ["addDays", 1]
}

/**
 * For each time in which actors began to count as active, and each in which they ceased to: how many. An actor counts from
 * an event on for `days` days; the next event begins a time of its own.
 */
export const trailingSql = (asking: Asking, { condition }: Series, days: number, cut: Cut): Sql => {
  const { insight, interval, moment, to, where } = asking
  const unit = interval === "minute" || interval === "hour" ? interval : "day"
  const [add, perDay] = added[unit]
  const from = trailingFrom(asking, days)
  const names = valueNames(cut)
  const partition = joined([named("actor"), ...names])
  const active = selected(
    [
      as(actorOf(insight), named("actor")),
      as(bucketOf(unit), named("begin")),
      ...cut.values.map((value, index) => as(value, valueName(index)))
    ],
    eventsTable(insight),
    allOf([timeCondition({ from: startOf(unit, from, moment), to }), where, condition, hasActor(insight)]),
    [named("actor"), named("begin"), ...names]
  )
  const spans = sql`SELECT begin, ${
    joined([
      sql`least(${bare(add)}(begin, ${
        days * perDay
      }), lead(begin) OVER (PARTITION BY ${partition} ORDER BY begin)) AS finish`,
      ...names
    ])
  } FROM (${active})`
  const keys = [named("begin"), named("finish"), ...names]
  return sql`SELECT ${joined([...keys, as(sql`count()`, measured)])} FROM (${spans})${groupedBy(keys)}`
}

/** From when on events count for the first interval: days end with the day, hours and minutes by themselves. */
export const trailingFrom = (
  { from, interval, moment }: Pick<Asking, "from" | "interval" | "moment">,
  days: number
): EventTime => {
  if (interval === undefined || !isShort(interval)) return moved(startOf("day", from, moment), 1 - days, "day", moment)
  return moved(moved(from, -24 * days, "hour", moment), 1, interval, moment)
}

/** Until when events count for the interval that begins then. */
export const trailingTo = ({ from, interval, moment, to }: Pick<Asking, "from" | "interval" | "moment" | "to">) =>
  interval !== undefined && isShort(interval) ? to : endOf("day", from, moment)
