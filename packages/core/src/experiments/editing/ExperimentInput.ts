import { readChanges, readFields } from "../../shared/Fields.ts"
import { knownNames } from "../../shared/KnownNames.ts"
import { readNamed } from "../../shared/NamedFields.ts"
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

/** The names of an experiment's record: those that decide who takes part must not be misspelt. */
const experimentNames = knownNames(Object.keys(experimentTable), {
  shown,
  elsewhere: {
    feature_flag_variants: "parameters.feature_flag_variants",
    filterTestAccounts: "exposure_criteria.filterTestAccounts"
  },
  words: { holdout_id: ["holdoutGroup"], parameters: ["params"], exposure_criteria: ["exposure"] }
})

/** Reads a new experiment. */
export const readNewExperiment = (body: unknown) =>
  readNamed(readFields(newExperimentTable, body), body, experimentNames)

/** Reads what a body changes of an experiment. */
export const readExperimentChanges = (body: unknown) =>
  readNamed(readChanges(experimentTable, body), body, experimentNames)
