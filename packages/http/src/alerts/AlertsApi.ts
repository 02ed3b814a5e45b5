import { integer } from "@hedgerow/core/shared/Fields"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { AlertChanges, AlertRecord, ListedAlert, NewAlert } from "./AlertSchema.ts"

const id = integer({ minimum: 1 })

/** The filters of lists. */
export const alertFilterFields = {
  insight: id.optional.describe("Alerts on this insight alone.", 1),
  insight_id: id.optional.describe("As `insight`.", 1)
}

const alerts = entityApi({
  path: "alerts",
  one: "alert",
  many: "alerts",
  scope: "alert",
  filter: alertFilterFields,
  listed: ListedAlert,
  record: AlertRecord
})

/** Bounds on the values of insights. */
export class AlertsApi extends HttpApiGroup.make("alerts")
  .add(
    alerts.list,
    alerts.create(NewAlert),
    alerts.read,
    alerts.update(AlertChanges),
    HttpApiEndpoint.delete("remove", "/alerts/:id/", {
      params: oneInProject("The alert's id."),
      success: HttpApiSchema.NoContent
    })
      .annotate(RequiredScope, "alert:write")
      .annotateMerge(operation("Delete an alert", "Removes the alert and its checks for good.")),
    alerts.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Alerts",
    description: "Bounds on the values of insights, checked on an interval, and told by webhooks and e-mail."
  }))
{}
