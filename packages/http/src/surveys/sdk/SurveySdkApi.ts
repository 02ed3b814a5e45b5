import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { CrossOrigin } from "../../middleware/CrossOrigin.ts"
import { AnswersStale } from "../../middleware/StaleAnswers.ts"
import { described, operation } from "../../shared/Described.ts"

const SdkSurveys = Schema.Struct({
  surveys: described(
    Schema.Array(Schema.Record(Schema.String, Schema.Json)),
    "The surveys that are not archived, drafts and stopped ones among them: SDKs look at `start_date` and `end_date`."
  ),
  survey_config: described(Schema.Null, "Always null: surveys say themselves how they look.")
}).annotate({ identifier: "SdkSurveys" })

/** The question of SDKs: the surveys of a project. */
export class SurveySdkApi extends HttpApiGroup.make("surveySdk")
  .add(
    HttpApiEndpoint.get("surveys", "/api/surveys/", {
      query: { token: described(Schema.optionalKey(Schema.String), "The project's token.") },
      success: SdkSurveys,
      error: [apiErrorAt(401), apiErrorAt(503)]
    }).annotateMerge(
      operation(
        "List surveys for SDKs",
        "Returns the surveys of the project with this token, without their descriptions, in full. A token that is "
          + "missing or unknown is 401."
      )
    ).annotate(RequiredScope, "public").annotate(CrossOrigin, true)
  )
  .annotateEndpoints(AnswersStale, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Surveys for SDKs",
    description: "The surveys of a project by its token (`phc_…`)."
  }))
{}
