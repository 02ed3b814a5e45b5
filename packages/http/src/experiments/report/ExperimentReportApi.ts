import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { RateLimited } from "../../limits/RateBuckets.ts"
import { oneInProject, textParam } from "../../requests/Parameters.ts"
import { operation } from "../../shared/Described.ts"

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" })).annotate({
  description: "The whole report as a page that needs nothing else."
})

const Picture = Schema.String.pipe(HttpApiSchema.asText({ contentType: "image/svg+xml" })).annotate({
  description: "One chart of it, with `format=svg` or where `Accept` asks for it before HTML."
})

/** The results of experiments, for people to look at. */
export class ExperimentReportApi extends HttpApiGroup.make("experimentReport")
  .add(
    HttpApiEndpoint.get("show", "/experiments/:id/report/", {
      params: oneInProject("The experiment's id."),
      query: {
        format: textParam("`html` is the page, `svg` one chart; without it `Accept` decides."),
        chart: textParam(
          "The chart that is returned as SVG: `forest` (default: the lifts with their intervals), `lift_over_time` (of one "
            + "metric, up to each day) or `exposures` (by day)."
        ),
        metric_uuid: textParam(
          "The metric of which the report is; without it of all, and the first has its chart over time."
        ),
        date_from: textParam("Only those exposed from then on count: a date, or relative as `-7d`."),
        date_to: textParam("Only those exposed up to then count, the whole day included.")
      },
      success: [Page, Picture],
      error: [apiErrorAt(404), apiErrorAt(429), apiErrorAt(503), apiErrorAt(504)]
    }).annotate(RequiredScope, "experiment:read").annotate(RateLimited, ["query"]).annotateMerge(
      operation(
        "Look at the results of an experiment",
        "The results of `GET …/results/` and the daily results that there are, as charts, tables and words. The key may "
          + "stand in the address as `personal_api_key`, so that a browser shows the page."
      )
    )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Reports of experiments", description: "Reports of the results of experiments." })
  )
{}
