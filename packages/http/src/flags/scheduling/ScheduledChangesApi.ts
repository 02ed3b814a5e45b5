import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../../requests/Paging.ts"
import { NewScheduledChange, ScheduledChangeChanges, ScheduledChangeRecord } from "./ScheduledChangeRecords.ts"

const params = { project_id: Schema.String }
const one = { project_id: Schema.String, id: Schema.String }
const param = Schema.optionalKey(Schema.String)
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

const change = {
  params: one,
  payload: ScheduledChangeChanges,
  success: ScheduledChangeRecord,
  error: bodyErrors
} as const

/** Changes of flags that are applied at their time. */
export class ScheduledChangesApi extends HttpApiGroup.make("scheduledChanges")
  .add(
    HttpApiEndpoint.get("list", "/scheduled_changes/", {
      params,
      query: { ...pageParams, model_name: param, record_id: param },
      success: pageOf(ScheduledChangeRecord)
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("create", "/scheduled_changes/", {
      params,
      payload: NewScheduledChange,
      success: ScheduledChangeRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("read", "/scheduled_changes/:id/", {
      params: one,
      success: ScheduledChangeRecord
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.patch("update", "/scheduled_changes/:id/", change).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.put("replace", "/scheduled_changes/:id/", change).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.delete("remove", "/scheduled_changes/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }).annotate(RequiredScope, "feature_flag:write")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Scheduled changes",
    description:
      "A scheduled change is applied at `scheduled_at` as the user who made it, whose access is looked at again "
      + "then. `executed_at` says that it is over; `failure_reason` says why it could not be applied. With `is_recurring` it "
      + "is applied again and again, by `recurrence_interval` or `cron_expression`, until `end_date`."
  }))
{}
