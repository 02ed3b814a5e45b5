import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { OwnCaching } from "../../middleware/AnswerHeaders.ts"
import { CrossOrigin } from "../../middleware/CrossOrigin.ts"
import { AnswersStale } from "../../middleware/StaleAnswers.ts"
import { described, operation } from "../../shared/Described.ts"

const RemoteConfig = Schema.Record(Schema.String, Schema.Json).annotate({ identifier: "RemoteConfig" })

const Script = Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/javascript" }))

const params = { token: described(Schema.String, "The project's token.") }

/** The document that browser SDKs load first: which parts of the service there are. */
export class RemoteConfigApi extends HttpApiGroup.make("remoteConfig")
  .add(
    HttpApiEndpoint.get("json", "/array/:token/config/", { params, success: RemoteConfig, error: apiErrorAt(404) })
      .annotateMerge(
        operation(
          "Read the configuration of browser SDKs",
          "Returns the configuration of browser SDKs as JSON. A token that is unknown is 404."
        )
      )
      .annotate(RequiredScope, "public").annotate(CrossOrigin, true),
    HttpApiEndpoint.get("script", "/array/:token/config.js", { params, success: Script, error: apiErrorAt(404) })
      .annotateMerge(
        operation(
          "Read the configuration of browser SDKs as a script",
          "Returns the configuration of browser SDKs as a script that sets it. A token that is unknown is 404."
        )
      )
      .annotate(RequiredScope, "public").annotate(CrossOrigin, true)
  )
  .annotateEndpoints(OwnCaching, true)
  .annotateEndpoints(AnswersStale, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Configuration for browser SDKs",
    description: "The same object as JSON and as a script; a project token that is unknown is 404."
  }))
{}
