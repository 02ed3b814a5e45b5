import { knownNames } from "../shared/KnownNames.ts"
import { conditionNames } from "./audience/ConditionNames.ts"
import { surveyTable } from "./editing/SurveyFields.ts"

/** The fields of a record that cannot be changed, here and in the reference service's versions. */
const shown = [
  "id",
  "team_id",
  "created_at",
  "created_by",
  "updated_at",
  "linked_flag",
  "targeting_flag",
  "internal_targeting_flag",
  "internal_response_sampling_flag",
  "feature_flag_keys",
  "user_access_level",
  "search_match_type",
  "form_content",
  "is_archived",
  "status",
  "team",
  "actions",
  "branding",
  "_create_in_folder"
]

/** Names of conditions that mean nothing beside them. `actions` are shown by some versions. */
const inConditions = Object.fromEntries(
  Object.entries(conditionNames.read).filter(([name]) => name !== "actions").map(([name, meant]) => [
    name,
    `conditions.${meant}`
  ])
)

/** The names of a survey's record: those that decide who is asked must not be misspelt. */
export const surveyNames = knownNames(Object.keys(surveyTable), {
  shown,
  elsewhere: { ...inConditions, shuffleQuestions: "appearance.shuffleQuestions" },
  words: {
    targeting_flag_filters: ["targeting", "targetingFilters", "filters", "audience", "targetingFlag", "properties"],
    linked_flag_id: ["flag", "flagId", "linkedFlagKey", "featureFlag", "featureFlagId"],
    conditions: ["condition", "displayConditions", "rules"],
    responses_limit: ["limit", "maxResponses", "responseCountLimit"],
    questions: ["items"]
  }
})
