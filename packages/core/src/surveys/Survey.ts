import { Schema } from "effect"
import { InsightId } from "../dashboards/Insight.ts"
import { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"

/** A uuid of version 7. */
export const SurveyId = Uuid.pipe(Schema.brand("SurveyId"))
export type SurveyId = typeof SurveyId.Type

/** The types of surveys: shown in a page, behind a button, on a page of its own, or by code. */
export const surveyTypes = ["popover", "widget", "external_survey", "api"] as const
export type SurveyType = (typeof surveyTypes)[number]

/** The number of times that one person sees a survey. */
export const schedules = ["once", "recurring", "always"] as const

/** The units of sampling intervals, with the days of each. */
export const samplingIntervals = { day: 1, week: 7, month: 30 } as const
export type SamplingInterval = keyof typeof samplingIntervals
export const samplingIntervalTypes = Object.keys(samplingIntervals) as ReadonlyArray<SamplingInterval>

const Json = Schema.Record(Schema.String, Schema.Unknown)

/** A day of sampling: the responses that are wanted until its end, and the share of the people that may be asked. */
export const DailyLimit = Schema.Struct({
  date: Schema.String,
  daily_response_limit: Schema.Int,
  rollout_percentage: Schema.Finite
})
export type DailyLimit = typeof DailyLimit.Type

/**
 * Questions to a project's users, with the audience, the time and the place. The structured fields are as sent, with
 * their HTML cleaned. Iterations and days of sampling follow from the other fields.
 */
export class Survey extends Schema.Class<Survey>("Survey")({
  project_id: ProjectId,
  id: SurveyId,
  name: Schema.String,
  description: Schema.String,
  type: Schema.Literals(surveyTypes),
  schedule: Schema.NullOr(Schema.Literals(schedules)),
  linked_flag_id: Schema.NullOr(FeatureFlagId),
  linked_insight_id: Schema.NullOr(InsightId),
  /** Decides who is meant; the survey owns it, or was given one that existed. */
  targeting_flag_id: Schema.NullOr(FeatureFlagId),
  /** Whether the survey made its targeting flag, and takes it along when it goes. */
  owns_targeting_flag: Schema.Boolean,
  /** Leaves out who has answered, dismissed or just seen a survey. */
  internal_targeting_flag_id: Schema.NullOr(FeatureFlagId),
  /** Asks a growing share of the people. */
  internal_response_sampling_flag_id: Schema.NullOr(FeatureFlagId),
  questions: Schema.NullOr(Schema.Array(Json)),
  conditions: Schema.NullOr(Json),
  appearance: Schema.NullOr(Json),
  translations: Schema.NullOr(Json),
  base_language: Schema.String,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  start_date: Schema.NullOr(Schema.DateTimeUtc),
  end_date: Schema.NullOr(Schema.DateTimeUtc),
  archived: Schema.Boolean,
  responses_limit: Schema.NullOr(Schema.Int),
  iteration_count: Schema.NullOr(Schema.Int),
  iteration_frequency_days: Schema.NullOr(Schema.Int),
  iteration_start_dates: Schema.NullOr(Schema.Array(Schema.String)),
  current_iteration: Schema.NullOr(Schema.Int),
  current_iteration_start_date: Schema.NullOr(Schema.DateTimeUtc),
  response_sampling_start_date: Schema.NullOr(Schema.DateTimeUtc),
  response_sampling_interval_type: Schema.NullOr(Schema.Literals(samplingIntervalTypes)),
  response_sampling_interval: Schema.NullOr(Schema.Int),
  response_sampling_limit: Schema.NullOr(Schema.Int),
  response_sampling_daily_limits: Schema.NullOr(Schema.Array(DailyLimit)),
  enable_partial_responses: Schema.Boolean,
  enable_iframe_embedding: Schema.Boolean
}) {}

/** Every flag that a survey goes by, linked ones and its own. */
export const flagsOf = (survey: Survey): ReadonlyArray<FeatureFlagId> =>
  [
    survey.linked_flag_id,
    survey.targeting_flag_id,
    survey.internal_targeting_flag_id,
    survey.internal_response_sampling_flag_id
  ].filter((id) => id !== null)
