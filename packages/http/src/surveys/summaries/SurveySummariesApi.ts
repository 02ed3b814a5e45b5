import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { RateLimited } from "../../limits/RateBuckets.ts"
import { oneInProject, textParam } from "../../requests/Parameters.ts"
import { operation } from "../../shared/Described.ts"
import { SurveyHeadline, SurveyQuestionSummary, SurveySummaryRequest } from "./SurveySummarySchema.ts"

const params = oneInProject("The survey's id.")
const errors = [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415), apiErrorAt(504)] as const

/** Summaries of what people answered. */
export class SurveySummariesApi extends HttpApiGroup.make("surveySummaries")
  .add(
    HttpApiEndpoint.post("summarize", "/surveys/:id/summarize_responses/", {
      params,
      query: {
        question_id: textParam("The id of the question."),
        question_index: textParam("The place of the question, from 0; ignored beside an id, and when it is no number.")
      },
      payload: SurveySummaryRequest,
      success: Schema.Union([SurveyQuestionSummary, SurveyHeadline]),
      error: errors
    }).annotateMerge(
      operation(
        "Summarise the answers to a question",
        "Returns what the newest answers to one question say; without a question the headline of the survey. A summary "
          + "is kept as long as the responses are the same."
      )
    ),
    HttpApiEndpoint.post("headline", "/surveys/:id/summary_headline/", {
      params,
      payload: SurveySummaryRequest,
      success: SurveyHeadline,
      error: errors
    }).annotateMerge(
      operation(
        "Summarise a survey in one line",
        "Returns one line about the newest responses to all questions. It is kept as long as the responses are the same."
      )
    )
  )
  .annotateEndpoints(RequiredScope, "survey:read")
  .annotateEndpoints(RateLimited, ["ai"])
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Survey summaries",
    description:
      "The answers of people in a few words: counted and quoted, or by a language model where one is configured."
  }))
{}
