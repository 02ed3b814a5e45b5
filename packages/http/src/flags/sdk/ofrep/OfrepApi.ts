import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../../auth/RequiredScope.ts"
import { OwnCaching } from "../../../edge/AnswerHeaders.ts"
import { CrossOrigin } from "../../../edge/CrossOrigin.ts"
import { AnswersStale } from "../../../edge/StaleAnswers.ts"
import { apiErrorAt } from "../../../errors/ApiError.ts"
import { ErrorResponses } from "../../../errors/ErrorResponses.ts"

const EvaluationRequest = Schema.Struct({
  context: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "OfrepEvaluationRequest" })

const Evaluation = Schema.Struct({
  key: Schema.String,
  value: Schema.Union([Schema.Boolean, Schema.String]),
  variant: Schema.optionalKey(Schema.String),
  reason: Schema.String,
  metadata: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]))
}).annotate({ identifier: "OfrepEvaluation" })

const fault = {
  errorCode: Schema.Literals(["FLAG_NOT_FOUND", "GENERAL", "INVALID_CONTEXT", "PARSE_ERROR", "TARGETING_KEY_MISSING"]),
  errorDetails: Schema.String
}

const Failure = Schema.Struct({ key: Schema.String, ...fault }).annotate({ identifier: "OfrepFailure" })

const EventStream = Schema.Struct({
  type: Schema.Literal("sse"),
  url: Schema.String.annotate({ format: "uri" }),
  inactivityDelaySec: Schema.Int
}).annotate({ identifier: "OfrepEventStream" })

const BulkEvaluation = Schema.Struct({
  flags: Schema.Array(Schema.Union([Evaluation, Failure])),
  eventStreams: Schema.optionalKey(Schema.Array(EventStream))
}).annotate({ identifier: "OfrepBulkEvaluation" })

const bulkQuery = {
  flagConfigEtag: Schema.optionalKey(Schema.String.annotate({
    description: "The `etag` of the event that the request follows: the answer is at least as new."
  }))
}

const streamQuery = {
  token: Schema.optionalKey(Schema.String),
  since: Schema.optionalKey(Schema.String.annotate({
    description: "The `etag` that the client knows already. `Last-Event-ID` goes before it."
  }))
}

const TextEvents = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))

/** What is wrong with a request as a whole; `key` is the flag's that was asked for. */
const Refused = Schema.Struct({ key: Schema.optionalKey(Schema.String), ...fault })
  .annotate({ identifier: "OfrepRequestRefused" })
  .pipe(HttpApiSchema.status(400))

const FlagNotFound = Schema.Struct({ key: Schema.String, ...fault })
  .annotate({ identifier: "OfrepFlagNotFound" })
  .pipe(HttpApiSchema.status(404))

const errors = [apiErrorAt(401), apiErrorAt(404), apiErrorAt(413), apiErrorAt(415), apiErrorAt(429)] as const

/** OpenFeature's remote evaluation protocol, for its providers in any language. */
export class OfrepApi extends HttpApiGroup.make("ofrep")
  .add(
    HttpApiEndpoint.post("all", "/ofrep/v1/evaluate/flags/", {
      query: bulkQuery,
      payload: EvaluationRequest,
      success: [BulkEvaluation, HttpApiSchema.Empty(304)],
      error: [...errors, Refused]
    }).annotate(RequiredScope, "public").annotate(CrossOrigin, true),
    HttpApiEndpoint.post("one", "/ofrep/v1/evaluate/flags/:key/", {
      params: { key: Schema.String },
      payload: EvaluationRequest,
      success: Evaluation,
      error: [...errors, Refused, FlagNotFound]
    }).annotate(RequiredScope, "public").annotate(CrossOrigin, true),
    HttpApiEndpoint.get("stream", "/ofrep/v1/stream/", {
      query: streamQuery,
      success: TextEvents,
      error: [apiErrorAt(401), apiErrorAt(503)]
    }).annotate(RequiredScope, "public").annotate(CrossOrigin, true).annotate(OwnCaching, true)
  )
  .annotateEndpoints(AnswersStale, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "OpenFeature remote evaluation",
    description:
      "The project's token stands in `Authorization: Bearer` or `X-API-Key`. `context.targetingKey` is the distinct id, "
      + "`context.groups` the keys of groups by type; the rest of the context are properties of the person. What is wrong "
      + "with a request is reported as `errorCode` and `errorDetails` with 400, or 404 for a flag that is not there. The "
      + "stream sends an event `{\"type\": \"refetchEvaluation\", \"etag\"}` whenever the project's flags have changed."
  }))
{}
