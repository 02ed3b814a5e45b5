import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { RateLimited } from "../limits/RateBuckets.ts"

const JsonObject = Schema.Record(Schema.String, Schema.Json)

/** What a client asks to run; `query.kind` names the node. */
export const QueryRequest = Schema.Struct({
  query: JsonObject,
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  async: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  client_query_id: Schema.optionalKey(Schema.NullOr(Schema.String)),
  refresh: Schema.optionalKey(Schema.NullOr(Schema.String)),
  filters_override: Schema.optionalKey(Schema.NullOr(JsonObject)),
  variables_override: Schema.optionalKey(Schema.NullOr(JsonObject))
}).annotate({ identifier: "QueryRequest" })

/** The answer of a query; its fields depend on the kind of node. */
export const QueryResponse = JsonObject.annotate({ identifier: "QueryResponse" })

/** Query execution. */
export class QueryApi extends HttpApiGroup.make("query")
  .add(
    HttpApiEndpoint.post("run", "/query/", {
      params: { project_id: Schema.String },
      payload: QueryRequest,
      success: QueryResponse,
      error: [apiErrorAt(413), apiErrorAt(415), apiErrorAt(503), apiErrorAt(504)]
    }).annotate(RequiredScope, "query:read").annotate(RateLimited, ["query"]).annotateMerge(
      OpenApi.annotations({ summary: "Run a query" })
    )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Query" }))
{}
