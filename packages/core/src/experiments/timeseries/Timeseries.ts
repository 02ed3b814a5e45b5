import { DateTime } from "effect"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { DailyResult } from "./DailyResult.ts"
import type { ExperimentDay } from "./ExperimentDays.ts"
import type { Recalculation } from "./Recalculation.ts"

/** The results of a metric, day by day. */
export interface Timeseries {
  readonly status: "completed" | "failed" | "partial" | "pending"
  /** By day; null for a day without a result. */
  readonly timeseries: Readonly<Record<string, JsonRecord | null>>
  /** The reasons for which days failed, by day; null when none did. */
  readonly errors: Readonly<Record<string, string>> | null
  readonly computedAt: DateTime.Utc | null
  readonly createdAt: DateTime.Utc | null
  readonly updatedAt: DateTime.Utc | null
  /** The recalculation that is not over. */
  readonly recalculation: Recalculation | undefined
}

const latest = (times: ReadonlyArray<DateTime.Utc | null>): DateTime.Utc | null =>
  times.reduce(
    (found, time) => found === null || time !== null && DateTime.isGreaterThan(time, found) ? time : found,
    null
  )

const earliest = (times: ReadonlyArray<DateTime.Utc>): DateTime.Utc | null =>
  times.reduce<DateTime.Utc | null>((found, time) => found === null ? time : DateTime.min(found, time), null)

const statusOf = (days: ReadonlyArray<DailyResult | undefined>): Timeseries["status"] => {
  const completed = days.filter((day) => day?.status === "completed").length
  if (completed > 0) return completed === days.length ? "completed" : "partial"
  return days.some((day) => day?.status === "failed") ? "failed" : "pending"
}

/** The timeseries of some days, of the results that there are. */
export const timeseriesOf = (
  days: ReadonlyArray<ExperimentDay>,
  results: ReadonlyArray<DailyResult>,
  recalculation: Recalculation | undefined
): Timeseries => {
  const byEnd = new Map(results.map((result) => [DateTime.toEpochMillis(result.query_to), result]))
  const dated = days.map(({ date, end }) => ({ date, result: byEnd.get(DateTime.toEpochMillis(end)) }))
  const failed = dated.flatMap(({ date, result }) =>
    result === undefined || result.error_message === null ? [] : [[date, result.error_message] as const]
  )
  return {
    status: statusOf(dated.map(({ result }) => result)),
    timeseries: Object.fromEntries(dated.map(({ date, result }) => [date, result?.result ?? null])),
    errors: failed.length === 0 ? null : Object.fromEntries(failed),
    computedAt: latest(results.map(({ completed_at }) => completed_at)),
    createdAt: earliest(results.map(({ created_at }) => created_at)),
    updatedAt: latest(results.map(({ updated_at }) => updated_at)),
    recalculation
  }
}
