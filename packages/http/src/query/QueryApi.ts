import { refreshModes } from "@hedgerow/core/query/execution/RefreshMode"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorHints } from "../errors/ErrorHints.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { RateLimited } from "../limits/RateBuckets.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { described, DescribedHeaders, operation, structured } from "../shared/Described.ts"
import { queryHeaders, streamHeaders } from "./QueryHeaders.ts"
import { requestHints } from "./RequestHints.ts"

/** The request of a client to run a query; `query.kind` names the node. */
export const QueryRequest = Schema.Struct({
  query: described(
    structured("QueryNode"),
    "The query; its `kind` says what the other fields are. `ServiceSqlQuery` takes SQL text as `query`. `ExperimentQuery` "
      + "compares the variants of the experiment `experiment_id` by a `metric`, `ExperimentExposureQuery` counts who was "
      + "exposed to it."
  ),
  name: described(Schema.optionalKey(Schema.NullOr(Schema.String)), "A name for the query in the log."),
  async: described(
    Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
    "`true` is `refresh: \"async\"` by an older name."
  ),
  client_query_id: described(
    Schema.optionalKey(Schema.NullOr(Schema.String)),
    "The caller's own id of the query, by which it can be polled and cancelled. Up to 200 characters."
  ),
  refresh: described(
    Schema.optionalKey(Schema.NullOr(Schema.Literals(refreshModes))),
    "The mode: whether a cached answer is returned, and whether the caller waits. `blocking` returns a cached answer that is fresh, and waits "
      + "for a new one otherwise. `async` and `lazy_async` do not wait: the query runs in the background. The modes that "
      + "begin with `force` compute a new answer in any case."
  ),
  filters_override: described(
    Schema.optionalKey(Schema.NullOr(structured("FiltersOverride"))),
    "The parts of the query that a dashboard changes: dates and properties."
  ),
  variables_override: described(
    Schema.optionalKey(Schema.NullOr(structured("VariablesOverride"))),
    "The values of the query's variables."
  )
}).annotate({
  identifier: "QueryRequest",
  examples: [{
    query: { kind: "ServiceSqlQuery", query: "SELECT event, count() FROM events GROUP BY event" }
  }]
})

/** The answer of a query; its fields depend on the kind of node. */
const QueryResponse = structured("QueryResponse")

const asked = (what: string) => `${what}, where \`Accept\` asks for it before JSON.`

/** The rows as lines of JSON. */
const NdjsonRows = Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/x-ndjson" })).annotate({
  description: asked(
    "All rows, each a line with a JSON object of its cells by the names of the columns; after an error the last line is "
      + "an object with the field `$error` alone"
  )
})

/** The rows as CSV. */
const CsvRows = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })).annotate({
  description: asked("All rows as CSV, after a line with the names of the columns; an error cuts the connection off")
})

/** The rows as a Parquet file. */
const ParquetRows = Schema.Uint8Array.pipe(
  HttpApiSchema.asUint8Array({ contentType: "application/vnd.apache.parquet" })
)
  .annotate({ description: asked("All rows as a Parquet file; an error cuts the connection off") })

/** The answer as a picture. */
const Drawing = Schema.String.pipe(HttpApiSchema.asText({ contentType: "image/svg+xml" })).annotate({
  description: asked("The answer of an insight, or of SQL with numbers over a time or by names, as a chart")
})

const text = (description: string) => described(Schema.NullOr(Schema.String), description)
const count = (description: string) => described(Schema.Int, description)

const QueryProgressRecord = Schema.Struct({
  active_cpu_time: count("Milliseconds of processor time that the engine spent."),
  bytes_read: count("Bytes read so far."),
  estimated_rows_total: count("Rows that will be read, by the engine's estimate."),
  rows_read: count("Rows read so far."),
  time_elapsed: count("Milliseconds since the engine began.")
}).annotate({ identifier: "QueryProgress" })

