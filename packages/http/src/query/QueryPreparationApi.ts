import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorHints } from "../errors/ErrorHints.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { RateLimited } from "../limits/RateBuckets.ts"
import { inProject, textParam } from "../requests/Parameters.ts"
import { described, operation } from "../shared/Described.ts"
import { requestHints } from "./RequestHints.ts"

/** A query of any version. */
export const QueryUpgrade = Schema.Struct({
  query: described(
    Schema.Json,
    "A query node of any kind and version, with all nodes in it: sources, series, tiles, lists."
  )
}).annotate({
  identifier: "QueryUpgrade",
  examples: [{ query: { kind: "RetentionQuery", retentionFilter: { period: "Day", showMean: true } } }]
})

/** The same query in the latest versions. */
export const UpgradedQuery = Schema.Struct({
  query: described(Schema.Json, "The query with every node in the latest version of its kind.")
}).annotate({ identifier: "UpgradedQuery" })

/** That the caller may run queries in the project. */
export const QueryAuthCheck = Schema.Struct({
  user: described(Schema.Literal("ok"), "Always `ok`: a caller who may not is refused.")
}).annotate({ identifier: "QueryAuthCheck" })

/** SQL for what was asked in words. */
export const SqlDraft = Schema.Struct({
  sql: described(Schema.String, "One SELECT that parses and names only what the dialect knows.")
}).annotate({ identifier: "SqlDraft" })

/** A question in words, as tools for agents ask it. */
export const AskedQuestion = Schema.Struct({
  query: described(Schema.String, "The question in English words, in at most 400 characters."),
  insight_type: Schema.optionalKey(described(Schema.Literal("sql"), "The form of the answer: SQL."))
}).annotate({
  identifier: "AskedQuestion",
  examples: [{ query: "How many events were there in the last 7 days?", insight_type: "sql" }]
})

/** The SQL that answers a question, in the messages that tools for agents read. */
export const QuestionAnswer = Schema.Array(Schema.Struct({
  type: described(Schema.Literal("message"), "Always `message`."),
  data: described(
    Schema.Struct({
      type: described(Schema.Literal("ai/viz"), "Always `ai/viz`: a query that answers the question."),
      query: described(Schema.String, "The question."),
      answer: described(
        Schema.Struct({
          kind: described(Schema.Literal("HogQLQuery"), "The kind of the query."),
          query: described(Schema.String, "One SELECT that answers the question.")
        }),
        "The query, which `POST /query/` runs."
      )
    }),
    "The message."
  )
})).annotate({ identifier: "QuestionAnswer" })

const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** The work before a query is run. */
export class QueryPreparationApi extends HttpApiGroup.make("queryPreparation")
  .add(
    HttpApiEndpoint.post("upgrade", "/query/upgrade/", {
      params: inProject,
      payload: QueryUpgrade,
      success: UpgradedQuery,
      error: bodyErrors
    }).annotate(RequiredScope, "query:read").annotateMerge(
      operation(
        "Upgrade a query",
        "Returns the query with every node in it in the latest version of its kind. The query is not run and not "
          + "checked: unknown kinds, fields and versions are returned as they are. A second upgrade changes nothing."
      )
    ),
    HttpApiEndpoint.post("checkAuthForAsync", "/query/check_auth_for_async/", {
      params: inProject,
      success: QueryAuthCheck
    }).annotate(RequiredScope, "query:read").annotateMerge(
      operation(
        "Check access to queries",
        "Returns `ok` to a caller who may run queries in the project, and refuses others. A body is ignored."
      )
    ),
    HttpApiEndpoint.get("draftSql", "/query/draft_sql/", {
      params: inProject,
      query: {
        prompt: textParam("The request in English words, in at most 400 characters. Required."),
        current_query: textParam("An SQL query that the prompt may want changed, such as by `only for …`.")
      },
      success: SqlDraft
    }).annotate(RequiredScope, "query:read").annotate(RateLimited, ["ai"]).annotateMerge(
      operation(
        "Draft SQL",
        "Returns SQL for what the prompt asks, over the names of the project's events and properties. The SQL is not "
          + "run. A prompt with words that are not understood is 400 with the code `unclear`."
      )
    )
  )
  .add(
    HttpApiEndpoint.post("askInWords", "/max_tools/create_and_query_insight/", {
      params: inProject,
      payload: AskedQuestion,
      success: QuestionAnswer,
      error: bodyErrors
    }).annotate(RequiredScope, "query:read").annotate(RateLimited, ["ai"]).annotateMerge(
      operation(
        "Draft SQL for an agent",
        "As `GET /query/draft_sql/`, in the messages that the reference's tools for agents read. The SQL is not run."
      )
    )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotate(ErrorHints, requestHints)
  .annotateMerge(OpenApi.annotations({
    title: "Query preparation",
    description: "Upgrades of queries to the latest version, and drafts of SQL."
  }))
{}
