import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { isRecurring } from "../schedule/Iterations.ts"
import type { Survey } from "../Survey.ts"

/** The part of a survey that its flags follow from. */
type Targeting = Pick<
  Survey,
  "conditions" | "current_iteration" | "id" | "iteration_count" | "iteration_frequency_days" | "start_date"
>

const onPerson = (key: string, operator: string, value: string): JsonRecord => ({
  key,
  value,
  operator,
  type: "person"
})

const notSet = (key: string): JsonRecord => onPerson(key, "is_not_set", "is_not_set")

/** SDKs mark whom they have asked by it: the survey, and the iteration where it has some. */
export const surveyMark = (survey: Targeting): string =>
  isRecurring(survey) ? `${survey.id}/${survey.current_iteration ?? 1}` : survey.id

/** The days for which somebody who has just seen any survey is left alone; 0 is none. */
export const waitPeriodOf = (conditions: JsonRecord | null): number => {
  const days = conditions?.["seenSurveyWaitPeriodInDays"]
  return typeof days === "number" && days > 0 ? Math.floor(days) : 0
}

const condition = (properties: ReadonlyArray<JsonRecord>): JsonRecord => ({
  variant: "",
  rollout_percentage: 100,
  aggregation_group_type_index: null,
  properties
})

/**
 * The filters of a survey's internal flag: persons who have neither answered nor dismissed it, nor just seen another
 * one.
 */
export const internalFilters = (survey: Targeting): JsonRecord => {
  const mark = surveyMark(survey)
  const own = [notSet(`$survey_dismissed/${mark}`), notSet(`$survey_responded/${mark}`)]
  const days = waitPeriodOf(survey.conditions)
  const lastSeen = "$last_seen_survey_date"
  return {
    groups: days === 0 ? [condition(own)] : [
      condition([...own, notSet(lastSeen)]),
      condition([...own, onPerson(lastSeen, "is_date_before", `${days}d`)])
    ],
    aggregation_group_type_index: null
  }
}

/** The filters of a survey's sampling flag: for this share of the people. */
export const samplingFilters = (rollout: number): JsonRecord => ({
  groups: [{ variant: "", rollout_percentage: rollout, properties: [] }]
})
