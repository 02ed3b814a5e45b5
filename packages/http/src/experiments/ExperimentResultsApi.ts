import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { RateLimited } from "../limits/RateBuckets.ts"
import { oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { ExperimentResultsRecord, RunningTimeRecord, RunningTimeRequest } from "./ExperimentResultSchema.ts"

const params = oneInProject("The experiment's id.")
const failures = [apiErrorAt(404), apiErrorAt(429), apiErrorAt(503), apiErrorAt(504)] as const

/** The results of experiments. */
export class ExperimentResultsApi extends HttpApiGroup.make("experimentResults")
  .add(
    HttpApiEndpoint.get("results", "/experiments/:id/results/", {
      params,
      query: {
        date_from: textParam("Only those exposed from then on count: a date, or relative as `-7d`."),
        date_to: textParam("Only those exposed up to then count, the whole day included.")
      },
      success: ExperimentResultsRecord,
      error: failures
    }).annotate(RequiredScope, "experiment:read").annotate(RateLimited, ["query"]).annotateMerge(
      operation(
        "Read the results of an experiment",
        "The result of each metric, the exposures, and what they say in words. Cached answers are used where they are fresh."
      )
    ),
    HttpApiEndpoint.post("runningTime", "/experiments/:id/running_time/", {
      params,
      payload: RunningTimeRequest,
      success: RunningTimeRecord,
      error: [apiErrorAt(413), apiErrorAt(415), ...failures]
    }).annotate(RequiredScope, "experiment:read").annotate(RateLimited, ["query"]).annotateMerge(
      operation(
        "Plan the running time of an experiment",
        "Returns the exposures and days that a metric needs to show an effect, from the variance and the exposures so far."
      )
    )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Experiment results", description: "The results of experiments." }))
{}
