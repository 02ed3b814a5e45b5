/** The numbers of the series of trends in one period. */
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { allOf, always, type Sql } from "../../../filters/SqlFragment.ts"
import type { Buckets } from "../../structured/Buckets.ts"
import { sampleScale } from "../../structured/InsightFields.ts"
import type { RanStatement, StatementRun } from "../../structured/RunStatement.ts"
import { runStatement } from "../../structured/RunStatement.ts"
import type { Series } from "../../structured/SeriesNode.ts"
import type { Curve } from "./Curves.ts"
import { type Measure, measureOf, totalOf } from "./Measures.ts"
import { type Asking, type Cut, firstSql, measuredSql, sharedSql, trailingFrom, trailingSql } from "./TrendsSql.ts"

/** A period that is measured. */
export interface Measuring extends Asking {
  readonly buckets: Buckets
}

/** Curves, and the statements that found them. */
export interface Found {
  readonly curves: ReadonlyArray<Curve>
  readonly ran: ReadonlyArray<RanStatement>
  /** Whether there were more values than are shown. */
  readonly hasMore?: boolean
}

/** The number of a cell: 0 for a missing or infinite one. */
export const numberOf = (cell: Cell | undefined): number => {
  const number = cell === null || cell === undefined ? 0 : Number(cell)
  return Number.isFinite(number) ? number : 0
}

/** Statements of one query that run side by side. */
export const atOnce = { concurrency: 2 }

/** No number yet: one for each interval, or one for all. */
const noNumbers = ({ buckets, interval }: Measuring): Array<number> =>
  Array.from({ length: interval === undefined ? 1 : buckets.starts.length }, () => 0)

/** Adds numbers where their intervals are. */
export const placed = (measuring: Measuring, points: ReadonlyArray<readonly [Cell | undefined, Cell | undefined]>) => {
  const numbers = noNumbers(measuring)
  for (const [bucket, measured] of points) {
    const place = measuring.interval === undefined ? 0 : measuring.buckets.indexOf(bucket)
    if (place !== undefined) numbers[place] = numberOf(measured)
  }
  return numbers
}

/** The factor of a measure's numbers. */
export const factorOf = ({ insight }: Asking, { node }: Series, measure: Measure): number => {
  const isScaled = measure._tag === "Rows" ? measure.isScaled : measure._tag !== "Groups"
  return (node.math_multiplier ?? 1) * (isScaled ? sampleScale(insight) : 1)
}

/** The number of spans that hold each interval's beginning. */
export const activeAt = ({ buckets }: Measuring, spans: ReadonlyArray<Row>): ReadonlyArray<number> => {
  const firstFrom = (time: number): number => {
    let [low, high] = [0, buckets.cells.length]
    while (low < high) {
      const middle = low + high >> 1
      if ((buckets.cells[middle] ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
  const changes = Array.from({ length: buckets.starts.length + 1 }, () => 0)
  for (const [begin, finish, ...rest] of spans) {
    const count = numberOf(rest.at(-1))
    const [from, to] = [firstFrom(numberOf(begin)), firstFrom(numberOf(finish))]
    changes[from] = (changes[from] ?? 0) + count
    changes[to] = (changes[to] ?? 0) - count
  }
  let active = 0
  return buckets.starts.map((_, index) => active += changes[index] ?? 0)
}

/** Measures in whose result one number stands for the whole time are others where actors count for days. */
export const inTotal = <A extends Asking>(asking: A, measure: Measure): readonly [A, Measure] => {
  if (measure._tag !== "Trailing" || asking.interval !== undefined) return [asking, measure]
  const last = { from: asking.to, interval: undefined, moment: asking.moment }
  // Days are not counted for a time that is over before it begins.
  const from = asking.from > asking.to ? asking.from : trailingFrom(last, measure.days)
  return [{ ...asking, from }, totalOf(asking.insight)]
}

const uncut: Cut = { values: [] }

/** The rows of a measure of one series. */
export const statementFor = (asking: Asking, series: Series, measure: Measure, cut: Cut, only: Sql = always): Sql => {
  switch (measure._tag) {
    case "First":
      return firstSql(asking, series, measure.isMatching, cut, only)
    case "Trailing":
      return trailingSql(asking, { ...series, condition: allOf([series.condition, only]) }, measure.days, cut)
    default:
      return measuredSql(asking, { ...series, condition: allOf([series.condition, only]) }, measure, cut)
  }
}

/** One series in a statement of its own. */
export const measureOne = Effect.fnUntraced(function*(all: Measuring, series: Series, run: StatementRun, only?: Sql) {
  const [measuring, measure] = inTotal(all, measureOf(series.node, all))
  const { rows, ...ran } = yield* runStatement(statementFor(measuring, series, measure, uncut, only), run)
  const numbers = measure._tag === "Trailing"
    ? activeAt(measuring, rows)
    : placed(measuring, rows.map((row) => [row[0], row.at(-1)]))
  const factor = factorOf(measuring, series, measure)
  return { numbers: numbers.map((number) => number * factor), ran }
})

const measureShared = Effect.fnUntraced(function*(
  measuring: Measuring,
  shared: ReadonlyArray<{ readonly series: Series; readonly measure: Extract<Measure, { readonly _tag: "Rows" }> }>,
  run: StatementRun
) {
  const asked = shared.map(({ measure, series }) => ({ condition: series.condition, aggregate: measure.aggregate }))
  const { rows, ...ran } = yield* runStatement(sharedSql(measuring, asked), run)
  const before = measuring.interval === undefined ? 0 : 1
  const curves = shared.map(({ measure, series }, index): Curve => {
    const factor = factorOf(measuring, series, measure)
    const numbers = placed(measuring, rows.map((row) => [row[0], row[before + index]]))
    return { order: series.order, values: undefined, numbers: numbers.map((number) => number * factor) }
  })
  const found: Found = { curves, ran: [ran] }
  return found
})

/** The curves of series without breakdown; those that share their events are measured in one pass. */
export const measureSeries = Effect.fnUntraced(function*(
  measuring: Measuring,
  all: ReadonlyArray<Series>,
  run: StatementRun
) {
  const shared: Array<{ readonly series: Series; readonly measure: Extract<Measure, { readonly _tag: "Rows" }> }> = []
  const alone: Array<Series> = []
  for (const series of all) {
    const measure = measureOf(series.node, measuring)
    if (measure._tag === "Rows" && measure.isShared) shared.push({ series, measure })
    else alone.push(series)
  }
  const together = shared.length === 0 ? [] : [measureShared(measuring, shared, run)]
  const apart = alone.map((series) =>
    Effect.map(measureOne(measuring, series, run), ({ numbers, ran }): Found => ({
      curves: [{ order: series.order, values: undefined, numbers }],
      ran: [ran]
    }))
  )
  return yield* Effect.all([...together, ...apart], atOnce)
})
