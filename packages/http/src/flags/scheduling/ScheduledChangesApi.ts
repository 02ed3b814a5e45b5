import { text } from "@hedgerow/core/shared/Fields"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { entityApi } from "../../entities/EntityApi.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { operation } from "../../shared/Described.ts"
import { NewScheduledChange, ScheduledChangeChanges, ScheduledChangeRecord } from "./ScheduledChangeSchema.ts"

/** The filters of lists of scheduled changes. */
export const scheduledChangeFilterFields = {
  model_name: text({ verbatim: true }).optional.describe("The kind of thing that is changed.", "FeatureFlag"),
  record_id: text({ verbatim: true }).optional.describe("The flag's id.", "1")
}

const scheduled = entityApi({
  path: "scheduled_changes",
  one: "scheduled change",
  many: "scheduled changes",
  scope: "feature_flag",
  filter: scheduledChangeFilterFields,
  changesFlags: true,
  listed: ScheduledChangeRecord,
  record: ScheduledChangeRecord
})

/** Changes of flags that are applied at their time. */
export class ScheduledChangesApi extends HttpApiGroup.make("scheduledChanges")
  .add(
    scheduled.list.annotateMerge(
      operation(
        "List scheduled changes",
        "Returns a page of the project's scheduled changes by id, also those that are over."
      )
    ),
    scheduled.create(NewScheduledChange).annotateMerge(
      operation(
        "Schedule a change of a flag",
        "Makes a scheduled change and returns it. A time that is not ahead is 400, and so is a payload that the flag "
          + "would refuse now."
      )
    ),
    scheduled.read.annotateMerge(operation("Read a scheduled change", "Returns one scheduled change.")),
    scheduled.update(ScheduledChangeChanges).annotateMerge(
      operation(
        "Change a scheduled change",
        "Changes the fields that the body names and returns the scheduled change. One that is over is 400."
      )
    ),
    scheduled.replace(ScheduledChangeChanges).annotateMerge(
      operation(
        "Change a scheduled change (PUT)",
        "Changes the fields that the body names, as `PATCH` does. One that is over is 400."
      )
    ),
    scheduled.remove.annotateMerge(
      operation(
        "Delete a scheduled change",
        "Removes the scheduled change. One that is not over is not applied any more."
      )
    )
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
