import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { operation } from "../../requests/Described.ts"
import { pageOf, pageParams } from "../../requests/Paging.ts"
import { inProject, oneInProject, textParam } from "../../requests/Parameters.ts"
import { NewScheduledChange, ScheduledChangeChanges, ScheduledChangeRecord } from "./ScheduledChangeSchema.ts"

const params = inProject
const one = oneInProject("The scheduled change's id.")
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
      query: {
        ...pageParams,
        model_name: textParam("Only changes of this kind of thing: `FeatureFlag`."),
        record_id: textParam("Only changes of the flag with this id.")
      },
      success: pageOf(ScheduledChangeRecord)
    }).annotateMerge(
      operation(
        "List scheduled changes",
        "Returns a page of the project's scheduled changes by id, also those that are over."
      )
    ).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("create", "/scheduled_changes/", {
      params,
      payload: NewScheduledChange,
      success: ScheduledChangeRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Schedule a change of a flag",
        "Makes a scheduled change and returns it. A time that is not ahead is 400, and so is a payload that the flag "
          + "would refuse now."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("read", "/scheduled_changes/:id/", {
      params: one,
      success: ScheduledChangeRecord
    }).annotateMerge(operation("Read a scheduled change", "Returns one scheduled change.")).annotate(
      RequiredScope,
      "feature_flag:read"
    ),
    HttpApiEndpoint.patch("update", "/scheduled_changes/:id/", change).annotateMerge(
      operation(
        "Change a scheduled change",
        "Changes the fields that the body names and returns the scheduled change. One that is over is 400."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.put("replace", "/scheduled_changes/:id/", change).annotateMerge(
      operation(
        "Change a scheduled change (PUT)",
        "Changes the fields that the body names, as `PATCH` does. One that is over is 400."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.delete("remove", "/scheduled_changes/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      operation(
        "Delete a scheduled change",
        "Removes the scheduled change. One that is not over is not applied any more."
      )
    ).annotate(RequiredScope, "feature_flag:write")
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
