/** The sums of a metric over the analysed entities, as the engine finds them. */
import { Effect } from "effect"
import type { Cell, Row } from "../../query/sql/Cell.ts"
import { eachRow, type RanStatement, runStatement, type StatementRun } from "../../query/structured/RunStatement.ts"
import { bare, joined, type Sql, sql } from "../../query/structured/SqlFragment.ts"
import {
  breakdownsOf,
  conversionSeconds,
  type ExperimentMetric,
  type FunnelMetric,
  type RetentionMetric
} from "../metrics/ExperimentMetric.ts"
import { isRatio } from "../statistics/engine/VariantCounts.ts"
import type { EntitySums, NumberForm } from "./EntitySums.ts"
import { makeFunnelPass } from "./FunnelPass.ts"
import { makeFunnelSums } from "./FunnelSums.ts"
import { measuredSql, numberColumns, type Period } from "./sql/EntitiesSql.ts"
import { analysedSql, type Analysis, breakdownColumns, exposuresSql } from "./sql/ExposureSql.ts"
import { canExposeAndStep, funnelCountsSql, funnelStepsSql } from "./sql/FunnelSql.ts"
import { measureOf } from "./sql/MeasureSql.ts"
import { retentionTables } from "./sql/RetentionSql.ts"
import { boundedSql, isBounded, limitsSql, pairsOf, sumsSql, valuesSql } from "./sql/SumsSql.ts"

/** A metric to be measured. */
export interface Measuring extends Analysis {
  readonly metric: ExperimentMetric
  /** The seconds before the exposure that the covariate is taken from; undefined: there is none. */
  readonly lookback: number | undefined
}

/** What was found. */
export interface Measured extends NumberForm {
  readonly sums: ReadonlyArray<EntitySums>
  readonly ran: RanStatement
}

interface Table {
  readonly name: string
  readonly query: Sql
}

const withTables = (tables: ReadonlyArray<Table>, query: Sql): Sql =>
  sql`WITH ${joined(tables.map((table) => sql`${bare(table.name)} AS (${table.query})`))} ${query}`

const exposuresOf = (measuring: Measuring, more: ReadonlyArray<Sql> = []): Table => ({
  name: "exposures",
  query: analysedSql(exposuresSql(measuring, {
    breakdowns: breakdownsOf(measuring.metric),
    more,
    maturity: conversionSeconds(measuring.metric)
  }))
})

const periodOf = ({ lookback, metric }: Measuring): Period => ({ conversion: conversionSeconds(metric), lookback })

const number = (cell: Cell | undefined): number => cell === null || cell === undefined ? 0 : Number(cell)

/** A row of `sumsSql`. */
const sumsOf = (row: Row, breakdowns: number, numbers: number): EntitySums => ({
  variant: String(row[0]),
  breakdown: row.slice(1, 1 + breakdowns).map(String),
  entities: number(row[1 + breakdowns]),
  sums: row.slice(2 + breakdowns, 2 + breakdowns + numbers).map(number),
  products: row.slice(2 + breakdowns + numbers, 2 + breakdowns + numbers + pairsOf(numbers).length).map(number)
})

const measureByTables = Effect.fnUntraced(
  function*(measuring: Measuring, tables: ReadonlyArray<Table>, last: string, numbers: number, run: StatementRun) {
    const breakdowns = breakdownColumns(breakdownsOf(measuring.metric))
    const columns = numberColumns(numbers, { conversion: undefined, lookback: undefined })
    const { rows, ...ran } = yield* runStatement(withTables(tables, sumsSql(breakdowns, columns, bare(last))), run)
    return { sums: rows.map((row) => sumsOf(row, breakdowns.length, numbers)), ran }
  }
)

/** Means and ratios: numbers of each entity by aggregates over its events. */
const measureSources = Effect.fnUntraced(function*(
  measuring: Measuring,
  metric: Extract<ExperimentMetric, { readonly metric_type: "mean" | "ratio" }>,
  run: StatementRun
) {
  const period = periodOf(measuring)
  const sources = metric.metric_type === "mean" ? [metric.source] : [metric.numerator, metric.denominator]
  const measures = yield* Effect.forEach(
    sources,
    (source) => Effect.fromResult(measureOf(source, measuring.moment))
  )
  const breakdowns = breakdownColumns(breakdownsOf(metric))
  const columns = numberColumns(measures.length, period)
  const tables = [
    exposuresOf(measuring),
    { name: "measured", query: measuredSql(measuring, measures, period) },
    { name: "entities", query: valuesSql(breakdowns, columns) }
  ]
  if (metric.metric_type === "ratio" || !isBounded(metric)) {
    return yield* measureByTables(measuring, tables, "entities", columns.length, run)
  }
  const bounded = [
    ...tables,
    { name: "limits", query: limitsSql(breakdowns, columns, metric) },
    { name: "bounded", query: boundedSql(breakdowns, columns, metric) }
  ]
  return yield* measureByTables(measuring, bounded, "bounded", columns.length, run)
})

const measureRetention = (measuring: Measuring, metric: RetentionMetric, run: StatementRun) => {
  const breakdowns = breakdownColumns(breakdownsOf(metric))
  const tables = [exposuresOf(measuring), ...retentionTables(measuring, metric, breakdowns, periodOf(measuring))]
  return measureByTables(measuring, tables, "entities", measuring.lookback === undefined ? 2 : 4, run)
}

/** A funnel: the steps of entities are followed once for all that did the same. */
const measureFunnel = Effect.fnUntraced(function*(measuring: Measuring, metric: FunnelMetric, run: StatementRun) {
  const breakdowns = breakdownColumns(breakdownsOf(metric))
  const more = canExposeAndStep(measuring, metric) ? [sql`argMin(uuid, timestamp) AS exposure_uuid`] : []
  const tables = [
    exposuresOf(measuring, more),
    { name: "measured", query: funnelStepsSql(measuring, metric, periodOf(measuring)) }
  ]
  const sums = makeFunnelSums(makeFunnelPass(metric), {
    steps: metric.series.length,
    breakdowns: breakdowns.length,
    isAdjusted: measuring.lookback !== undefined
  })
  const ran = yield* eachRow(withTables(tables, funnelCountsSql(breakdowns)), run, sums.see)
  return { sums: sums.sums(), ran }
})

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
