import { Schema } from "effect"
import type { AnalysedExperiment } from "../../../experiments/results/AnalysedExperiment.ts"
import type { Freshness } from "../../execution/Staleness.ts"
import { QueryModifiers } from "../../QueryModifiers.ts"
import type { RanStatement } from "../../structured/RunStatement.ts"

const ignored = Schema.optionalKey(Schema.Unknown)

/** The fields that every node about an experiment may have. */
export const experimentNodeFields = {
  experiment_id: Schema.Int,
  name: ignored,
  modifiers: Schema.optionalKey(Schema.NullOr(QueryModifiers)),
  response: ignored,
  tags: ignored,
  version: ignored
}

/** Until the experiment ends, and the time it counts after that is over, results change with every event. */
export const experimentFreshness = ({ end }: AnalysedExperiment, seconds = 0): Freshness => ({
  interval: "none",
  until: end === undefined ? undefined : end + seconds * 1_000_000 as NonNullable<AnalysedExperiment["end"]>
})

/** The statement of an answer: what the engine ran is shown to those who debug. */
export const statementFields = (ran: RanStatement | undefined, modifiers: QueryModifiers | null | undefined) => ({
  hogql: ran?.printed ?? null,
  clickhouse_sql: modifiers?.debug === true ? ran?.engineStatement ?? null : null,
  error: null,
  warnings: ran?.warnings ?? []
})

/** The statement of a failed answer. */
export const failedFields = (error: string) => ({ hogql: null, clickhouse_sql: null, error, warnings: [] })
