import type { Sql } from "../../filters/SqlFragment.ts"
import type { RanStatement } from "../../query/structured/RunStatement.ts"
import { breakdownsOf, conversionSeconds, type ExperimentMetric } from "../metrics/ExperimentMetric.ts"
import type { EntitySums, NumberForm } from "./EntitySums.ts"
import type { Period } from "./sql/EntitiesSql.ts"
import { analysedSql, type Analysis, exposuresSql } from "./sql/ExposureSql.ts"
import type { Table } from "./sql/Tables.ts"
import type { SessionsOfVariants } from "./StepSessions.ts"

/** A metric to be measured. */
export interface Measuring extends Analysis {
  readonly metric: ExperimentMetric
  /** The seconds before the exposure that the covariate is taken from; undefined: there is none. */
  readonly lookback: number | undefined
  /** Whether sessions of those who came to each step of a funnel are looked up. */
  readonly samplesSessions: boolean
}

/** The sums that were found, and the statement they came from. */
export interface Found {
  readonly sums: ReadonlyArray<EntitySums>
  readonly ran: RanStatement
  readonly sessions?: SessionsOfVariants
}

/** A result, and the form of its numbers. */
export interface Measured extends Found, NumberForm {}

/** The exposed entities that count, with further columns. */
export const exposuresOf = (measuring: Measuring, more: ReadonlyArray<Sql> = []): Table => ({
  name: "exposures",
  query: analysedSql(exposuresSql(measuring, {
    breakdowns: breakdownsOf(measuring.metric),
    more,
    maturity: conversionSeconds(measuring.metric)
  }))
})

/** The time around the exposure that counts. */
export const periodOf = ({ lookback, metric }: Measuring): Period => ({
  conversion: conversionSeconds(metric),
  lookback
})
