import { boolean, choice } from "@hedgerow/core/shared/Fields"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { listQuery } from "../entities/EntityQuery.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { lenientInt } from "../requests/Paging.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { described, operation } from "../shared/Described.ts"
import {
  AllSurveyStatsRecord,
  ArchivedResponseRecord,
  ArchivedUuidsRecord,
  ResponseCountsRecord,
  ResponseCsv,
  ResponsePageRecord,
  SurveyStatsRecord
} from "./SurveyResponseSchema.ts"

/** The filters of lists of responses, and their form. */
export const responseFilterFields = {
  archived: boolean().optional.describe("Whether they are archived; without it all are returned.", false),
  format: choice(["json", "csv"]).optional.describe("The form of the answer; it wins over `Accept`.", "json")
}

const times = {
  date_from: textParam("Only what happened then or later: ISO 8601, in UTC without an offset."),
  date_to: textParam("Only what happened then or before.")
}
const excludeArchived = textParam("`true`: archived responses are left out.")

const one = oneInProject("The survey's id.")
const oneResponse = {
  ...one,
  response_uuid: described(Schema.String, "The uuid of an event of the response, or its submission.")
}
const queryErrors = [apiErrorAt(429), apiErrorAt(503), apiErrorAt(504)] as const

/** The answers of people. */
export class SurveyResponsesApi extends HttpApiGroup.make("surveyResponses")
  .add(
    HttpApiEndpoint.get("allStats", "/surveys/stats/", {
      params: inProject,
      query: times,
      success: AllSurveyStatsRecord,
      error: queryErrors
    }).annotate(RequiredScope, "survey:read").annotateMerge(
      operation(
        "Count what happened to surveys",
        "Counts displays, dismissals and answers of all surveys that are not archived. People of several surveys count once."
      )
    ),
    HttpApiEndpoint.get("counts", "/surveys/responses_count/", {
      params: inProject,
      query: {
        exclude_archived: excludeArchived,
        survey_ids: textParam("Ids of surveys, with commas between them; without it all are counted.")
      },
      success: ResponseCountsRecord,
      error: queryErrors
    }).annotate(RequiredScope, "survey:read").annotateMerge(
      operation(
        "Count responses by survey",
        "Counts the responses to each survey since the first survey of the project began. Surveys without any are left out."
      )
    ),
    HttpApiEndpoint.get("stats", "/surveys/:id/stats/", {
      params: one,
      query: { ...times, exclude_archived: excludeArchived },
      success: SurveyStatsRecord,
      error: [apiErrorAt(404), ...queryErrors]
    }).annotate(RequiredScope, "survey:read").annotateMerge(
      operation(
        "Count what happened to a survey",
        "Counts displays, dismissals and answers of the survey from its start to its end, with the answers to each question."
      )
    ),
    HttpApiEndpoint.get("list", "/surveys/:id/responses/", {
      params: one,
      query: {
        ...listQuery(responseFilterFields),
        limit: lenientInt("The responses of a page: 100 by default, at most 500. CSV has all without it."),
        ...times
      },
      success: [ResponsePageRecord, ResponseCsv],
      error: [apiErrorAt(404), ...queryErrors]
    }).annotate(RequiredScope, "survey:read").annotateMerge(
      operation(
        "List the responses to a survey",
        "The responses with their answers, the newest first, as JSON or CSV. The key needs `query:read`, too."
      )
    ),
    HttpApiEndpoint.get("archivedUuids", "/surveys/:id/archived-response-uuids/", {
      params: one,
      success: ArchivedUuidsRecord,
      error: [apiErrorAt(404), ...queryErrors]
    }).annotate(RequiredScope, "survey:read").annotateMerge(
      operation(
        "List the uuids of archived responses",
        "Every uuid that an archived response is known by, for queries that leave them out."
      )
    ),
    HttpApiEndpoint.post("archive", "/surveys/:id/responses/:response_uuid/archive/", {
      params: oneResponse,
      success: ArchivedResponseRecord,
      error: [apiErrorAt(404), apiErrorAt(409), ...queryErrors]
    }).annotate(RequiredScope, "survey:write").annotateMerge(
      operation(
        "Archive a response",
        "Puts a response away, with everything of its submission. One that is archived stays as it is."
      )
    ),
    HttpApiEndpoint.post("unarchive", "/surveys/:id/responses/:response_uuid/unarchive/", {
      params: oneResponse,
      success: ArchivedResponseRecord,
      error: [apiErrorAt(404), ...queryErrors]
    }).annotate(RequiredScope, "survey:write").annotateMerge(
      operation("Take a response back", "Takes an archived response back. One that is not archived stays as it is.")
    )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Survey responses", description: "The answers of people to surveys." }))
{}
