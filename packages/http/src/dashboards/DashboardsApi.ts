import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../requests/Paging.ts"
import { DashboardBasicRecord, DashboardChanges, DashboardRecord, InsightRecord } from "./DashboardRecords.ts"

const params = { project_id: Schema.String }
const one = { project_id: Schema.String, id: Schema.String }
const param = Schema.optionalKey(Schema.String)

/** The query parameters of the list of dashboards; an empty text asks for nothing. */
export const dashboardsQuery = { ...pageParams, search: param, pinned: param }

/** The query parameters of the list of insights; an empty text asks for nothing. */
export const insightsQuery = { ...pageParams, search: param, short_id: param, saved: param }

/** Pages of insights. */
export class DashboardsApi extends HttpApiGroup.make("dashboards")
  .add(
    HttpApiEndpoint.get("list", "/dashboards/", {
      params,
      query: dashboardsQuery,
      success: pageOf(DashboardBasicRecord)
    }).annotate(RequiredScope, "dashboard:read"),
    HttpApiEndpoint.get("read", "/dashboards/:id/", {
      params: one,
      success: DashboardRecord
    }).annotate(RequiredScope, "dashboard:read"),
    HttpApiEndpoint.patch("update", "/dashboards/:id/", {
      params: one,
      payload: DashboardChanges,
      success: DashboardRecord,
      error: [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    }).annotate(RequiredScope, "dashboard:write"),
    HttpApiEndpoint.delete("remove", "/dashboards/:id/", {
      params: one,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(405)
    }).annotate(RequiredScope, "dashboard:write"),
    HttpApiEndpoint.get("insights", "/insights/", {
      params,
      query: insightsQuery,
      success: pageOf(InsightRecord)
    }).annotate(RequiredScope, "insight:read"),
    HttpApiEndpoint.get("insight", "/insights/:id/", {
      params: one,
      success: InsightRecord
    }).annotate(RequiredScope, "insight:read")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Dashboards" }))
{}
