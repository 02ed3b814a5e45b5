import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { operation } from "../shared/Described.ts"
import { NewSavedMetric, SavedMetricChanges, SavedMetricRecord } from "./SavedMetricSchema.ts"

const savedMetrics = entityApi({
  path: "experiment_saved_metrics",
  one: "saved metric",
  many: "saved metrics",
  scope: "experiment_saved_metric",
  filter: {},
  listed: SavedMetricRecord,
  record: SavedMetricRecord
})

/** Metrics that several experiments measure. */
export class SavedMetricsApi extends HttpApiGroup.make("savedMetrics")
  .add(
    savedMetrics.list.annotateMerge(
      operation("List saved metrics", "A page of the saved metrics of the project, the newest first.")
    ),
    savedMetrics.create(NewSavedMetric),
    savedMetrics.read.annotateMerge(operation("Read a saved metric", "The saved metric with this id.")),
    savedMetrics.update(SavedMetricChanges),
    savedMetrics.remove.annotateMerge(
      operation(
        "Delete a saved metric",
        "Removes the saved metric for good, and from every experiment that measures it."
      )
    ),
    savedMetrics.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Saved metrics", description: "Metrics that several experiments measure." })
  )
{}
