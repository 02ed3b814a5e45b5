/** Sums over the entities of each variant, in SQL. */
import { joined, named, type Sql, sql } from "../../../query/structured/SqlFragment.ts"
import type { MeanMetric } from "../../metrics/ExperimentMetric.ts"

/** The columns by which entities are summed up: `variant`, then the values to cut by. */
export const groupColumns = (breakdowns: ReadonlyArray<Sql>, of: string): ReadonlyArray<Sql> =>
  [named("variant"), ...breakdowns].map((column) => sql`${named(of)}.${column} AS ${column}`)

/** Every exposed entity with its numbers, 0 without events: `variant`, the values to cut by, `x0, x1, …`. */
export const valuesSql = (breakdowns: ReadonlyArray<Sql>, numbers: ReadonlyArray<Sql>): Sql =>
  sql`SELECT ${
    joined([...groupColumns(breakdowns, "e"), ...numbers.map((number) => sql`coalesce(m.${number}, 0) AS ${number}`)])
  } FROM exposures AS e LEFT JOIN measured AS m ON e.entity = m.entity`

type Bounds = Pick<MeanMetric, "ignore_zeros" | "lower_bound_percentile" | "upper_bound_percentile">

/** Whether any value is moved. */
export const isBounded = ({ lower_bound_percentile: lower, upper_bound_percentile: upper }: Bounds): boolean =>
  (lower ?? undefined) !== undefined || (upper ?? undefined) !== undefined

const level = (fraction: number, value: Sql): Sql => sql`quantile(${fraction})(${value})`

/** The percentiles of the analysed values of all variants, for each value to cut by: `low_0, high_0, …`. */
export const limitsSql = (breakdowns: ReadonlyArray<Sql>, numbers: ReadonlyArray<Sql>, bounds: Bounds): Sql => {
  const { ignore_zeros: ignoresZeros, lower_bound_percentile: lower, upper_bound_percentile: upper } = bounds
  const limits = numbers.flatMap((number, index) => [
    ...(lower === undefined || lower === null ? [] : [sql`${level(lower, number)} AS ${named(`low_${index}`)}`]),
    ...(upper === undefined || upper === null ? [] : [
      sql`${level(upper, ignoresZeros === true ? sql`nullIf(${number}, 0)` : number)} AS ${named(`high_${index}`)}`
    ])
  ])
  const groups = breakdowns.length === 0 ? sql`` : sql` GROUP BY ${joined(breakdowns)}`
  return sql`SELECT ${joined([...breakdowns, ...limits])} FROM entities${groups}`
}

/** The entities with their numbers moved into the limits. */
export const boundedSql = (breakdowns: ReadonlyArray<Sql>, numbers: ReadonlyArray<Sql>, bounds: Bounds): Sql => {
  const { lower_bound_percentile: lower, upper_bound_percentile: upper } = bounds
  const moved = numbers.map((number, index) => {
    const raised = lower === undefined || lower === null
      ? sql`v.${number}`
      : sql`greatest(v.${number}, l.${named(`low_${index}`)})`
    return upper === undefined || upper === null
      ? sql`${raised} AS ${number}`
      : sql`least(${raised}, l.${named(`high_${index}`)}) AS ${number}`
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

/** For each variant and values to cut by: how many entities, the sum of each number and of each product of two. */
export const sumsSql = (breakdowns: ReadonlyArray<Sql>, numbers: ReadonlyArray<Sql>, from: Sql): Sql => {
  const groups = joined([named("variant"), ...breakdowns])
  const products = pairsOf(numbers.length).map(([one, other]) => sql`sum(${named(`x${one}`)} * ${named(`x${other}`)})`)
  const sums = joined([sql`count()`, ...numbers.map((number) => sql`sum(${number})`), ...products])
  return sql`SELECT ${groups}, ${sums} FROM ${from} GROUP BY ${groups}`
}
