import { shownText } from "@hedgerow/sql/types/ShownText"
import { DateTime } from "effect"
import { variantsOf } from "../../evaluation/FlagConditions.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { isAfterTimes } from "../../shared/TimeField.ts"
import { pageConditions } from "../audience/ConditionNames.ts"
import { areIterationsOver, iterationAt, lastIterationAt } from "../schedule/Iterations.ts"
import { isRunning } from "../schedule/SurveyState.ts"
import type { Survey } from "../Survey.ts"
import { plainLanguage, togetherFault } from "./Languages.ts"
import { at, type SurveyDraft, together, touches } from "./SurveyDraft.ts"

type Issues = ReadonlyArray<InputIssue>

/** The fault of the linked flag's variant that a survey names. */
export const variantIssues = (draft: SurveyDraft, linked: FeatureFlag | undefined): Issues => {
  const { after, changes } = draft
  const variant = after.conditions?.["linkedFlagVariant"]
  const isAsked = changes.conditions !== undefined || (changes.linked_flag_id ?? null) !== null
  if (!isAsked || typeof variant !== "string" || variant === "") return []
  if (linked === undefined) {
    return [together("linkedFlagVariant can only be used when a linked_flag_id is specified")]
  }
  const keys = variantsOf(linked.filters).map(({ key }) => key)
  if (variant === "any" || keys.includes(variant)) return []
  const start = `Feature flag variant '${shownText(variant)}'`
  return [
    together(
      keys.length === 0
        ? `${start} specified but the linked feature flag has no variants`
        : `${start} does not exist. Available variants: ${keys.join(", ")}`
    )
  ]
}

const isForAll = (condition: unknown): boolean => {
  if (!isJsonRecord(condition)) return false
  const { properties, rollout_percentage: rollout } = condition
  return (rollout === undefined || rollout === null || rollout === 100)
    && (properties === undefined || properties === null || Array.isArray(properties) && properties.length === 0)
}

/**
 * Targeting without conditions matches everybody, and would hide that a condition was forgotten. Filters without
 * `groups` keep those of the existing targeting flag.
 */
export const rolloutIssues = ({ changes }: SurveyDraft, targeting: FeatureFlag | undefined): Issues => {
  const filters = changes.targeting_flag_filters
  if (filters === undefined || filters === null || Object.keys(filters).length === 0) return []
  const byThemselves = targeting === undefined ? [filters] : []
  const groups: ReadonlyArray<unknown> = Array.isArray(filters["groups"]) ? filters["groups"] : byThemselves
  return groups.some(isForAll)
    ? [
      together(
        "Invalid operation: User targeting rolls out to everyone. If you want to roll out to everyone, delete this targeting"
      )
    ]
    : []
}

const hasBranching = (question: JsonRecord): boolean =>
  question["branching"] !== undefined && question["branching"] !== null

/** Questions in any order lead nowhere. */
export const shuffleIssues = (draft: SurveyDraft): Issues =>
  touches(draft, "appearance", "questions")
    && draft.after.appearance?.["shuffleQuestions"] === true
    && (draft.after.questions ?? []).some(hasBranching)
    ? [
      together(
        "Question shuffling and question branching cannot be used together. Please disable one of these features."
      )
    ]
    : []

const hasValues = (value: unknown): boolean =>
  isJsonRecord(value) && Array.isArray(value["values"]) && value["values"].length > 0

const pageConditionsIn = (conditions: JsonRecord): ReadonlyArray<string> => [
  ...pageConditions.filter((name) => conditions[name] !== undefined && conditions[name] !== null),
  ...["actions", "events"].filter((name) => hasValues(conditions[name]))
]

/** The fields that a survey with a page of its own cannot have. */
export const externalIssues = (draft: SurveyDraft): Issues => {
  const { after, changes } = draft
  const names = [
    "type",
    "linked_flag_id",
    "targeting_flag_filters",
    "targeting_flag_id",
    "conditions",
    "appearance"
  ] as const
  if (after.type !== "external_survey" || !touches(draft, ...names)) return []
  const isTargeted = (changes.targeting_flag_filters ?? null) !== null || after.targeting_flag_id !== null
  const wrong = pageConditionsIn(after.conditions ?? {})
  return [
    ...(after.linked_flag_id === null
      ? []
      : [at("linked_flag_id", "linked_flag_id is not allowed for external surveys")]),
    ...(isTargeted
      ? [at("targeting_flag_filters", "targeting_flag_filters is not allowed for external surveys")]
      : []),
    ...(wrong.length > 0
      ? [
        at(
          "conditions",
          `The following condition fields are not allowed for external surveys: ${wrong.join(", ")}`
        )
      ]
      : []),
    ...((after.appearance?.["surveyPopupDelaySeconds"] ?? null) === null
      ? []
      : [at("appearance", "surveyPopupDelaySeconds is not allowed for external surveys")])
  ]
}

/** The iteration that a survey has come to by now, also where nobody has looked at it since. */
const iterationOf = (survey: Survey, now: DateTime.Utc): number =>
  isRunning(survey) && !areIterationsOver(survey, now)
    ? Math.max(survey.current_iteration ?? 0, iterationAt(survey, now) ?? 0)
    : survey.current_iteration ?? 0

/** Iterations that begin after the last day with a year of four digits have dates that no client can send back. */
const endlessIssues = (draft: SurveyDraft): Issues =>
  touches(draft, "iteration_count", "iteration_frequency_days", "start_date")
    && isAfterTimes(lastIterationAt(draft.after))
    ? [at("iteration_count", "The last iteration begins after the year 9999.")]
    : []

/** A survey that is asked again keeps the iterations that it has had. */
const keptIssues = ({ before, changes, now }: SurveyDraft): Issues => {
  const [wanted, current] = [changes.iteration_count ?? 0, before === undefined ? 0 : iterationOf(before, now)]
  return wanted > 0 && current > wanted
    ? [together(`Cannot change survey recurrence to ${wanted}, should be at least ${current}`)]
    : []
}

/** The faults of the iterations. */
export const iterationIssues = (draft: SurveyDraft): Issues => [...keptIssues(draft), ...endlessIssues(draft)]

/** A survey ends after it has begun. */
export const dateIssues = (draft: SurveyDraft): Issues => {
  const { end_date, start_date } = draft.after
  return touches(draft, "start_date", "end_date") && start_date !== null && end_date !== null
      && DateTime.isLessThan(end_date, start_date)
    ? [at("end_date", "The end date must not be before the start date.")]
    : []
}

/** Translations are in other languages than the survey's own texts, each once. */
export const languageIssues = (draft: SurveyDraft): Issues => {
  const { base_language, questions, translations } = draft.after
  if (!touches(draft, "base_language", "questions", "translations")) return []
  const issue = (
    field: "questions" | "translations",
    path: InputIssue["path"],
    codes: JsonRecord,
    context: string
  ): Issues => {
    const found = togetherFault(Object.keys(codes), plainLanguage(base_language), context)
    return found === undefined
      ? []
      : [{ path: [field, ...path, found[0]], code: "invalid_input", message: found[1], field }]
  }
  return [
    ...issue("translations", [], translations ?? {}, "Survey translation"),
    ...(questions ?? []).flatMap(({ translations: own }, place) =>
      isJsonRecord(own) ? issue("questions", [place, "translations"], own, `Question ${place + 1} translation`) : []
    )
  ]
}
