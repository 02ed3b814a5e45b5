import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const Percent = (description: string) => described(Schema.Finite, description)
const Count = (description: string) => described(Schema.Int, description)
const Counts = (description: string) => described(Schema.Record(Schema.String, Schema.Int), description)

const EventTotalRecord = Schema.Struct({
  total_count: Count("The number of times that it happened; of answers each response once."),
  total_count_only_seen: Count("Of what was shown: how often nothing came of it. Else 0."),
  unique_persons: Count(
    "The number of people; merged persons are one. People who also answered do not count as having dismissed it."
  ),
  unique_persons_only_seen: Count("Of what was shown: how many people did nothing. Else 0."),
  first_seen: described(MaybeTimestamp, "The time at which it happened first; null where it did not."),
  last_seen: described(MaybeTimestamp, "The time at which it happened last.")
}).annotate({ identifier: "SurveyEventTotal" })

const NpsRecord = Schema.Struct({
  score: described(
    Schema.NullOr(Schema.Finite),
    "The share of promoters less that of detractors, from -100 to 100; null without answers."
  ),
  promoters: Count("Answers of 9 and 10."),
  passives: Count("Answers of 7 and 8."),
  detractors: Count("Answers up to 6.")
}).annotate({ identifier: "SurveyNps" })

/** The answers to one question. */
const QuestionStatisticsRecord = Schema.Struct({
  type: described(Schema.String, "The question's type."),
  responses: Count("Responses with an answer to it."),
  skipped: Count("Responses without one."),
  choices: Schema.optionalKey(Counts("Of choices: how many people chose each.")),
  open_choices: Schema.optionalKey(Count("Of choices: how many people answered with a text that is none of them.")),
  mean: Schema.optionalKey(
    described(Schema.NullOr(Schema.Finite), "Of ratings: the mean of the answers on the scale; null without any.")
  ),
  distribution: Schema.optionalKey(Counts("Of ratings: how many people gave each value of the scale.")),
  nps: Schema.optionalKey(described(NpsRecord, "Of ratings from 0 to 10: who would recommend it."))
}).annotate({ identifier: "SurveyQuestionStatistics" })

const totals = {
  "survey shown": described(EventTotalRecord, "The times that it was shown."),
  "survey dismissed": described(EventTotalRecord, "The dismissals without an answer."),
  "survey sent": described(EventTotalRecord, "The answers that people sent.")
}

const RatesRecord = Schema.Struct({
  response_rate: Percent("Answers for each time it was shown, in percent; 0 where it never was."),
  dismissal_rate: Percent("Dismissals for each time it was shown."),
  unique_users_response_rate: Percent("People who answered, of those who saw it."),
  unique_users_dismissal_rate: Percent("People who dismissed it, of those who saw it.")
}).annotate({ identifier: "SurveyRates" })

/** The statistics of a survey. */
export const SurveyStatsRecord = Schema.Struct({
  stats: described(
    Schema.Struct({
      ...totals,
      questions: described(
        Schema.Record(Schema.String, QuestionStatisticsRecord),
        "The answers to each question, by the question's id."
      )
    }),
    "The totals."
  ),
  rates: described(RatesRecord, "Shares of it."),
  survey_id: described(Schema.String, "The survey's id."),
  start_date: described(MaybeTimestamp, "The time at which the survey began."),
  end_date: described(MaybeTimestamp, "The time at which it was stopped.")
}).annotate({ identifier: "SurveyStats" })

/** The statistics of all surveys. */
export const AllSurveyStatsRecord = Schema.Struct({
  stats: described(
    Schema.Struct({
      "survey shown": Schema.optionalKey(totals["survey shown"]),
      "survey dismissed": Schema.optionalKey(totals["survey dismissed"]),
      "survey sent": Schema.optionalKey(totals["survey sent"])
    }),
    "The totals; empty where the project has no surveys."
  ),
  rates: described(RatesRecord, "Shares of it.")
}).annotate({ identifier: "AllSurveyStats" })

/** Responses by survey. */
export const ResponseCountsRecord = Schema.Record(Schema.String, Schema.Int).annotate({
  identifier: "SurveyResponseCounts",
  description: "The number of responses to each survey, by its id."
})

/** The uuids of archived responses. */
export const ArchivedUuidsRecord = Schema.Array(Schema.String).annotate({
  identifier: "ArchivedResponseUuids",
  description: "Every uuid that an archived response is known by, the last archived first."
})

/** Whether a response is archived. */
export const ArchivedResponseRecord = Schema.Struct({
  response_uuid: described(Schema.String, "The uuid of the request."),
  archived: described(Schema.Boolean, "Whether the response is archived now.")
}).annotate({ identifier: "ArchivedResponse" })

const AnswerRecord = Schema.Struct({
  question_id: described(Schema.String, "The question's id."),
  question: described(Schema.String, "The question."),
  type: described(Schema.String, "The question's type."),
  answer: described(
    Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Array(Schema.String)])),
    "A number to a rating, a list to a multiple choice, else a text; null where it was skipped."
  )
}).annotate({ identifier: "SurveyAnswer" })

const ResponseRecord = Schema.Struct({
  uuid: described(Schema.String, "The uuid of its latest event, by which it is archived."),
  submitted_at: described(Timestamp, "The time at which the response was sent."),
  distinct_id: described(Schema.String, "The person who sent it."),
  person_id: described(Schema.String, "The person, merges followed."),
  completed: described(Schema.Boolean, "Whether the person came to the end of the survey."),
  archived: described(Schema.Boolean, "Whether it is archived."),
  answers: described(Schema.Array(AnswerRecord), "One for each question of the survey as it is now.")
}).annotate({ identifier: "SurveyResponse" })

/** A page of responses. */
export const ResponsePageRecord = Schema.Struct({
  results: described(Schema.Array(ResponseRecord), "The responses, the newest first."),
  limit: Count("The most responses of a page."),
  offset: Count("The number of responses to skip."),
  has_more: described(Schema.Boolean, "Whether there are more after these.")
}).annotate({ identifier: "SurveyResponses" })

/** The responses as CSV. */
export const ResponseCsv = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })).annotate({
  description:
    "The responses as CSV, with `format=csv` or where `Accept` asks for it before JSON: a line with the names of the "
    + "columns, then all responses or those of the page. An error cuts the connection off."
})
