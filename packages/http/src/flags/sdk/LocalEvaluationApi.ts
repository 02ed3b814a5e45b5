import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { KeyAuthorization, ProjectKeyAuthorization } from "../../auth/KeyAuthorization.ts"
import { AllowsBoundKeys, RequiredScope, TakesProjectSecrets } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { RateLimited } from "../../limits/RateBuckets.ts"
import { OwnCaching } from "../../middleware/AnswerHeaders.ts"
import { AnswersStale } from "../../middleware/StaleAnswers.ts"
import { inProject } from "../../requests/Parameters.ts"
import { described, operation, structured } from "../../shared/Described.ts"

const FlagDefinition = Schema.Struct({
  id: described(Schema.Int, "The flag's id."),
  team_id: described(Schema.Int, "The project's id."),
  name: described(Schema.String, "The purpose of the flag, in words."),
  key: described(Schema.String, "The flag's key."),
  filters: described(
    structured("LocalFlagFilters"),
    "For whom the flag is on, and what they get."
  ),
  deleted: described(Schema.Boolean, "Whether the flag is deleted."),
  active: described(Schema.Boolean, "Whether the flag is on at all."),
  ensure_experience_continuity: described(Schema.Boolean, "Whether a user keeps the share they had before the login."),
  has_encrypted_payloads: described(Schema.Boolean, "Whether the payloads of a remote configuration are encrypted."),
  version: described(Schema.Int, "The flag's version."),
  evaluation_runtime: described(Schema.String, "The SDKs that get the flag: `server`, `client` or `all`."),
  bucketing_identifier: described(
    Schema.NullOr(Schema.String),
    "The id that a user's share goes by: `distinct_id` or `device_id`."
  ),
  evaluation_tags: described(
    Schema.Array(Schema.String),
    "The tags that are contexts: a request that names contexts gets the flag when it names one of these."
  ),
  has_experiment: described(Schema.Boolean, "Whether an experiment uses the flag."),
  requires_server: described(Schema.Boolean, "Whether SDKs must leave the flag to the server.")
}).annotate({ identifier: "FlagDefinition" })

const Definitions = Schema.Struct({
  flags: described(Schema.Array(FlagDefinition), "The flags, sorted by key."),
  group_type_mapping: described(Schema.Record(Schema.String, Schema.String), "The names of the group types by number."),
  cohorts: described(Schema.Record(Schema.String, structured("LocalCohort")), "The conditions of the cohorts by id.")
}).annotate({ identifier: "FlagDefinitions" })

const EventStream = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))

const query = {
  token: described(Schema.optionalKey(Schema.String), "The project's token; the key's current project by default."),
  send_cohorts: described(Schema.optionalKey(Schema.String), "Whether the cohorts are sent; also without a value.")
}
const params = inProject

const definitionsText =
  "Returns all flags of the project with what evaluating them takes. `If-None-Match` with the `ETag` of an earlier "
  + "answer gets 304 while nothing has changed. A project that has used up its quota is 402."

const streamText =
  "Sends the flag definitions as server-sent events: once at first and after each change. Too many open streams are 503."

const NotModified = HttpApiSchema.Empty(304)
const definitions = { query, success: [Definitions, NotModified], error: [apiErrorAt(402), apiErrorAt(404)] } as const
const stream = { query, success: EventStream, error: [apiErrorAt(404), apiErrorAt(503)] } as const

/** The definitions of flags for SDKs that evaluate them themselves: by token, outside of a project's paths. */
export class LocalEvaluationApi extends HttpApiGroup.make("localEvaluation")
  .add(
    HttpApiEndpoint.get("definitions", "/flags/definitions/", definitions).annotateMerge(
      operation("Read flag definitions", definitionsText)
    ),
    HttpApiEndpoint.get("legacy", "/api/feature_flag/local_evaluation/", definitions).annotateMerge(
      operation("Read flag definitions (older path)", definitionsText)
    ),
    HttpApiEndpoint.get("stream", "/flags/definitions/stream/", stream).annotateMerge(
      operation("Stream flag definitions", streamText)
    )
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
    HttpApiEndpoint.get("definitions", "/feature_flags/local_evaluation/", { ...definitions, params }).annotateMerge(
      operation("Read a project's flag definitions", definitionsText)
    ),
    HttpApiEndpoint.get("stream", "/feature_flags/stream/", { ...stream, params }).annotateMerge(
      operation("Stream a project's flag definitions", streamText)
    )
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
