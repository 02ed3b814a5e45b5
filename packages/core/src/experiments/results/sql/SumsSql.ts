/** Sums over the entities of each variant, in SQL. */
import { joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { Bounds } from "../../metrics/ExperimentMetric.ts"

/** The columns by which entities are summed up: `variant`, then the values to cut by. */
export const groupColumns = (breakdowns: ReadonlyArray<Sql>, of: string): ReadonlyArray<Sql> =>
  [named("variant"), ...breakdowns].map((column) => sql`${named(of)}.${column} AS ${column}`)

/**
 * Every exposed entity with its numbers, 0 without events: `variant`, the values to cut by, `x0, x1, …`. Where sessions are
 * measured, entities without any are left out.
 */
export const valuesSql = (
  breakdowns: ReadonlyArray<Sql>,
  numbers: ReadonlyArray<Sql>,
  isOfSessions: boolean
): Sql => {
  const values = numbers.map((number) => sql`coalesce(m.${number}, 0) AS ${number}`)
  const join = isOfSessions ? sql`INNER JOIN` : sql`LEFT JOIN`
  const where = isOfSessions ? sql` WHERE m.x0 IS NOT NULL` : sql``
  return sql`SELECT ${
    joined([...groupColumns(breakdowns, "e"), ...values])
  } FROM exposures AS e ${join} measured AS m ON e.entity = m.entity${where}`
}

const given = (bound: number | null | undefined): bound is number => bound !== undefined && bound !== null

/** Whether any value is moved. */
export const isBounded = ({ lower_bound_percentile: lower, upper_bound_percentile: upper }: Bounds): boolean =>
  given(lower) || given(upper)

const level = (fraction: number, value: Sql): Sql => sql`quantile(${fraction})(${value})`

/** A number of entities, and how it is bounded. */
export interface BoundedNumber {
  readonly number: Sql
  readonly bounds: Bounds
}

/** The percentiles of the analysed values of all variants, for each value to cut by: `low_0, high_0, …`. */
export const limitsSql = (breakdowns: ReadonlyArray<Sql>, numbers: ReadonlyArray<BoundedNumber>): Sql => {
  const limits = numbers.flatMap(({ bounds, number }, index) => {
    const { ignore_zeros: ignoresZeros, lower_bound_percentile: lower, upper_bound_percentile: upper } = bounds
    const upperValues = ignoresZeros === true ? sql`nullIf(${number}, 0)` : number
    return [
      ...(given(lower) ? [sql`${level(lower, number)} AS ${named(`low_${index}`)}`] : []),
      ...(given(upper) ? [sql`${level(upper, upperValues)} AS ${named(`high_${index}`)}`] : [])
    ]
  })
  const groups = breakdowns.length === 0 ? sql`` : sql` GROUP BY ${joined(breakdowns)}`
  return sql`SELECT ${joined([...breakdowns, ...limits])} FROM entities${groups}`
}

/** The entities with their numbers moved into the limits. */
export const boundedSql = (breakdowns: ReadonlyArray<Sql>, numbers: ReadonlyArray<BoundedNumber>): Sql => {
  const moved = numbers.map(({ bounds, number }, index) => {
    const { lower_bound_percentile: lower, upper_bound_percentile: upper } = bounds
    const raised = given(lower) ? sql`greatest(v.${number}, l.${named(`low_${index}`)})` : sql`v.${number}`
    return given(upper)
      ? sql`least(${raised}, l.${named(`high_${index}`)}) AS ${number}`
      : sql`${raised} AS ${number}`
  })
  const on = joined(breakdowns.map((column) => sql`v.${column} = l.${column}`), " AND ")
  const join = breakdowns.length === 0 ? sql`CROSS JOIN limits AS l` : sql`INNER JOIN limits AS l ON ${on}`
  return sql`SELECT ${joined([...groupColumns(breakdowns, "v"), ...moved])} FROM entities AS v ${join}`
}

/** The pairs of numbers whose products are summed, in the order of the columns. */
export const pairsOf = (numbers: number): ReadonlyArray<readonly [number, number]> =>
  Array.from({ length: numbers }, (_, one) => one).flatMap((one) =>
    Array.from({ length: numbers - one }, (_, more) => [one, one + more] as const)
  )

/**
 * The unit of numbers whose covariances are asked for, a power of 2, so that no digit is lost. Engines leave values beyond
 * 1e70 out: so the covariances of all numbers are found whose squares have a sum.
 */
export const unit = 2 ** -282

/**
 * For each variant and breakdown value: the number of entities, the sum of each number and of each product of two, the
 * least first number, the covariance of each two in `unit`s.
 */
export const sumsSql = (breakdowns: ReadonlyArray<Sql>, numbers: ReadonlyArray<Sql>, from: Sql): Sql => {
  const groups = joined([named("variant"), ...breakdowns])
  const products = pairsOf(numbers.length).map(([one, other]) => sql`sum(${named(`x${one}`)} * ${named(`x${other}`)})`)
  const covariances = pairsOf(numbers.length).map(([one, other]) =>
    sql`covarPop(${named(`x${one}`)} * ${unit}, ${named(`x${other}`)} * ${unit})`
  )
  const sums = joined([
    sql`count()`,
    ...numbers.map((number) => sql`sum(${number})`),
    ...products,
    sql`min(${named("x0")})`,
    ...covariances
  ])
  return sql`SELECT ${groups}, ${sums} FROM ${from} GROUP BY ${groups}`
}
