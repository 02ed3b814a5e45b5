import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { OwnCaching } from "../middleware/AnswerHeaders.ts"
import { described, operation } from "../shared/Described.ts"

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))

/** The pages of shared dashboards, open to everybody with their links. */
export class SharedPageApi extends HttpApiGroup.make("sharedDashboards")
  .add(
    HttpApiEndpoint.get("page", "/shared/:token/", {
      params: { token: described(Schema.String, "The token of the dashboard's link.") },
      success: Page,
      error: [apiErrorAt(404), apiErrorAt(429)]
    })
      .annotateMerge(operation(
        "Show a shared dashboard",
        "Returns a page with the dashboard's texts, its charts and their numbers, each with its age, without scripts. A link "
          + "that is unknown, was renewed or turned off, or whose dashboard or project is deleted is 404, as a page for clients "
          + "that take HTML."
      ))
      .annotate(RequiredScope, "public")
  )
  .annotateEndpoints(OwnCaching, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Pages of shared dashboards",
    description: "Dashboards, each on a page of its own that everybody with its link can read."
  }))
{}
