import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../../errors/ApiError.ts"
import { ErrorResponses } from "../../../errors/ErrorResponses.ts"
import { OwnCaching } from "../../../middleware/AnswerHeaders.ts"
import { CrossOrigin } from "../../../middleware/CrossOrigin.ts"
import { AnswersStale } from "../../../middleware/StaleAnswers.ts"
import { described, operation } from "../../../shared/Described.ts"

const EvaluationRequest = Schema.Struct({
  context: described(
    Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
    "The user of the flags: `targetingKey` is the distinct id, `groups` the group keys by type, the rest are "
      + "properties."
  )
}).annotate({
  identifier: "OfrepEvaluationRequest",
  examples: [{ context: { targetingKey: "ada", plan: "pro" } }]
})

const Evaluation = Schema.Struct({
  key: described(Schema.String, "The flag's key."),
  value: described(Schema.Union([Schema.Boolean, Schema.String]), "The variant, or whether the flag is on."),
  variant: described(Schema.optionalKey(Schema.String), "The variant; absent without one."),
  reason: described(Schema.String, "The reason for the flag's value, as OpenFeature names it."),
  metadata: described(
    Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])),
    "Facts about the flag: its id, version, payload and the reason."
  )
}).annotate({ identifier: "OfrepEvaluation" })

const fault = {
  errorCode: described(
    Schema.Literals(["FLAG_NOT_FOUND", "GENERAL", "INVALID_CONTEXT", "PARSE_ERROR", "TARGETING_KEY_MISSING"]),
    "The fault, as OpenFeature names it."
  ),
  errorDetails: described(Schema.String, "The fault, in words.")
}

const Failure = Schema.Struct({ key: described(Schema.String, "The flag's key."), ...fault }).annotate({
  identifier: "OfrepFailure"
})

const EventStream = Schema.Struct({
  type: described(Schema.Literal("sse"), "Always `sse`."),
  url: described(Schema.String.annotate({ format: "uri" }), "The URL of the stream."),
  inactivityDelaySec: described(Schema.Int, "The seconds after which a hidden page should close the stream.")
}).annotate({ identifier: "OfrepEventStream" })

const BulkEvaluation = Schema.Struct({
  flags: described(
    Schema.Array(Schema.Union([Evaluation, Failure])),
    "The flags that could be evaluated, and those that could not."
  ),
  eventStreams: described(Schema.optionalKey(Schema.Array(EventStream)), "The streams that announce changes.")
}).annotate({ identifier: "OfrepBulkEvaluation" })

const bulkQuery = {
  flagConfigEtag: Schema.optionalKey(Schema.String.annotate({
    description: "The `etag` of the event that the request follows: the answer is at least as new."
  }))
}

const streamQuery = {
  token: described(Schema.optionalKey(Schema.String), "The project's token."),
  since: Schema.optionalKey(Schema.String.annotate({
    description: "The `etag` that the client knows already. `Last-Event-ID` goes before it."
  }))
}

const TextEvents = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))

/** The fault of a request as a whole; `key` is the flag's that was asked for. */
const Refused = Schema.Struct({
  key: described(Schema.optionalKey(Schema.String), "The flag's key, when one was asked for."),
  ...fault
})
  .annotate({ identifier: "OfrepRequestRefused" })
  .pipe(HttpApiSchema.status(400))

const FlagNotFound = Schema.Struct({ key: described(Schema.String, "The flag's key."), ...fault })
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
    }).annotateMerge(
      operation(
        "Evaluate all flags (OFREP)",
        "Returns the value of every flag for one user. With `If-None-Match` the answer is 304 while nothing has "
          + "changed. A context without `targetingKey` is 400."
      )
    ).annotate(RequiredScope, "public").annotate(CrossOrigin, true),
    HttpApiEndpoint.post("one", "/ofrep/v1/evaluate/flags/:key/", {
      params: { key: described(Schema.String, "The flag's key.") },
      payload: EvaluationRequest,
      success: Evaluation,
      error: [...errors, Refused, FlagNotFound]
    }).annotateMerge(
      operation(
        "Evaluate one flag (OFREP)",
        "Returns the value of one flag for one user. A flag that is not there is 404. A context without "
          + "`targetingKey` is 400."
      )
    ).annotate(RequiredScope, "public").annotate(CrossOrigin, true),
    HttpApiEndpoint.get("stream", "/ofrep/v1/stream/", {
      query: streamQuery,
      success: TextEvents,
      error: [apiErrorAt(401), apiErrorAt(503)]
    }).annotateMerge(
      operation(
        "Stream changes of flags (OFREP)",
        "Sends a server-sent event whenever the project's flags have changed. Too many open streams are 503."
      )
    ).annotate(RequiredScope, "public").annotate(CrossOrigin, true).annotate(OwnCaching, true)
  )
  .annotateEndpoints(AnswersStale, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "OpenFeature remote evaluation",
    description:
      "The project's token stands in `Authorization: Bearer` or `X-API-Key`. `context.targetingKey` is the distinct id, "
      + "`context.groups` the keys of groups by type; the rest of the context are properties of the person. A wrong "
      + "request gets `errorCode` and `errorDetails` with 400, or 404 for a flag that does not exist. The "
      + "stream sends an event `{\"type\": \"refetchEvaluation\", \"etag\"}` whenever the project's flags have changed."
  }))
{}
