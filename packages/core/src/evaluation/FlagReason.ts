/** The reason for a flag's value; an error's code may be another text. */
export type FlagReasonCode =
  | "super_condition_value"
  | "holdout_condition_value"
  | "condition_match"
  | "out_of_rollout_bound"
  | "no_condition_match"
  | "no_group_type"
  | "flag_disabled"
  | "missing_dependency"
  | FlagFailureCode

/** The causes that may stop the evaluation of one flag. */
export type FlagFailureCode =
  | "dependency_not_found_cohort"
  | "dependency_cycle_cohort"
  | "database_unavailable"
  | "evaluation_limit"

/** The reason for a flag's value, as clients get it. */
export interface FlagReason {
  readonly code: FlagReasonCode
  readonly conditionIndex: number | null
  readonly description: string
}

const descriptions: Readonly<Record<Exclude<FlagReasonCode, "condition_match">, string>> = {
  super_condition_value: "Super condition value",
  holdout_condition_value: "Holdout condition value",
  out_of_rollout_bound: "Out of rollout bound",
  no_condition_match: "No matching condition set",
  no_group_type: "No group type",
  flag_disabled: "Feature flag is disabled",
  missing_dependency: "Flag cannot be evaluated due to missing dependency",
  dependency_not_found_cohort: "Flag cannot be evaluated because a cohort it uses does not exist",
  database_unavailable: "Flag cannot be evaluated because what is stored of the user cannot be read right now",
  dependency_cycle_cohort: "Flag cannot be evaluated because cohorts it uses refer to each other",
  evaluation_limit: "Flag cannot be evaluated because its conditions and the properties they are on are too large"
}

/** The reason with its text. */
export const makeReason = (code: FlagReasonCode, conditionIndex: number | null): FlagReason => ({
  code,
  conditionIndex,
  description: code === "condition_match" ? `Matched condition set ${(conditionIndex ?? 0) + 1}` : descriptions[code]
})

/** Among conditions that do not hold, the one with the highest score names the reason; the later one of equals. */
export const missScores = { out_of_rollout_bound: 3, no_condition_match: 2, no_group_type: 1 } as const

/** The reason for which a condition does not hold. */
export type ConditionMiss = keyof typeof missScores

/** The reason of every flag that is not active. */
export const disabledReason = makeReason("flag_disabled", null)
