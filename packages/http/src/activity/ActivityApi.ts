import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization, ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { ActivityPage, activityPageParams } from "./ActivityPage.ts"
import { activityQuery } from "./ActivityQuery.ts"

const params = { project_id: Schema.String }

/** What happened in a project: everything, and what concerns the project itself. */
export class ActivityApi extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.get("log", "/activity_log/", { params, query: activityQuery, success: ActivityPage }),
    HttpApiEndpoint.get("project", "/activity/", { params, query: activityPageParams, success: ActivityPage })
  )
  .prefix("/api/projects/:project_id")
  .annotateEndpoints(RequiredScope, "activity_log:read")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Activity" }))
{}

/** What happened in an organisation apart from its projects; for its managers. */
export class OrganizationActivityApi extends HttpApiGroup.make("organizationActivity")
  .add(
    HttpApiEndpoint.get("log", "/api/organizations/:organization_id/activity_log/", {
      params: { organization_id: Schema.String },
      query: activityQuery,
      success: ActivityPage,
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "activity_log:read")
  )
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Organization activity" }))
{}
