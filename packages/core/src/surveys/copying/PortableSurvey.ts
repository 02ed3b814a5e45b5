import { DateTime, Struct } from "effect"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { NewSurvey } from "../editing/SurveyFields.ts"
import type { Survey } from "../Survey.ts"

/** The most characters of a name. */
const maxNameLength = 400

/** The conditions that name records of the project. */
const boundConditions = ["linkedFlagVariant", "actions", "events"] as const

const bound = [
  "linked_flag_id",
  "linked_insight_id",
  "response_sampling_start_date",
  "response_sampling_interval",
  "response_sampling_limit"
] as const

/** The name of a copy: that of the survey, cut to fit, and when it was copied. */
export const nameOfCopy = (name: string, now: DateTime.Utc): string => {
  const suffix = ` (duplicated at ${DateTime.formatIso(now).slice(0, 19).replace("T", " ")})`
  return `${Array.from(name).slice(0, maxNameLength - suffix.length).join("").trimEnd()}${suffix}`
}

const withoutId = (question: JsonRecord): JsonRecord => Struct.omit(question, ["id"])

const portableConditions = (conditions: JsonRecord | null): JsonRecord | null =>
  conditions === null ? null : Struct.omit(conditions, boundConditions)

/** The fields of a survey that mean the same in every project. */
export const portable = (survey: Survey) =>
  Struct.pick(survey, [
    "name",
    "description",
    "type",
    "schedule",
    "questions",
    "appearance",
    "translations",
    "base_language",
    "responses_limit",
    "iteration_count",
    "iteration_frequency_days",
    "enable_partial_responses",
    "enable_iframe_embedding"
  ])

/** The copy of a survey for another project: a draft without targeting, with new ids of questions. */
export const copyOf = (survey: Survey, now: DateTime.Utc): NewSurvey => ({
  ...portable(survey),
  name: nameOfCopy(survey.name, now),
  questions: survey.questions === null ? null : survey.questions.map(withoutId),
  conditions: portableConditions(survey.conditions)
})

/** The names of fields that a survey has and its copy has not. */
export const skippedFields = (survey: Survey): ReadonlyArray<string> => [
  ...bound.filter((name) => survey[name] !== null),
  ...(survey.targeting_flag_id === null ? [] : ["targeting_flag_filters"]),
  ...boundConditions.filter((name) => (survey.conditions?.[name] ?? null) !== null).map((name) => `conditions.${name}`)
]
