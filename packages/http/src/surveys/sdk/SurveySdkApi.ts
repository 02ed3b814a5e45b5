import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { CrossOrigin } from "../../middleware/CrossOrigin.ts"
import { AnswersStale } from "../../middleware/StaleAnswers.ts"
import { described, operation } from "../../shared/Described.ts"
import { SurveyRecord } from "../SurveySchema.ts"

const MaybeTimestamp = Schema.NullOr(Schema.String.annotate({ format: "date-time" }))
const MaybeKey = Schema.NullOr(Schema.String)
const { fields } = SurveyRecord

const SdkSurvey = Schema.Struct({
  id: fields.id,
  name: fields.name,
  type: fields.type,
  linked_flag_key: described(MaybeKey, "The key of the flag that it is linked to."),
  targeting_flag_key: described(MaybeKey, "The key of the flag that decides who is meant."),
  internal_targeting_flag_key: described(
    MaybeKey,
    "The key of the flag that leaves out who has answered or dismissed it."
  ),
  feature_flag_keys: fields.feature_flag_keys,
  questions: fields.questions,
  conditions: fields.conditions,
  appearance: fields.appearance,
  start_date: described(MaybeTimestamp, "The time at which it began; null for a draft."),
  end_date: described(MaybeTimestamp, "The time at which it was stopped."),
  current_iteration: fields.current_iteration,
  current_iteration_start_date: described(MaybeTimestamp, "The time at which the current iteration began."),
  schedule: fields.schedule,
  enable_partial_responses: fields.enable_partial_responses,
  base_language: fields.base_language,
  translations: fields.translations
}).annotate({ identifier: "SdkSurvey", description: "A survey as SDKs show it." })

const SdkSurveys = Schema.Struct({
  surveys: described(
    Schema.Array(SdkSurvey),
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