/** The run of a query. */
export const QueryStatus = Schema.Struct({
  id: described(Schema.String, "The id by which the query is polled and cancelled."),
  team_id: count("The project."),
  status: described(Schema.Literals(["queued", "running", "done", "failed", "cancelled"]), "The state of the query."),
  complete: described(Schema.Boolean, "Whether the query has ended, in whichever way."),
  error: described(Schema.Boolean, "Whether the query failed or was cancelled."),
  error_code: text("The code of the error."),
  error_message: text("The reason why there is no answer."),
  error_extra: described(
    Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
    "The place of the error in the query (`start` and `end` in its text, or in that of its `field`), a `hint`, and whether it is `retryable`."
  ),
  query_async: described(Schema.Boolean, "Whether the query runs in the background."),
  cache_key: described(Schema.String, "The name of the query's answer."),
  start_time: described(Schema.String, "The time at which it was asked for."),
  pickup_time: text("The time at which work on it began."),
  end_time: text("The time at which it ended."),
  expiration_time: described(Schema.String, "Until when it can be polled."),
  task_id: text("The same as `id`."),
  insight_id: described(Schema.NullOr(Schema.Int), "Always null."),
  dashboard_id: described(Schema.NullOr(Schema.Int), "Always null."),
  labels: described(Schema.NullOr(Schema.Array(Schema.String)), "Always null."),
  query_progress: described(
    Schema.NullOr(QueryProgressRecord),
    "The progress of the query, with `show_progress` and while it runs."
  ),
  results: described(
    Schema.NullOr(structured("QueryAnswer")),
    "The whole answer, as `POST /query/` returns it, once it is done."
  )
}).annotate({ identifier: "QueryStatus" })

const one = oneInProject(
  "The query's id: its `client_query_id`, or the `id` of the status that `POST /query/` returned."
)
const showProgress = textParam("`true`: shows how far the query is.")

/** Query execution. */
export class QueryApi extends HttpApiGroup.make("query")
  .add(
    HttpApiEndpoint.post("run", "/query/", {
      params: inProject,
      payload: QueryRequest,
      success: [QueryResponse, NdjsonRows, CsvRows, ParquetRows, Drawing],
      error: [apiErrorAt(413), apiErrorAt(415), apiErrorAt(429), apiErrorAt(503), apiErrorAt(504)]
    }).annotate(RequiredScope, "query:read").annotate(RateLimited, ["query"]).annotate(
      DescribedHeaders,
      { ...queryHeaders, ...streamHeaders }
    ).annotateMerge(
      operation(
        "Run a query",
        "Runs one query over the project's events and persons, and returns its rows. A query that is too expensive "
          + "is 503 or 504. A query that is wrong is 400 with its place in `extra`. With `Accept: application/x-ndjson`, "
          + "`text/csv` or `application/vnd.apache.parquet` the rows of SQL are streamed: all of them, at the pace of the "
          + "client. With `image/svg+xml` the answer is drawn as a chart."
      )
    ),
    HttpApiEndpoint.get("status", "/query/:id/", {
      params: one,
      query: { show_progress: showProgress, showProgress },
      success: Schema.Struct({ query_status: described(QueryStatus, "The run of the query.") }).annotate({
        identifier: "QueryStatusResponse"
      }),
      error: apiErrorAt(503)
    }).annotate(RequiredScope, "query:read").annotateMerge(
      operation(
        "Poll a query",
        "Returns the status of a query that runs in the background, or that its client named. Once it is complete, its "
          + "answer is in `results`. A query is kept for 20 minutes after its last change."
      )
    ),
    HttpApiEndpoint.get("log", "/query/:id/log/", { params: one, success: structured("ServiceSqlQueryResponse") })
      .annotate(RequiredScope, "query:read").annotate(RateLimited, ["query"]).annotateMerge(
        operation(
          "Read the log of a query",
          "Returns the runs of a query that was asked for within the last 24 hours, the newest first, as the answer of an "
            + "SQL query over the table `query_log`: how long each took, what it read, and how it ended. The log of an "
            + "older query is 400 with the code `query_log_expired`."
        )
      ),
    HttpApiEndpoint.delete("cancel", "/query/:id/", { params: one, success: HttpApiSchema.NoContent })
      .annotate(RequiredScope, "query:read").annotateMerge(
        operation(
          "Cancel a query",
          "Stops the query, on whichever server it runs. One that has ended, or that does not exist, is left alone."
        )
      )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotate(ErrorHints, requestHints)
  .annotateMerge(OpenApi.annotations({
    title: "Query",
    description: "Queries over the project's events and persons. Rows of other projects are never seen."
  }))
{}
