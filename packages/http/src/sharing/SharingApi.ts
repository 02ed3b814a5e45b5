import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { SharingChanges, SharingRecord } from "./SharingSchema.ts"

const params = oneInProject("The dashboard's id.")

/** The links that show dashboards. */
export class SharingApi extends HttpApiGroup.make("dashboardSharing")
  .add(
    HttpApiEndpoint.get("read", "/dashboards/:id/sharing/", { params, success: SharingRecord, error: apiErrorAt(404) })
      .annotate(RequiredScope, "sharing_configuration:read")
      .annotateMerge(operation(
        "Read how a dashboard is shared",
        "Whether a link shows the dashboard, and who made it when. The link itself is not returned: only a hash of it is "
          + "stored. A deleted dashboard is 404."
      )),
    HttpApiEndpoint.patch("update", "/dashboards/:id/sharing/", {
      params,
      payload: SharingChanges,
      success: SharingRecord,
      error: [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    })
      .annotate(RequiredScope, "sharing_configuration:write")
      .annotateMerge(operation(
        "Turn the link of a dashboard on or off",
        "`enabled: true` makes a link, which is in this answer and in no later one; where there is a link already, nothing "
          + "changes. `enabled: false` ends it at once."
      )),
    HttpApiEndpoint.post("renew", "/dashboards/:id/sharing/refresh/", {
      params,
      success: SharingRecord,
      error: apiErrorAt(404)
    })
      .annotate(RequiredScope, "sharing_configuration:write")
      .annotateMerge(operation(
        "Renew the link of a dashboard",
        "Makes another link, which is in this answer and in no later one. The link before shows nothing from then on. A "
          + "dashboard without a link is 404."
      ))
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Sharing of dashboards",
    description: "Links that show dashboards to everybody who has them, without a key."
  }))
{}
