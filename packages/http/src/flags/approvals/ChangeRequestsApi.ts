import { changeRequestStates } from "@hedgerow/core/flags/approvals/ChangeRequest"
import { choice, text } from "@hedgerow/core/shared/Fields"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { entityApi } from "../../entities/EntityApi.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { oneInProject } from "../../requests/Parameters.ts"
import { operation } from "../../shared/Described.ts"
import { ChangeRequestRecord, ChangeRequestRejection } from "./ChangeRequestSchema.ts"

/** The filters of lists of change requests. */
export const changeRequestFilterFields = {
  state: choice(changeRequestStates).optional.describe("Those in this state alone.", "pending"),
  flag: text({ verbatim: true }).optional.describe("Those of the flag with this id alone.", "1")
}

const requests = entityApi({
  path: "change_requests",
  one: "change request",
  many: "change requests",
  scope: "feature_flag",
  filter: changeRequestFilterFields,
  listed: ChangeRequestRecord,
  record: ChangeRequestRecord
})

const params = oneInProject("The change request's id.")
const error = apiErrorAt(409)

/** Changes of flags that others must approve. */
export class ChangeRequestsApi extends HttpApiGroup.make("changeRequests")
  .add(
    requests.list.annotateMerge(
      operation(
        "List change requests",
        "Returns a page of the project's change requests, the latest first, also those that are over."
      )
    ),
    requests.read.annotateMerge(
      operation("Read a change request", "Returns one change request, with the differences that it would make.")
    ),
    HttpApiEndpoint.post("approve", "/change_requests/:id/approve/", {
      params,
      success: ChangeRequestRecord,
      error
    })
      .annotate(RequiredScope, "feature_flag:write")
      .annotateMerge(operation(
        "Approve a change request",
        "Approves a pending change request of somebody else, and returns it. With the last approval it is applied as who "
          + "asked for it, or waits for `scheduled_at`: `state` says what has become of it."
      )),
    HttpApiEndpoint.post("reject", "/change_requests/:id/reject/", {
      params,
      payload: ChangeRequestRejection,
      success: ChangeRequestRecord,
      error: [error, apiErrorAt(413), apiErrorAt(415)]
    })
      .annotate(RequiredScope, "feature_flag:write")
      .annotateMerge(operation(
        "Reject a change request",
        "Ends a change request of somebody else that was not applied yet, with a reason, and returns it."
      )),
    HttpApiEndpoint.post("cancel", "/change_requests/:id/cancel/", {
      params,
      success: ChangeRequestRecord,
      error
    })
      .annotate(RequiredScope, "feature_flag:write")
      .annotateMerge(operation(
        "Cancel a change request",
        "Ends a change request that was not applied yet, and returns it. For who asked for it, and for managers."
      ))
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Change requests",
    description:
      "In a project with `flag_approvals` a change of a feature flag is answered `409 approval_required`, and "
      + "waits here until other members have approved it."
  }))
{}
