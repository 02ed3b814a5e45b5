/** The sums of a metric over the analysed entities, as the engine finds them. */
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { isRatio } from "@hedgerow/statistics/engine/VariantCounts"
import { Effect } from "effect"
import { bare } from "../../filters/SqlFragment.ts"
import { runStatement, type StatementRun } from "../../query/structured/RunStatement.ts"
import {
  type Bounds,
  breakdownsOf,
  type MeanMetric,
  type RatioMetric,
  type RetentionMetric
} from "../metrics/ExperimentMetric.ts"
import { measuresSessions } from "../metrics/MetricSource.ts"
import type { EntitySums, NumberForm } from "./EntitySums.ts"
import { measureFunnel } from "./MeasureFunnel.ts"
import { exposuresOf, type Found, type Measured, type Measuring, periodOf } from "./Measuring.ts"
import { measuredSql, numberColumns } from "./sql/EntitiesSql.ts"
import { breakdownColumns } from "./sql/ExposureSql.ts"
import { measureOf } from "./sql/MeasureSql.ts"
import { retentionTables } from "./sql/RetentionSql.ts"
import { boundedSql, isBounded, limitsSql, pairsOf, sumsSql, unit, valuesSql } from "./sql/SumsSql.ts"
import { type Table, withTables } from "./sql/Tables.ts"

/** A sum is NULL where it is no number: values of both signs beyond the range were added. */
const number = (cell: Cell | undefined): number => cell === null || cell === undefined ? NaN : Number(cell)

/** A row of `sumsSql`. */
const sumsOf = (row: Row, breakdowns: number, numbers: number): EntitySums => {
  const pairs = pairsOf(numbers).length
  const [entities, ...cells] = row.slice(1 + breakdowns).map(number)
  return {
    variant: String(row[0]),
    breakdown: row.slice(1, 1 + breakdowns).map(String),
    entities: entities ?? 0,
    sums: cells.slice(0, numbers),
    products: cells.slice(numbers, numbers + pairs),
    minimum: cells[numbers + pairs] ?? 0,
    covariances: cells.slice(numbers + pairs + 1).map((covariance) => covariance / unit / unit)
  }
}

const measureByTables = Effect.fnUntraced(
  function*(measuring: Measuring, tables: ReadonlyArray<Table>, last: string, numbers: number, run: StatementRun) {
    const breakdowns = breakdownColumns(breakdownsOf(measuring.metric))
    const columns = numberColumns(numbers, { conversion: undefined, lookback: undefined })
    const { rows, ...ran } = yield* runStatement(withTables(tables, sumsSql(breakdowns, columns, bare(last))), run)
    const found: Found = { sums: rows.map((row) => sumsOf(row, breakdowns.length, numbers)), ran }
    return found
  }
)

/** The bounds of each number of an entity; its covariate has the same bounds. */
const boundsOf = (metric: MeanMetric | RatioMetric): ReadonlyArray<Bounds> =>
  metric.metric_type === "mean"
    ? [metric]
    : [metric.numerator_outlier_handling ?? {}, metric.denominator_outlier_handling ?? {}]

/** Means and ratios: numbers of each entity by aggregates over its events. */
const measureSources = Effect.fnUntraced(
  function*(measuring: Measuring, metric: MeanMetric | RatioMetric, run: StatementRun) {
    const period = periodOf(measuring)
    const sources = metric.metric_type === "mean" ? [metric.source] : [metric.numerator, metric.denominator]
    const measures = yield* Effect.forEach(
      sources,
      (source) => Effect.fromResult(measureOf(source, measuring.moment))
    )
    const breakdowns = breakdownColumns(breakdownsOf(metric))
    const columns = numberColumns(measures.length, period)
    const isOfSessions = metric.metric_type === "mean" && measuresSessions(metric.source)
    const tables = [
      exposuresOf(measuring),
      { name: "measured", query: measuredSql(measuring, measures, period) },
      { name: "entities", query: valuesSql(breakdowns, columns, isOfSessions) }
    ]
    const bounds = boundsOf(metric)
    if (!bounds.some(isBounded)) return yield* measureByTables(measuring, tables, "entities", columns.length, run)
    const numbers = columns.map((number, index) => ({ number, bounds: bounds[index % bounds.length] ?? {} }))
    const bounded = [
      ...tables,
      { name: "limits", query: limitsSql(breakdowns, numbers) },
      { name: "bounded", query: boundedSql(breakdowns, numbers) }
    ]
    return yield* measureByTables(measuring, bounded, "bounded", columns.length, run)
  }
)

const measureRetention = (measuring: Measuring, metric: RetentionMetric, run: StatementRun) => {
  const breakdowns = breakdownColumns(breakdownsOf(metric))
  const tables = [exposuresOf(measuring), ...retentionTables(measuring, metric, breakdowns, periodOf(measuring))]
  return measureByTables(measuring, tables, "entities", measuring.lookback === undefined ? 2 : 4, run)
}

/** Measures one metric of an experiment. */
export const measureMetric = Effect.fnUntraced(function*(measuring: Measuring, run: StatementRun) {
  const { lookback, metric } = measuring
  const form: NumberForm = { isRatio: isRatio(metric.metric_type), isAdjusted: lookback !== undefined }
  const found = metric.metric_type === "funnel"
    ? yield* measureFunnel(measuring, metric, run)
    : metric.metric_type === "retention"
    ? yield* measureRetention(measuring, metric, run)
    : yield* measureSources(measuring, metric, run)
  const measured: Measured = { ...found, ...form }
  return measured
})
