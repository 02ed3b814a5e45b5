import { summaryFields } from "@hedgerow/core/surveys/summaries/SummaryInput"
import { Schema } from "effect"
import { createBody } from "../../requests/RequestBody.ts"
import { described } from "../../shared/Described.ts"

const Generator = Schema.Struct({
  kind: described(
    Schema.Literals(["extractive", "llm"]),
    "`extractive`: words were counted and answers quoted. `llm`: a language model wrote it."
  ),
  name: described(Schema.String, "The method of counting, or the model."),
  version: described(Schema.String, "Its version.")
}).annotate({ identifier: "SurveySummaryGenerator" })

/** The origin of a summary. */
const provenance = {
  generated_at: described(Schema.String.annotate({ format: "date-time" }), "The time at which it was made."),
  trace_id: described(Schema.String, "Names this making of it: a kept summary has that of when it was made."),
  cached: described(Schema.Boolean, "Whether it was kept: the responses are still the same."),
  generator: described(Generator, "Its maker."),
  source_response_uuids: described(
    Schema.Array(Schema.String),
    "The responses that it quotes, or that a language model was shown."
  ),
  warning: described(
    Schema.optionalKey(Schema.String),
    "The reason for which the configured generator did not make it."
  )
}

/** The summary of the answers to a question. */
export const SurveyQuestionSummary = Schema.Struct({
  content: described(Schema.String, "The summary in Markdown. Nothing of the answers in it is a link or an element."),
  response_count: described(
    Schema.Int,
    "The number of answers that it summarises: at most the newest hundred with content."
  ),
  ...provenance
}).annotate({ identifier: "SurveyQuestionSummary" })

/** The summary of a survey in one line. */
export const SurveyHeadline = Schema.Struct({
  headline: described(Schema.String, "The line, as plain text."),
  responses_sampled: described(Schema.Int, "The number of responses that it was made of: at most the newest hundred."),
  has_more: described(Schema.Boolean, "Whether there are older ones."),
  ...provenance
}).annotate({ identifier: "SurveyHeadline" })

/** The part of a summary that is asked for. */
export const SurveySummaryRequest = createBody(summaryFields, {
  identifier: "SurveySummaryRequest",
  description: "Nothing, or whether a summary that is kept is made anew."
})
