import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ActivityPage, activityPageParams } from "../activity/ActivityPage.ts"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../requests/Paging.ts"
import { CohortChanges, CohortPersonRecord, CohortRecord, NewCohort } from "./CohortRecords.ts"

const params = { project_id: Schema.String }
const one = { project_id: Schema.String, id: Schema.String }
const bodyErrors = [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)] as const

/** The query parameters of the list of cohorts; an empty text asks for nothing. */
export const cohortsQuery = {
  ...pageParams,
  search: Schema.optionalKey(Schema.String),
  is_static: Schema.optionalKey(Schema.String),
  created_by_id: Schema.optionalKey(Schema.String)
}

/** Named sets of a project's persons. */
export class CohortsApi extends HttpApiGroup.make("cohorts")
  .add(
    HttpApiEndpoint.get("list", "/cohorts/", {
      params,
      query: cohortsQuery,
      success: pageOf(CohortRecord)
    }).annotate(RequiredScope, "cohort:read"),
    HttpApiEndpoint.post("create", "/cohorts/", {
      params,
      payload: NewCohort,
      success: CohortRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotate(RequiredScope, "cohort:write"),
    HttpApiEndpoint.get("read", "/cohorts/:id/", {
      params: one,
      success: CohortRecord
    }).annotate(RequiredScope, "cohort:read"),
    HttpApiEndpoint.patch("update", "/cohorts/:id/", {
      params: one,
      payload: CohortChanges,
      success: CohortRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "cohort:write"),
    HttpApiEndpoint.delete("remove", "/cohorts/:id/", {
      params: one,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(405)
    }).annotate(RequiredScope, "cohort:write"),
    HttpApiEndpoint.get("persons", "/cohorts/:id/persons/", {
      params: one,
      query: pageParams,
      success: pageOf(CohortPersonRecord)
    }).annotate(RequiredScope, "cohort:read"),
    HttpApiEndpoint.get("activity", "/cohorts/:id/activity/", {
      params: one,
      query: activityPageParams,
      success: ActivityPage
    }).annotate(RequiredScope, "activity_log:read")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Cohorts" }))
{}
