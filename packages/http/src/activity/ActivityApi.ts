import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization, ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inOrganization, inProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { ActivityPage, activityPageParams } from "./ActivityPage.ts"
import { activityQuery } from "./ActivityQuery.ts"

const params = inProject

/** The activity in a project: everything, and what concerns the project itself. */
export class ActivityApi extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.get("log", "/activity_log/", { params, query: activityQuery, success: ActivityPage }).annotateMerge(
      operation(
        "List the project's activity",
        "Returns a page of everything that changed in the project, newest first. Filters narrow together."
      )
    ),
    HttpApiEndpoint.get("project", "/activity/", { params, query: activityPageParams, success: ActivityPage })
      .annotateMerge(
        operation(
          "List changes of the project itself",
          "Returns a page of the changes of the project's own settings, newest first."
        )
      )
  )
  .prefix("/api/projects/:project_id")
  .annotateEndpoints(RequiredScope, "activity_log:read")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Activity",
    description: "The changes in a project: user, time, and the values before and after. Entries are never changed."
  }))
{}

/** The activity in an organisation apart from its projects; for its managers. */
export class OrganizationActivityApi extends HttpApiGroup.make("organizationActivity")
  .add(
    HttpApiEndpoint.get("log", "/api/organizations/:organization_id/activity_log/", {
      params: inOrganization,
      query: activityQuery,
      success: ActivityPage,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "List the organisation's activity",
        "Returns a page of what changed in the organisation apart from its projects, newest first. Members get 403: "
          + "admins and owners may read it."
      )
    ).annotate(RequiredScope, "activity_log:read")
  )
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Organization activity",
    description: "The changes in an organisation apart from its projects."
  }))
{}
