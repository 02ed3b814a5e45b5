import { Effect, Result } from "effect"
import { readChanges, readFields } from "../shared/Fields.ts"
import { type InputIssue, InvalidInput, maxIssues } from "../shared/InvalidInput.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import { knownNames, nameIssues } from "../shared/KnownNames.ts"
import { experimentTable, newExperimentTable } from "./ExperimentFields.ts"

/** The names of a record that are not read, here and in the reference service's versions. */
const shown = [
  "id",
  "feature_flag",
  "holdout",
  "exposure_cohort",
  "saved_metrics",
  "created_by",
  "created_at",
  "updated_at",
  "user_access_level",
  "status",
  "scheduling_config",
  "only_count_matured_users",
  "running_time_calculation",
  "excluded_variants",
  "exposure_frozen",
  "allow_unknown_events",
  "variants",
  "team",
  "team_id"
]

/** The names of an experiment's record: those that say who takes part must not be misspelt. */
const experimentNames = knownNames(Object.keys(experimentTable), {
  shown,
  elsewhere: {
    feature_flag_variants: "parameters.feature_flag_variants",
    filterTestAccounts: "exposure_criteria.filterTestAccounts"
  },
  words: { holdout_id: ["holdoutGroup"], parameters: ["params"], exposure_criteria: ["exposure"] }
})

/** Reads fields; the names that were meant to be others are reported with what is wrong in them. */
const readAll = Effect.fnUntraced(function*<A>(read: Effect.Effect<A, InvalidInput>, body: unknown) {
  const fields = yield* Effect.result(read)
  const misspelt = isJsonRecord(body) ? nameIssues(body, experimentNames) : []
  if (Result.isSuccess(fields) && misspelt.length === 0) return fields.success
  const wrong: ReadonlyArray<InputIssue> = Result.isSuccess(fields) ? [] : fields.failure.issues
  const [first, ...rest] = [...wrong, ...misspelt].slice(0, maxIssues)
  return first === undefined ? yield* read : yield* new InvalidInput({ issues: [first, ...rest] })
})

/** Reads a new experiment. */
export const readNewExperiment = (body: unknown) => readAll(readFields(newExperimentTable, body), body)

/** Reads what a body changes of an experiment. */
export const readExperimentChanges = (body: unknown) => readAll(readChanges(experimentTable, body), body)
