import { waitingModes } from "@hedgerow/core/query/execution/RefreshMode"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { RateLimited } from "../limits/RateBuckets.ts"
import { oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"

const Picture = Schema.String.pipe(HttpApiSchema.asText({ contentType: "image/svg+xml" })).annotate({
  description: "The insight's answer as a chart."
})

const modes = waitingModes.map((mode) => `\`${mode}\``).join(", ")

/** Insights as pictures. */
export class InsightChartApi extends HttpApiGroup.make("insightCharts")
  .add(
    HttpApiEndpoint.get("chart", "/insights/:id/chart.svg", {
      params: oneInProject("The insight's id, or its short id."),
      query: {
        from_dashboard: textParam("The id of a dashboard that shows it: the chart is that under its filters."),
        refresh: textParam(`Whether a cached answer is drawn, as for queries: ${modes}; \`blocking\` without it.`)
      },
      success: Picture,
      error: [apiErrorAt(404), apiErrorAt(429), apiErrorAt(503), apiErrorAt(504)]
    }).annotate(RequiredScope, "insight:read").annotate(RateLimited, ["query"]).annotateMerge(
      operation(
        "Draw an insight",
        "Runs the insight's query, or takes the answer that is kept, and draws it. The key may stand in the address as "
          + "`personal_api_key`, so that a page shows the picture."
      )
    )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Charts of insights", description: "Insights, drawn." }))
{}
