/** One row of numbers for each analysed entity, in SQL. */
import type { EventTime } from "../../../events/EventTime.ts"
import { allOf, anyOf, instant, joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { type Analysis, entityColumn, hasEntity } from "./ExposureSql.ts"
import type { Measure } from "./Measure.ts"

/** The events of an entity that count, in seconds around its first exposure. */
export interface Period {
  /** After the exposure; undefined: to the end. */
  readonly conversion: number | undefined
  /** Before the exposure, for the covariate; undefined: there is none. */
  readonly lookback: number | undefined
}

/** The events that any entity can need. */
export const eventSpan = ({ window }: Analysis, { conversion, lookback }: Period): readonly [Sql, Sql] => {
  const last = conversion === undefined ? window.to : Math.min(window.to + conversion * 1_000_000, window.asOf)
  const first = window.from - (lookback ?? 0) * 1_000_000
  return [sql`timestamp >= ${instant(first as EventTime)}`, sql`timestamp <= ${instant(last as EventTime)}`]
}

/** Holds on the events of `m` after the exposure of `e`. */
export const afterExposure = ({ conversion }: Period): Sql =>
  allOf([
    sql`m.timestamp >= e.first_exposure`,
    ...(conversion === undefined ? [] : [sql`m.timestamp < addSeconds(e.first_exposure, ${conversion})`])
  ])

/** Holds on the events of `m` before the exposure of `e`. */
export const beforeExposure = (lookback: number): Sql =>
  sql`(m.timestamp < e.first_exposure AND m.timestamp >= subtractSeconds(e.first_exposure, ${lookback}))`

/** Holds on the events of `m` that count at all. */
export const around = (period: Period): Sql =>
  period.lookback === undefined
    ? afterExposure(period)
    : anyOf([afterExposure(period), beforeExposure(period.lookback)])

/** The events that one of the conditions means, with columns of their own. */
export const eventsSql = (
  analysis: Analysis,
  period: Period,
  conditions: ReadonlyArray<Sql>,
  columns: ReadonlyArray<Sql>
): Sql => {
  const { experiment } = analysis
  const where = allOf([...eventSpan(analysis, period), hasEntity(analysis), anyOf(conditions)])
  return sql`SELECT ${
    joined([sql`${entityColumn(experiment)} AS entity`, sql`timestamp`, ...columns])
  } FROM events WHERE ${where}`
}

/** The names of the numbers of an entity: of each measure after the exposure, then of each before it. */
export const numberColumns = (measures: number, period: Period): ReadonlyArray<Sql> =>
  Array.from({ length: period.lookback === undefined ? measures : 2 * measures }, (_, index) => named(`x${index}`))

/** `entity, x0, x1, …` of the entities that have events; `exposures` is the name of a common table. */
export const measuredSql = (analysis: Analysis, measures: ReadonlyArray<Measure>, period: Period): Sql => {
  const alone = measures.length === 1
  const columns = measures.flatMap(({ condition, values }, index) => [
    ...(alone ? [] : [sql`${condition} AS ${named(`is_${index}`)}`]),
    ...values.map((value, place) => sql`${value} AS ${named(`v_${index}_${place}`)}`)
  ])
  const aggregates = (within: Sql) =>
    measures.map(({ aggregate, values }, index) => {
      const counts = allOf(alone ? [within] : [sql`m.${named(`is_${index}`)} = 1`, within])
      return aggregate(values.map((_, place) => sql`m.${named(`v_${index}_${place}`)}`), counts)
    })
  const { lookback } = period
  const numbers = [
    ...aggregates(afterExposure(period)),
    ...(lookback === undefined ? [] : aggregates(beforeExposure(lookback)))
  ]
  const events = eventsSql(analysis, period, measures.map(({ condition }) => condition), columns)
  const select = joined([
    sql`m.entity AS entity`,
    ...numbers.map((number, index) => sql`toFloat(${number}) AS ${named(`x${index}`)}`)
  ])
  return sql`SELECT ${select} FROM (${events}) AS m INNER JOIN exposures AS e ON m.entity = e.entity WHERE ${
    around(period)
  } GROUP BY m.entity`
}
