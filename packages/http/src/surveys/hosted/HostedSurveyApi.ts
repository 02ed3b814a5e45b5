import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { OwnCaching } from "../../middleware/AnswerHeaders.ts"
import { AnswersStale } from "../../middleware/StaleAnswers.ts"
import { described, operation } from "../../shared/Described.ts"

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))

/** Pages of external surveys, open to everybody with their address. */
export class HostedSurveyApi extends HttpApiGroup.make("hostedSurveys")
  .add(
    HttpApiEndpoint.get("page", "/external_surveys/:id/", {
      params: { id: described(Schema.String, "The survey's id.") },
      query: {
        distinct_id: described(
          Schema.optionalKey(Schema.String),
          "The person who answers; without it somebody unknown."
        )
      },
      success: Page,
      error: [apiErrorAt(400), apiErrorAt(404), apiErrorAt(503)]
    }).annotateMerge(
      operation(
        "Show an external survey",
        "Returns the page on which an external survey is answered. `q0`, `q1`, … fill in answers, and further "
          + "parameters become properties of its events. A survey of another type, or one that does not run, is 404. "
          + "Clients that take HTML get errors as pages, too."
      )
    ).annotate(RequiredScope, "public")
  )
  .annotateEndpoints(OwnCaching, true)
  .annotateEndpoints(AnswersStale, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Pages of external surveys",
    description: "Surveys of the type `external_survey`, each on a page of its own."
  }))
{}
