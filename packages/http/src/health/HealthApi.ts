import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { described, operation } from "../shared/Described.ts"

const HealthStatus = Schema.Struct({ status: described(Schema.Literal("ok"), "Always `ok`.") }).annotate({
  identifier: "HealthStatus"
})

const ReadyStatus = Schema.Struct({
  status: described(Schema.Literal("ok"), "Always `ok`."),
  warnings: Schema.optionalKey(Schema.Array(Schema.String)).annotate({
    description: "Faults of the data while the server serves, such as lost events; absent when there are none."
  })
}).annotate({ identifier: "ReadyStatus" })

/** Whether the process lives and whether it can serve. */
export class HealthApi extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("health", "/_health", { success: HealthStatus }).annotateMerge(
      operation("Check that the process lives", "Returns 200 while the process lives. Storage is not asked.")
    ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.get("ready", "/_ready", { success: ReadyStatus, error: apiErrorAt(503) }).annotateMerge(
      operation(
        "Check that the server is ready",
        "Returns 200 while the storage answers and 503 otherwise. `warnings` names what is wrong meanwhile."
      )
    )
      .annotate(RequiredScope, "public")
  )
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Health",
    description: "`/_health` answers while the process lives, `/_ready` while its storage answers."
  }))
{}
