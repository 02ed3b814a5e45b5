import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import {
  BlastRadiusRecord,
  BlastRadiusRequest,
  EvaluationReasonsRecord,
  FlagExplanationRecord,
  MyFlagRecord
} from "./FlagAnswerRecords.ts"

const params = { project_id: Schema.String }
const text = Schema.optionalKey(Schema.String)

/** What flags answer, and whom conditions concern. */
export class FlagAnswersApi extends HttpApiGroup.make("featureFlagAnswers")
  .add(
    HttpApiEndpoint.get("evaluationReasons", "/feature_flags/evaluation_reasons/", {
      params,
      query: { distinct_id: text, groups: text },
      success: EvaluationReasonsRecord
    }),
    HttpApiEndpoint.get("myFlags", "/feature_flags/my_flags/", {
      params,
      query: { groups: text },
      success: Schema.Array(MyFlagRecord)
    }),
    HttpApiEndpoint.post("blastRadius", "/feature_flags/user_blast_radius/", {
      params,
      payload: BlastRadiusRequest,
      success: BlastRadiusRecord,
      error: [apiErrorAt(413), apiErrorAt(415), apiErrorAt(504)]
    }),
    HttpApiEndpoint.get("explain", "/feature_flags/:id/explain/", {
      params: { project_id: Schema.String, id: Schema.String },
      query: {
        distinct_id: text,
        device_id: text,
        groups: text,
        person_properties: text,
        group_properties: text
      },
      success: FlagExplanationRecord
    })
  )
  .prefix("/api/projects/:project_id")
  .annotateEndpoints(RequiredScope, "feature_flag:read")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Feature flag answers",
    description:
      "`groups`, `person_properties` and `group_properties` are JSON objects. `explain` takes an id or a key: a key that no flag "
      + "has is explained as `absent`."
  }))
{}
