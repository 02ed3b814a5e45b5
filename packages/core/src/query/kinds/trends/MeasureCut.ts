/** The numbers of a series for each value by which it is cut. */
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { allOf, joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { type Breakdowns, noBreakdownValue, otherBreakdownValue } from "../../structured/BreakdownFilter.ts"
import { isMember } from "../../structured/CohortParts.ts"
import { runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import type { Series } from "../../structured/SeriesNode.ts"
import { addedUpSql } from "./AddedUp.ts"
import type { Curve } from "./Curves.ts"
import { type Measure, measureOf, totalOf } from "./Measures.ts"
import {
  activeAt,
  factorOf,
  type Found,
  inTotal,
  measureOne,
  type Measuring,
  placed,
  statementFor
} from "./MeasureSeries.ts"
import { type Cut, trailingFrom, valueNames } from "./TrendsSql.ts"

const isNone = (values: ReadonlyArray<string>): boolean => values.every((value) => value === noBreakdownValue)

/** The values with the greatest totals, those who have none before all; two more than are shown, to see that there are more. */
const leading = (cut: Cut, columns: ReadonlyArray<Sql>, from: Sql, total: Sql, limit: number): Sql => {
  const names = valueNames(cut)
  const none = allOf(names.map((name) => sql`${name} = ${noBreakdownValue}`))
  return sql`SELECT ${joined([...names, ...columns])} FROM (${from}) GROUP BY ${
    joined(names)
  } ORDER BY ${none} DESC, ${total} DESC, ${joined(names)} LIMIT ${limit + 2}`
}

const textsOf = (row: Row, cut: Cut): ReadonlyArray<string> => row.slice(0, cut.values.length).map(String)

/** Those of the leading rows that are shown: so many, and that of no value. */
const shownOf = (rows: ReadonlyArray<Row>, cut: Cut, limit: number) => {
  const none = rows.filter((row) => isNone(textsOf(row, cut)))
  const others = rows.filter((row) => !isNone(textsOf(row, cut)))
  return { shown: [...none, ...others.slice(0, limit)], hasMore: others.length > limit }
}

/** Holds where the values are among these. */
export const among = (values: ReadonlyArray<Sql>, rows: ReadonlyArray<ReadonlyArray<string>>): Sql => {
  const [first] = values
  if (first === undefined) return sql`true`
  if (values.length === 1) return sql`${first} IN ${rows.map(([text = ""]) => text)}`
  return sql`(${joined(values)}) IN (${joined(rows.map((row) => sql`(${joined(row.map((text) => sql`${text}`))})`))})`
}

const listOf = (cell: Cell | undefined): ReadonlyArray<Cell> => Array.isArray(cell) ? cell : []

/** The intervals of a row, and their numbers beside them. */
const pointsOf = (row: Row, cut: Cut): ReadonlyArray<readonly [Cell | undefined, Cell | undefined]> => {
  const numbers = listOf(row[cut.values.length + 1])
  return listOf(row[cut.values.length]).map((bucket, index) => [bucket, numbers[index]])
}

const otherValues = (cut: Cut): ReadonlyArray<string> => cut.values.map(() => otherBreakdownValue)

const isTrue = (cell: Cell | undefined): boolean => cell === true || cell === 1

const times = (numbers: ReadonlyArray<number>, factor: number) => numbers.map((number) => number * factor)

type Cutting = Pick<Breakdowns, "hidesOther" | "limit"> & { readonly cut: Cut }

const curveOf = (row: Row, measuring: Measuring, series: Series, cut: Cut, factor: number): Curve => {
  const points = measuring.interval === undefined ? [[null, row[cut.values.length]] as const] : pointsOf(row, cut)
  return { order: series.order, values: textsOf(row, cut), numbers: times(placed(measuring, points), factor) }
}

/** The leading values and the rest, if any, in one statement. */
const measureAdded = Effect.fnUntraced(function*(
  measuring: Measuring,
  series: Series,
  measure: Measure,
  { cut, limit }: Pick<Cutting, "cut" | "limit">,
  run: StatementRun
) {
  const from = statementFor(measuring, series, measure, cut)
  const { rows, ...ran } = yield* runStatement(addedUpSql(cut, measuring.interval !== undefined, from, limit), run)
  const factor = factorOf(measuring, series, measure)
  const curves = rows.map((row) => curveOf(row, measuring, series, cut, factor))
  return { curves, hasMore: rows.some((row) => !isTrue(row.at(-1))), ran: [ran] }
})

/** The leading values with their numbers in one statement; the rest, if any, in another. */
const measureLeading = Effect.fnUntraced(function*(
  all: Measuring,
  series: Series,
  { cut, hidesOther, limit }: Cutting,
  run: StatementRun
) {
  const [measuring, measure] = inTotal(all, measureOf(series.node, all))
  if (measure._tag === "Rows" && measure.isAdditive === true && !hidesOther) {
    return yield* measureAdded(measuring, series, measure, { cut, limit }, run)
  }
  const factor = factorOf(measuring, series, measure)
  const points = measuring.interval === undefined ? [] : [sql`groupArray(bucket)`, sql`groupArray(measured)`]
  const statement = leading(
    cut,
    [...points, sql`sum(measured) AS total`],
    statementFor(measuring, series, measure, cut),
    named("total"),
    limit
  )
  const { rows, ...ran } = yield* runStatement(statement, run)
  const { hasMore, shown } = shownOf(rows, cut, limit)
  const curves = shown.map((row) => curveOf(row, measuring, series, cut, factor))
  if (!hasMore || hidesOther) return { curves, hasMore, ran: [ran] }
  const known = shown.map((row) => textsOf(row, cut))
  const only = sql`NOT (${among(measure._tag === "First" ? valueNames(cut) : cut.values, known)})`
  const rest = yield* measureRest(measuring, series, measure, cut, only, run)
  const other: Curve = { order: series.order, values: otherValues(cut), numbers: rest.numbers }
  return { curves: [...curves, other], hasMore, ran: [ran, rest.ran] }
})

/** Those whose values are not shown, together. */
const measureRest = Effect.fnUntraced(function*(
  measuring: Measuring,
  series: Series,
  measure: Measure,
  cut: Cut,
  only: Sql,
  run: StatementRun
) {
  if (measure._tag !== "First") return yield* measureOne(measuring, series, run, only)
  const mapped = { values: cut.values }
  const rows = sql`SELECT ${joined(measuring.interval === undefined ? [] : [named("bucket")])}${
    measuring.interval === undefined ? sql`` : sql`, `
  }sum(measured) AS measured FROM (${statementFor(measuring, series, measure, mapped, only)})${
    measuring.interval === undefined ? sql`` : sql` GROUP BY bucket`
  }`
  const found = yield* runStatement(rows, run)
  const numbers = placed(measuring, found.rows.map((row) => [row[0], row.at(-1)]))
  return { numbers: times(numbers, factorOf(measuring, series, measure)), ran: found }
})

/** The values of a series that are shown, and whether there are others. */
export const leadingValues = Effect.fnUntraced(function*(
  all: Measuring,
  series: Series,
  { cut, limit }: Pick<Cutting, "cut" | "limit">,
  run: StatementRun
) {
  const own = measureOf(series.node, all)
  const [measuring, measure] = own._tag === "Trailing" && all.interval !== undefined
    ? [{ ...all, from: trailingFrom(all, own.days), interval: undefined }, totalOf(all.insight)]
    : inTotal(all, own)
  const statement = leading(
    cut,
    [sql`sum(measured) AS total`],
    statementFor(measuring, series, measure, cut),
    named("total"),
    limit
  )
  const { rows, ...ran } = yield* runStatement(statement, run)
  const { hasMore, shown } = shownOf(rows, cut, limit)
  return { hasMore, known: shown.map((row) => textsOf(row, cut)), ran }
})

/** Actors who count for days: first which values lead, then the numbers of each and of the rest. */
const measureTrailing = Effect.fnUntraced(function*(
  measuring: Measuring,
  series: Series,
  { cut, hidesOther, limit }: Cutting,
  run: StatementRun
) {
  const measure = measureOf(series.node, measuring)
  const { hasMore, known, ran: first } = yield* leadingValues(measuring, series, { cut, limit }, run)
  const isKnown = among(cut.values, known)
  const mapped: Cut = hasMore && !hidesOther
    ? { values: cut.values.map((value) => sql`if(${isKnown}, ${value}, ${otherBreakdownValue})`) }
    : cut
  const only = hasMore && hidesOther ? isKnown : undefined
  const { rows, ...ran } = yield* runStatement(statementFor(measuring, series, measure, mapped, only), run)
  const byValue = Map.groupBy(rows, (row) => JSON.stringify(row.slice(2, 2 + cut.values.length)))
  const factor = factorOf(measuring, series, measure)
  const curves = [...byValue.values()].map((spans): Curve => ({
    order: series.order,
    values: (spans[0] ?? []).slice(2, 2 + cut.values.length).map(String),
    numbers: times(activeAt(measuring, spans), factor)
  }))
  return { curves, hasMore, ran: [first, ran] }
})

/** The curves of a series, one for each value by which it is cut. */
export const measureCut = (measuring: Measuring, series: Series, cutting: Cutting, run: StatementRun) =>
  measureOf(series.node, measuring)._tag === "Trailing" && measuring.interval !== undefined
    ? measureTrailing(measuring, series, cutting, run)
    : measureLeading(measuring, series, cutting, run)

/** The curves of a series for the members of each cohort. */
export const measureCohorts = (
  measuring: Measuring,
  series: Series,
  cohorts: ReadonlyArray<number | "all">,
  run: StatementRun
) =>
  Effect.map(
    Effect.forEach(cohorts, (cohort) => {
      const where = allOf([measuring.where, isMember(cohort)])
      return Effect.map(measureOne({ ...measuring, where }, series, run), ({ numbers, ran }) => ({
        ran,
        curve: { order: series.order, values: [String(cohort)], numbers }
      }))
    }),
    (found): Found => ({
      curves: found.map(({ curve }) => curve),
      ran: found.map(({ ran }) => ran)
    })
  )
