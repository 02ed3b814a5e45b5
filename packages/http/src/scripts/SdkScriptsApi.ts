import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { OwnCaching } from "../middleware/AnswerHeaders.ts"
import { described, operation } from "../shared/Described.ts"

const Script = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/javascript" }))

const file = described(Schema.String, "The name of the script's file, such as `surveys.js`.")

/** The scripts that the browser SDK loads from its `api_host`. */
export class SdkScriptsApi extends HttpApiGroup.make("sdkScripts")
  .add(
    HttpApiEndpoint.get("script", "/static/:file", {
      params: { file },
      query: {
        v: described(
          Schema.optionalKey(Schema.String),
          "The version that the page has. A browser keeps the script for good where it is the server's."
        )
      },
      success: Script,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Read a script of the browser SDK",
        "Returns a script of posthog-js in the version that the server has, for any requested version. A name that "
          + "is no script of it is 404."
      )
    ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.get("versionedScript", "/static/:version/:file", {
      params: { version: described(Schema.String, "The version that the page has."), file },
      success: Script,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Read a script of one version of the browser SDK",
        "Returns a script of posthog-js where the server has this very version; another one is 404."
      )
    ).annotate(RequiredScope, "public")
  )
  .annotateEndpoints(OwnCaching, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Scripts of the browser SDK",
    description: "posthog-js and the parts that it loads when they are needed, for pages that do not bundle them."
  }))
{}
