import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { RateLimited } from "../limits/RateBuckets.ts"
import { described, operation } from "../requests/Described.ts"
import { inProject } from "../requests/Parameters.ts"

const JsonObject = Schema.Record(Schema.String, Schema.Json)

/** What a client asks to run; `query.kind` names the node. */
export const QueryRequest = Schema.Struct({
  query: described(
    JsonObject,
    "The query; its `kind` says what the other fields are. `ServiceSqlQuery` takes SQL text as `query`."
  ),
  name: described(Schema.optionalKey(Schema.NullOr(Schema.String)), "A name for the query in the log."),
  async: described(
    Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
    "Whether the answer may come later. Queries are answered at once in this version."
  ),
  client_query_id: described(Schema.optionalKey(Schema.NullOr(Schema.String)), "The caller's own id of the query."),
  refresh: described(
    Schema.optionalKey(Schema.NullOr(Schema.String)),
    "When a kept result may be returned. Nothing is kept in this version."
  ),
  filters_override: described(
    Schema.optionalKey(Schema.NullOr(JsonObject)),
    "The parts of the query that a dashboard changes: dates and properties."
  ),
  variables_override: described(Schema.optionalKey(Schema.NullOr(JsonObject)), "The values of the query's variables.")
}).annotate({
  identifier: "QueryRequest",
  examples: [{
    query: { kind: "ServiceSqlQuery", query: "SELECT event, count() FROM events GROUP BY event" }
  }]
})

/** The answer of a query; its fields depend on the kind of node. */
export const QueryResponse = JsonObject.annotate({ identifier: "QueryResponse" })

/** Query execution. */
export class QueryApi extends HttpApiGroup.make("query")
  .add(
    HttpApiEndpoint.post("run", "/query/", {
      params: inProject,
      payload: QueryRequest,
      success: QueryResponse,
      error: [apiErrorAt(413), apiErrorAt(415), apiErrorAt(503), apiErrorAt(504)]
    }).annotate(RequiredScope, "query:read").annotate(RateLimited, ["query"]).annotateMerge(
      operation(
        "Run a query",
        "Runs one query over the project's events and persons, and returns its rows. A query that is too expensive "
          + "is 503 or 504. A query that is wrong is 400 with its place in `extra`."
      )
    )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Query",
    description: "Queries over the project's events and persons. Rows of other projects are never seen."
  }))
{}
