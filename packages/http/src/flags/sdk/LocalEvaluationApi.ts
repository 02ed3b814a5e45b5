import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { KeyAuthorization, ProjectKeyAuthorization } from "../../auth/KeyAuthorization.ts"
import { AllowsBoundKeys, RequiredScope, TakesProjectSecrets } from "../../auth/RequiredScope.ts"
import { OwnCaching } from "../../edge/AnswerHeaders.ts"
import { AnswersStale } from "../../edge/StaleAnswers.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { RateLimited } from "../../limits/RateBuckets.ts"

const FlagDefinition = Schema.Struct({
  id: Schema.Int,
  team_id: Schema.Int,
  name: Schema.String,
  key: Schema.String,
  filters: Schema.Record(Schema.String, Schema.Json),
  deleted: Schema.Boolean,
  active: Schema.Boolean,
  ensure_experience_continuity: Schema.Boolean,
  has_encrypted_payloads: Schema.Boolean,
  version: Schema.Int,
  evaluation_runtime: Schema.String,
  bucketing_identifier: Schema.NullOr(Schema.String),
  evaluation_tags: Schema.Array(Schema.String),
  has_experiment: Schema.Boolean,
  requires_server: Schema.Boolean
}).annotate({ identifier: "FlagDefinition" })

const Definitions = Schema.Struct({
  flags: Schema.Array(FlagDefinition),
  group_type_mapping: Schema.Record(Schema.String, Schema.String),
  cohorts: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "FlagDefinitions" })

const EventStream = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))

const query = { token: Schema.optionalKey(Schema.String), send_cohorts: Schema.optionalKey(Schema.String) }
const params = { project_id: Schema.String }

const NotModified = HttpApiSchema.Empty(304)
const definitions = { query, success: [Definitions, NotModified], error: [apiErrorAt(402), apiErrorAt(404)] } as const
const stream = { query, success: EventStream, error: [apiErrorAt(404), apiErrorAt(503)] } as const

/** The definitions of flags for SDKs that evaluate them themselves: by token, outside of a project's paths. */
export class LocalEvaluationApi extends HttpApiGroup.make("localEvaluation")
  .add(
    HttpApiEndpoint.get("definitions", "/flags/definitions/", definitions),
    HttpApiEndpoint.get("legacy", "/api/feature_flag/local_evaluation/", definitions),
    HttpApiEndpoint.get("stream", "/flags/definitions/stream/", stream)
  )
  .annotateEndpoints(RequiredScope, "feature_flag:read")
  .annotateEndpoints(AllowsBoundKeys, true)
  .annotateEndpoints(TakesProjectSecrets, true)
  .annotateEndpoints(OwnCaching, true)
  .annotateEndpoints(RateLimited, ["local_evaluation"])
  .annotateEndpoints(AnswersStale, true)
  .middleware(KeyAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Local evaluation",
    description:
      "All flags of a project with what evaluating them takes. `token` names the project, else it is the key's current "
      + "one, or the one whose secret it is. `send_cohorts`, also without a value, adds the cohorts by id. `If-None-Match` with the `ETag` of an earlier "
      + "answer gets 304 until something changes; the stream sends the definitions then."
  }))
{}

/** The same within a project's paths. */
export class ProjectLocalEvaluationApi extends HttpApiGroup.make("projectLocalEvaluation")
  .add(
    HttpApiEndpoint.get("definitions", "/feature_flags/local_evaluation/", { ...definitions, params }),
    HttpApiEndpoint.get("stream", "/feature_flags/stream/", { ...stream, params })
  )
  .prefix("/api/projects/:project_id")
  .annotateEndpoints(RequiredScope, "feature_flag:read")
  .annotateEndpoints(TakesProjectSecrets, true)
  .annotateEndpoints(OwnCaching, true)
  .annotateEndpoints(RateLimited, ["local_evaluation"])
  .annotateEndpoints(AnswersStale, true)
  .middleware(ProjectKeyAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Local evaluation" }))
{}
