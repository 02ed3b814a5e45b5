import { recalculationStatuses } from "@hedgerow/core/experiments/timeseries/Recalculation"
import { recalculationFields } from "@hedgerow/core/experiments/timeseries/TimeseriesFields"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { oneInProject, textParam } from "../requests/Parameters.ts"
import { createBody } from "../requests/RequestBody.ts"
import { described, operation, structured } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)

/** The results of a metric, day by day. */
export const TimeseriesRecord = Schema.Struct({
  experiment_id: described(Schema.Int, "The experiment's id."),
  metric_uuid: described(Schema.String, "The metric's uuid."),
  status: described(
    Schema.Literals(["pending", "partial", "completed", "failed"]),
    "`completed` when every day has a result, `partial` when some have; `failed` when days failed and none has one."
  ),
  timeseries: described(
    Schema.Record(Schema.String, Schema.NullOr(structured("ExperimentMetricResult"))),
    "The result up to the end of each day of the project's time zone; null where there is none."
  ),
  errors: described(
    Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
    "The reasons for which days failed, by day."
  ),
  computed_at: described(MaybeTimestamp, "The time at which the latest result was computed."),
  created_at: described(MaybeTimestamp, "The time at which the first result was computed."),
  updated_at: described(MaybeTimestamp, "The time at which a result was last computed, or failed."),
  recalculation_status: described(
    Schema.NullOr(Schema.Literals(recalculationStatuses)),
    "The state of the recalculation that is not over."
  ),
  recalculation_created_at: described(MaybeTimestamp, "The time at which the recalculation was requested.")
}).annotate({ identifier: "ExperimentTimeseries" })

/** A request for all results of a metric. */
export const RecalculationRecord = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "The request's id."),
  experiment_id: described(Schema.Int, "The experiment's id."),
  metric_uuid: described(Schema.String, "The metric's uuid."),
  fingerprint: described(Schema.String, "The metric's fingerprint."),
  status: described(Schema.Literals(recalculationStatuses), "Whether it waits, works or is over."),
  created_at: described(Timestamp, "The time at which it was asked for.")
}).annotate({ identifier: "TimeseriesRecalculation" })

const RecalculationRequest = createBody(recalculationFields, {
  identifier: "RecalculationRequest",
  description: "The metric of which all daily results are computed anew."
})

const one = oneInProject("The experiment's id.")

/** The daily results of experiments. */
export class ExperimentTimeseriesApi extends HttpApiGroup.make("experimentTimeseries")
  .add(
    HttpApiEndpoint.get("results", "/experiments/:id/timeseries_results/", {
      params: one,
      query: {
        metric_uuid: textParam("The metric's uuid; required."),
        fingerprint: textParam("The metric's fingerprint; required.")
      },
      success: TimeseriesRecord,
      error: apiErrorAt(404)
    })
      .annotate(RequiredScope, "experiment:read")
      .annotateMerge(
        operation("Read the daily results of a metric", "The results that there are, for every day of the experiment.")
      ),
    HttpApiEndpoint.post("recalculate", "/experiments/:id/recalculate_timeseries/", {
      params: one,
      payload: RecalculationRequest,
      success: RecalculationRecord,
      error: [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    })
      .annotate(RequiredScope, "experiment:write")
      .annotateMerge(
        operation(
          "Compute the daily results of a metric anew",
          "Removes the results of the metric and has every day computed in the background. While that is not over, the "
            + "same request is returned."
        )
      )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Daily results of experiments", description: "The results of metrics, day by day." })
  )
{}
