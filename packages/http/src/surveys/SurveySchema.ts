import { samplingIntervalTypes, schedules, surveyTypes } from "@hedgerow/core/surveys/Survey"
import { newSurveyTable, surveyTable } from "@hedgerow/core/surveys/SurveyFields"
import { Schema } from "effect"
import { MinimalFeatureFlagRecord } from "../flags/FeatureFlagSchema.ts"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { described } from "../requests/Described.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const MaybeInt = Schema.NullOr(Schema.Int)
const MaybeFlag = Schema.NullOr(MinimalFeatureFlagRecord)
const Json = Schema.Record(Schema.String, Schema.Json)

const DailyLimitRecord = Schema.Struct({
  date: described(Timestamp, "When the day begins."),
  daily_response_limit: described(Schema.Int, "How many responses there are to be until its end, of all days so far."),
  rollout_percentage: described(Schema.Finite, "The share of the people who may be asked.")
}).annotate({ identifier: "SurveyDailyLimit" })

/** A survey. Every answer that has one has all of it. */
export const SurveyRecord = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "The survey's id."),
  name: described(Schema.String, "What people know it by."),
  description: described(Schema.String, "What it is for; people who answer never see it."),
  type: described(Schema.Literals(surveyTypes), "Where it is shown."),
  schedule: described(Schema.NullOr(Schema.Literals(schedules)), "How often one person sees it."),
  linked_flag: described(MaybeFlag, "The flag that it is linked to."),
  linked_flag_id: described(MaybeInt, "The id of that flag."),
  linked_insight_id: described(MaybeInt, "The id of the insight that it is about."),
  targeting_flag: described(MaybeFlag, "The flag that decides who is meant."),
  internal_targeting_flag: described(MaybeFlag, "The flag that leaves out who has answered or dismissed it."),
  questions: described(Schema.NullOr(Schema.Array(Json)), "What is asked; null when it was never said."),
  conditions: described(Schema.NullOr(Json), "When and where it is shown."),
  appearance: described(Schema.NullOr(Json), "How it looks."),
  created_at: described(Timestamp, "When it was made."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made it."),
  start_date: described(MaybeTimestamp, "When it began; null for a draft."),
  end_date: described(MaybeTimestamp, "When it was stopped."),
  archived: described(Schema.Boolean, "Whether it is put away."),
  responses_limit: described(MaybeInt, "It is stopped after so many responses."),
  feature_flag_keys: described(
    Schema.Array(Schema.Struct({
      key: described(Schema.String, "Which of its flags it is."),
      value: described(Schema.NullOr(Schema.String), "The flag's key; null without one.")
    })),
    "The keys of its flags: all of them are on for whoever is asked."
  ),
  iteration_count: described(MaybeInt, "How often it is asked again."),
  iteration_frequency_days: described(MaybeInt, "The days from one iteration to the next."),
  iteration_start_dates: described(
    Schema.NullOr(Schema.Array(Timestamp)),
    "When each iteration begins: none without iterations, null before the survey has begun."
  ),
  current_iteration: described(MaybeInt, "The iteration that it is in, from 1."),
  current_iteration_start_date: described(MaybeTimestamp, "When that began."),
  response_sampling_start_date: described(MaybeTimestamp, "When sampling begins."),
  response_sampling_interval_type: described(
    Schema.NullOr(Schema.Literals(samplingIntervalTypes)),
    "What the interval of sampling is counted in."
  ),
  response_sampling_interval: described(MaybeInt, "How long sampling takes until everybody is asked."),
  response_sampling_limit: described(MaybeInt, "How many responses it collects until then."),
  response_sampling_daily_limits: described(
    Schema.NullOr(Schema.Array(DailyLimitRecord)),
    "The days of sampling; null without it."
  ),
  enable_partial_responses: described(Schema.Boolean, "Whether each answer is sent at once."),
  enable_iframe_embedding: described(Schema.Boolean, "Whether other pages may embed an external survey."),
  base_language: described(Schema.String, "The language of its texts."),
  translations: described(Schema.NullOr(Json), "Its texts in other languages."),
  user_access_level: described(Schema.String, "The caller's access: `editor` or `manager`.")
}).annotate({ identifier: "Survey", description: "Questions to a project's users: who is asked, when and where." })

/** A new survey. */
export const NewSurvey = createBody(newSurveyTable, {
  identifier: "NewSurvey",
  description: "A new survey; its name and type are enough. Without `start_date` it is a draft.",
  example: {
    name: "Notebooks feedback",
    type: "popover",
    questions: [
      { type: "rating", question: "How do you like notebooks?", display: "number", scale: 10, isNpsQuestion: true },
      { type: "open", question: "What would you improve?", optional: true }
    ],
    conditions: { url: "/notebooks", urlMatchType: "icontains", seenSurveyWaitPeriodInDays: 30 }
  }
})

/** A change of a survey. */
export const SurveyChanges = changeBody(surveyTable, {
  identifier: "SurveyChanges",
  description: "What may be changed of a survey. `start_date` begins it, `end_date` stops it, `end_date: null` resumes "
    + "it, `archived` puts it away.",
  example: { name: "Notebooks, second edition", responses_limit: 100 }
})
