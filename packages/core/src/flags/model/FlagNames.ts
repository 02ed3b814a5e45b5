import {
  audienceWords,
  filterNames,
  holdoutWords,
  shareWords,
  variantWords
} from "../../evaluation/filters/FilterNames.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { knownNames, misnomers, misnomerText, wrappers } from "../../shared/KnownNames.ts"
import { flagTable, newFlagTable } from "../editing/FlagFields.ts"
import { simpleCondition } from "./SimpleFlag.ts"

/** Fields of a record beside those that can be changed, here and in the reference service's versions. */
const shown = [
  "id",
  "team_id",
  "uuid",
  "created_by",
  "created_at",
  "updated_at",
  "last_modified_by",
  "is_simple_flag",
  "rollout_percentage",
  "experiment_set",
  "experiment_set_metadata",
  "has_experiment",
  "surveys",
  "features",
  "can_edit",
  "usage_dashboard",
  "user_access_level",
  "is_used_in_replay_settings",
  "status",
  "last_called_at",
  "archived",
  "requires_server",
  "version",
  "original_flag",
  "deleted_at",
  "deleted_by"
]

const inFilters = Object.fromEntries(
  Object.entries(filterNames.read).map(([name, meant]) => [name, `filters.${meant}`])
)

/** The names of a flag's record. */
export const flagNames = knownNames(
  [...new Set([...Object.keys(newFlagTable), ...Object.keys(flagTable), "_create_in_folder"])],
  {
    shown,
    elsewhere: inFilters,
    words: {
      active: ["enabled", "disabled", "is_active", "is_enabled"],
      "filters.groups[].rollout_percentage": shareWords,
      "filters.groups[].properties": ["property", "props", "operator"],
      "filters.multivariate.variants": variantWords,
      "filters.holdout.exclusion_percentage": holdoutWords,
      "filters.groups": audienceWords
    }
  }
)

/** Names that records of other entities have, too. */
const common: ReadonlySet<string> = new Set(["name", "key", "tags", "version", "original_flag"])

/** The names of a body that were meant to be others of a flag, or belong into its filters, or hold what belongs to it. */
export const flagNameIssues = (body: unknown): ReadonlyArray<InputIssue> =>
  isJsonRecord(body)
    ? [...misnomers(body, flagNames), ...wrappers(body, flagNames, common)].map((misnomer) => ({
      path: [misnomer.name],
      code: "extra_forbidden",
      message: misnomerText(misnomer),
      rule: "name.misspelt"
    }))
    : []

/**
 * Records show the rollout of their only condition. A body with that name alone changes the condition's; one that is a
 * record sent back, by its `is_simple_flag`, has it in its filters too.
 */
export const shownRolloutIssues = (body: JsonRecord, filters: JsonRecord): ReadonlyArray<InputIssue> => {
  const { filters: sent, is_simple_flag, rollout_percentage: wanted } = body
  if (wanted === undefined || wanted === null) return []
  if (is_simple_flag !== undefined && isJsonRecord(sent) && Object.hasOwn(sent, "groups")) return []
  const condition = simpleCondition(filters)
  return condition !== undefined && wanted === (condition["rollout_percentage"] ?? 100) ? [] : [{
    path: ["rollout_percentage"],
    code: "extra_forbidden",
    message: "The rollout of a record is read only. Did you mean \"filters.groups[].rollout_percentage\"?",
    rule: "name.misspelt"
  }]
}
