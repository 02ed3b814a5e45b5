import { DateTime, Struct } from "effect"
import type { InsightId } from "../../dashboards/Insight.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { areIterationsOver, isRecurring, iterationState } from "../schedule/Iterations.ts"
import { dailyLimits } from "../schedule/Sampling.ts"
import { Survey } from "../Survey.ts"
import { defaultLanguage } from "./Languages.ts"
import type { SurveyChanges } from "./SurveyFields.ts"

/** The names in a body that are no fields of a survey, or that follow from other fields. */
const notFields = [
  "targeting_flag_filters",
  "remove_targeting_flag",
  "iteration_start_dates",
  "current_iteration",
  "current_iteration_start_date",
  "response_sampling_daily_limits"
] as const

type BlankFields = Pick<Survey, "created_at" | "created_by" | "id" | "name" | "project_id" | "type">

/** A survey with defaults in all other fields. */
export const blankSurvey = (fields: BlankFields): Survey =>
  new Survey({
    ...fields,
    description: "",
    schedule: "once",
    linked_flag_id: null,
    linked_insight_id: null,
    targeting_flag_id: null,
    owns_targeting_flag: false,
    internal_targeting_flag_id: null,
    internal_response_sampling_flag_id: null,
    questions: null,
    conditions: null,
    appearance: null,
    translations: null,
    base_language: defaultLanguage,
    start_date: null,
    end_date: null,
    archived: false,
    responses_limit: null,
    iteration_count: null,
    iteration_frequency_days: null,
    iteration_start_dates: [],
    current_iteration: null,
    current_iteration_start_date: null,
    response_sampling_start_date: null,
    response_sampling_interval_type: "week",
    response_sampling_interval: null,
    response_sampling_limit: null,
    response_sampling_daily_limits: null,
    enable_partial_responses: false,
    enable_iframe_embedding: false
  })

/** A survey with what follows from its other fields; `current` is the iteration that it is in. */
export const withConsequences = (survey: Survey, current: number): Survey =>
  new Survey({
    ...survey,
    ...iterationState(survey, current),
    response_sampling_daily_limits: dailyLimits(survey)
  })

const isResumed = (before: Survey, after: Survey): boolean => before.end_date !== null && after.end_date === null

const isSameTime = (left: DateTime.Utc | null, right: DateTime.Utc | null): boolean =>
  (left === null ? null : DateTime.toEpochMillis(left)) === (right === null ? null : DateTime.toEpochMillis(right))

/** One that is resumed after its last iteration begins anew: it would end again at once. */
const resumed = (before: Survey, after: Survey, now: DateTime.Utc): Survey =>
  isResumed(before, after) && isRecurring(after) && isSameTime(before.start_date, after.start_date)
    && areIterationsOver(after, now)
    ? new Survey({ ...after, start_date: now })
    : after

/** The id that is sent; the previous one where none is sent, or an impossible one, which the checks report. */
const idOr = <Id extends number>(sent: number | null | undefined, before: Id | null): Id | null => {
  if (sent === null) return null
  const known = positiveInt4(sent)
  return known === undefined ? before : known as Id
}

/** The survey after a change, but for its targeting. Fields that the change leaves out stay. */
export const changedSurvey = (before: Survey, changes: SurveyChanges, now: DateTime.Utc): Survey => {
  const { linked_flag_id, linked_insight_id, targeting_flag_id, ...plain } = Struct.omit(changes, notFields)
  const after = resumed(
    before,
    new Survey({
      ...before,
      ...plain,
      linked_flag_id: idOr<FeatureFlagId>(linked_flag_id, before.linked_flag_id),
      linked_insight_id: idOr<InsightId>(linked_insight_id, before.linked_insight_id),
      targeting_flag_id: idOr<FeatureFlagId>(targeting_flag_id, before.targeting_flag_id)
    }),
    now
  )
  return withConsequences(after, isSameTime(before.start_date, after.start_date) ? before.current_iteration ?? 1 : 1)
}
