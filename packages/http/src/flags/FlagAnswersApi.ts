import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import {
  BlastRadiusRecord,
  BlastRadiusRequest,
  EvaluationReasonsRecord,
  FlagExplanationRecord,
  MyFlagRecord
} from "./FlagAnswerSchema.ts"

const params = inProject
const distinct_id = textParam("The user's distinct id.")
const groups = textParam("The keys of the user's groups by type: a JSON object.")

/** The answers of flags, and the people that conditions concern. */
export class FlagAnswersApi extends HttpApiGroup.make("featureFlagAnswers")
  .add(
    HttpApiEndpoint.get("evaluationReasons", "/feature_flags/evaluation_reasons/", {
      params,
      query: { distinct_id, groups },
      success: EvaluationReasonsRecord
    }).annotateMerge(
      operation(
        "Evaluate all flags for a user",
        "Returns the value of each flag for one user, with its reason. Disabled flags are there too."
      )
    ),
    HttpApiEndpoint.get("myFlags", "/feature_flags/my_flags/", {
      params,
      query: { groups },
      success: Schema.Array(MyFlagRecord)
    }).annotateMerge(
      operation(
        "Evaluate all flags for the caller",
        "Returns the active flags with their values for the caller's own user."
      )
    ),
    HttpApiEndpoint.post("blastRadius", "/feature_flags/user_blast_radius/", {
      params,
      payload: BlastRadiusRequest,
      success: BlastRadiusRecord,
      error: [apiErrorAt(413), apiErrorAt(415), apiErrorAt(504)]
    }).annotateMerge(
      operation(
        "Count the users of a condition",
        "Returns how many persons or groups have the properties of a condition. A count that takes too long is 504."
      )
    ),
    HttpApiEndpoint.get("explain", "/feature_flags/:id/explain/", {
      params: oneInProject("The flag's id or key."),
      query: {
        distinct_id,
        groups,
        device_id: textParam("The user's device, for flags that go by device."),
        person_properties: textParam("Properties of the user instead of stored ones: a JSON object."),
        group_properties: textParam("Properties of the groups instead of stored ones, by type: a JSON object.")
      },
      success: FlagExplanationRecord
    }).annotateMerge(
      operation(
        "Explain a flag for a user",
        "Returns the flag's value for one user, with the outcome of each condition and property."
      )
    )
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
