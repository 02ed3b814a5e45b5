/** Counts exposed entities by day. */
import { dateText } from "@hedgerow/sql/evaluate/dates/Civil"
import { dayAt } from "@hedgerow/sql/typing/DateText"
import { Effect } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import { sql } from "../../filters/SqlFragment.ts"
import { type RanStatement, runStatement, type StatementRun } from "../../query/structured/RunStatement.ts"
import { type Analysis, exposuresSql } from "./sql/ExposureSql.ts"

/** The number of entities first exposed on one day, to one variant, by one source. */
export interface DayOfExposures {
  readonly day: string
  readonly variant: string
  /** The library that sent the first exposure; empty where it is not known. */
  readonly source: string
  readonly entities: number
}

/** The exposures that were found. */
export interface MeasuredExposures {
  readonly days: ReadonlyArray<DayOfExposures>
  readonly ran: RanStatement
}

/** The exposures of each day. */
export const measureExposures = Effect.fnUntraced(function*(analysis: Analysis, run: StatementRun) {
  const exposures = exposuresSql(analysis, {
    breakdowns: [],
    more: [sql`argMin(coalesce(toString(properties['$lib']), ''), timestamp) AS source`],
    maturity: undefined
  })
  const query =
    sql`SELECT toDate(first_exposure) AS day, variant, source, count() FROM (${exposures}) GROUP BY day, variant, source`
  const { rows, ...ran } = yield* runStatement(query, run)
  const days = rows.map(([day, variant, source, entities]) => ({
    day: dateText(Number(day)),
    variant: String(variant),
    source: String(source),
    entities: Number(entities)
  }))
  return { days, ran } satisfies MeasuredExposures
})

/** The days from one instant to another, in a time zone. */
export const daysBetween = (from: EventTime, to: EventTime, timezone: string): ReadonlyArray<string> => {
  const [first, last] = [dayAt(from, timezone), dayAt(to, timezone)]
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => dateText(first + index))
}
