import { newSurveyTable, surveyTable } from "@hedgerow/core/surveys/editing/SurveyFields"
import { samplingIntervalTypes, schedules, surveyTypes } from "@hedgerow/core/surveys/Survey"
import { Schema } from "effect"
import { MinimalFeatureFlagRecord } from "../flags/FeatureFlagSchema.ts"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const MaybeInt = Schema.NullOr(Schema.Int)
const MaybeFlag = Schema.NullOr(MinimalFeatureFlagRecord)

const DailyLimitRecord = Schema.Struct({
  date: described(Timestamp, "The time at which the day begins."),
  daily_response_limit: described(Schema.Int, "The number of responses to collect until its end, of all days so far."),
  rollout_percentage: described(Schema.Finite, "The share of the people who may be asked.")
}).annotate({ identifier: "SurveyDailyLimit" })

/** A survey. Every answer that has one has all of it. */
export const SurveyRecord = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "The survey's id."),
  name: described(Schema.String, "Its name, for people."),
  description: described(Schema.String, "Its purpose; people who answer never see it."),
  type: described(Schema.Literals(surveyTypes), "The place where it is shown."),
  schedule: described(Schema.NullOr(Schema.Literals(schedules)), "The number of times that one person sees it."),
  linked_flag: described(MaybeFlag, "The flag that it is linked to."),
  linked_flag_id: described(MaybeInt, "The id of that flag."),
  linked_insight_id: described(MaybeInt, "The id of the insight that it is about."),
  targeting_flag: described(MaybeFlag, "The flag that decides who is meant."),
  internal_targeting_flag: described(MaybeFlag, "The flag that leaves out who has answered or dismissed it."),
  questions: described(
    Schema.NullOr(Schema.Array(structured("SurveyQuestion"))),
    "Its questions; null when none were ever sent."
  ),
  conditions: described(Schema.NullOr(structured("SurveyConditions")), "The conditions under which it is shown."),
  appearance: described(Schema.NullOr(structured("SurveyAppearance")), "Its appearance."),
  created_at: described(Timestamp, "The time at which it was made."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made it."),
  start_date: described(MaybeTimestamp, "The time at which it began; null for a draft."),
  end_date: described(MaybeTimestamp, "The time at which it was stopped."),
  archived: described(Schema.Boolean, "Whether it is put away."),
  responses_limit: described(MaybeInt, "The number of responses after which it is stopped."),
  feature_flag_keys: described(
    Schema.Array(Schema.Struct({
      key: described(Schema.String, "Its role among the survey's flags."),
      value: described(Schema.NullOr(Schema.String), "The flag's key; null without one.")
    })),
    "The keys of its flags: all of them are on for people who are asked."
  ),
  iteration_count: described(MaybeInt, "The number of times that it is asked again."),
  iteration_frequency_days: described(MaybeInt, "The days from one iteration to the next."),
  iteration_start_dates: described(
    Schema.NullOr(Schema.Array(Timestamp)),
    "The times at which iterations begin: none without iterations, null before the survey has begun."
  ),
  current_iteration: described(MaybeInt, "The iteration that it is in, from 1."),
  current_iteration_start_date: described(MaybeTimestamp, "The time at which the current iteration began."),
  response_sampling_start_date: described(MaybeTimestamp, "The time at which sampling begins."),
  response_sampling_interval_type: described(
    Schema.NullOr(Schema.Literals(samplingIntervalTypes)),
    "The unit of the interval of sampling."
  ),
  response_sampling_interval: described(MaybeInt, "The number of intervals until everybody is asked."),
  response_sampling_limit: described(MaybeInt, "The number of responses that it collects until then."),
  response_sampling_daily_limits: described(
    Schema.NullOr(Schema.Array(DailyLimitRecord)),
    "The days of sampling; null without it."
  ),
  enable_partial_responses: described(Schema.Boolean, "Whether each answer is sent at once."),
  enable_iframe_embedding: described(Schema.Boolean, "Whether other pages may embed an external survey."),
  base_language: described(Schema.String, "The language of its texts."),
  translations: described(
    Schema.NullOr(structured("SurveyTranslations")),
    "Its texts in other languages, by the code of the language."
  ),
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
  description:
    "The fields of a survey that can be changed. `start_date` begins it, `end_date` stops it, `end_date: null` resumes "
    + "it, `archived` puts it away.",
  example: { name: "Notebooks, second edition", responses_limit: 100 }
})
