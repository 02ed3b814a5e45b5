import { Schema } from "effect"
import type { Asked } from "../../query/Asked.ts"
import type { Freshness } from "../../query/execution/Staleness.ts"
import { clientFields, modifiersField, type QueryModifiers } from "../../query/QueryModifiers.ts"
import { DateRange, wholeSpan } from "../../query/structured/DateRange.ts"
import type { RanStatement } from "../../query/structured/RunStatement.ts"
import { field, optional } from "../../shared/DocumentedSchema.ts"
import type { AnalysedExperiment } from "../results/AnalysedExperiment.ts"

/** The fields that every node about an experiment may have. */
export const experimentNodeFields = {
  experiment_id: field(Schema.Int, "The id of the experiment."),
  dateRange: optional(DateRange, "Only those exposed in this time count."),
  modifiers: modifiersField,
  ...clientFields
}

/** The experiment as if it had begun and ended with a range, where that is the shorter. */
export const inRange = (
  experiment: AnalysedExperiment,
  range: DateRange | null | undefined,
  { now, project: { timezone, week_start_day } }: Pick<Asked, "now" | "project">
): AnalysedExperiment => {
  const { end, start } = experiment
  if (range === undefined || range === null || start === undefined) return experiment
  const { from, to } = wholeSpan(range, { now, timezone, week_start_day })
  const isOpen = (range.date_to ?? "") === ""
  return {
    ...experiment,
    start: from === undefined || from < start ? start : from,
    end: isOpen || (end !== undefined && end < to) ? end : to
  }
}

/** Until the experiment ends, and the time it counts after that is over, results change with every event. */
export const experimentFreshness = ({ end }: AnalysedExperiment, seconds = 0): Freshness => ({
  interval: "none",
  until: end === undefined ? undefined : end + seconds * 1_000_000 as NonNullable<AnalysedExperiment["end"]>
})

/** The statement of an answer: the engine's own is shown with the modifier `debug`. */
export const statementFields = (ran: RanStatement | undefined, modifiers: QueryModifiers | null | undefined) => ({
  hogql: ran?.printed ?? null,
  clickhouse_sql: modifiers?.debug === true ? ran?.engineStatement ?? null : null,
  error: null,
  warnings: ran?.warnings ?? []
})

/** The statement of a failed answer. */
export const failedFields = (error: string) => ({ hogql: null, clickhouse_sql: null, error, warnings: [] })
