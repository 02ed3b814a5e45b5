import type { DateTime } from "effect"
import { isoText } from "../../shared/IsoText.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { Experiment } from "../Experiment.ts"

const queries = ["count_query", "funnels_query", "exposure_query"] as const

/** `2025-02-01T00:00:00Z`, with milliseconds only where there are any. */
const text = (time: DateTime.Utc | null): string => time === null ? "" : isoText(time)

/** A metric of an older form with the dates of its experiment where it has a range of its own: that may be out of date. */
export const withExperimentDates = (
  { end_date, start_date }: Pick<Experiment, "end_date" | "start_date">,
  metric: JsonRecord
): JsonRecord => {
  const dateRange = { date_from: text(start_date), date_to: text(end_date), explicitDate: true }
  const dated = queries.flatMap((name) => {
    const query = metric[name]
    return isJsonRecord(query) && isJsonRecord(query["dateRange"]) ? [[name, { ...query, dateRange }] as const] : []
  })
  return dated.length === 0 ? metric : { ...metric, ...Object.fromEntries(dated) }
}
