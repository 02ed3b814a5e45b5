import { summaryFields } from "@hedgerow/core/surveys/summaries/SummaryInput"
import { Schema } from "effect"
import { described } from "../../requests/Described.ts"
import { createBody } from "../../requests/RequestBody.ts"

const Generator = Schema.Struct({
  kind: described(
    Schema.Literals(["extractive", "llm"]),
    "`extractive`: words were counted and answers quoted. `llm`: a language model wrote it."
  ),
  name: described(Schema.String, "Which way of counting, or which model."),
  version: described(Schema.String, "Its version.")
}).annotate({ identifier: "SurveySummaryGenerator" })

/** The origin of a summary. */
const provenance = {
  generated_at: described(Schema.String.annotate({ format: "date-time" }), "When it was made."),
  trace_id: described(Schema.String, "Names this making of it: a kept summary has that of when it was made."),
  cached: described(Schema.Boolean, "Whether it was kept: the responses are still the same."),
  generator: described(Generator, "What made it."),
  source_response_uuids: described(
    Schema.Array(Schema.String),
    "The responses that it quotes, or that a language model was shown."
  ),
  warning: described(Schema.optionalKey(Schema.String), "Why it was not made by what is configured.")
}

/** The summary of the answers to a question. */
export const SurveyQuestionSummary = Schema.Struct({
  content: described(Schema.String, "The summary in Markdown. Nothing of the answers in it is a link or an element."),
  response_count: described(Schema.Int, "How many answers it is about: at most the newest hundred that say something."),
  ...provenance
}).annotate({ identifier: "SurveyQuestionSummary" })

/** The summary of a survey in one line. */
export const SurveyHeadline = Schema.Struct({
  headline: described(Schema.String, "The line, as plain text."),
  responses_sampled: described(Schema.Int, "How many responses it is made of: at most the newest hundred."),
  has_more: described(Schema.Boolean, "Whether there are older ones."),
  ...provenance
}).annotate({ identifier: "SurveyHeadline" })

/** The part of a summary that is asked for. */
export const SurveySummaryRequest = createBody(summaryFields, {
  identifier: "SurveySummaryRequest",
  description: "Nothing, or whether a summary that is kept is made anew."
})
