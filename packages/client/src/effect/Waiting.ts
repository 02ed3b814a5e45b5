import type { ApiClient } from "@hedgerow/http/contract/ApiClient"
import type { ApiError } from "@hedgerow/http/errors/ApiError"
import type { QueryStatus } from "@hedgerow/http/query/QueryApi"
import { Effect, Random, Schema } from "effect"
import type { HttpClientError } from "effect/http"
import type { QuestionBody } from "./Question.ts"

/** A run in the background failed or was cancelled. */
export class QueryFailed extends Schema.TaggedError<QueryFailed>()("QueryFailed", {
  id: Schema.String,
  code: Schema.String,
  detail: Schema.String,
  extra: Schema.Json
}) {
  override get message(): string {
    return this.detail
  }
}

const firstPoll = 100
const longestPoll = 5000

/** The letters of an id of a query. */
const newId = Effect.map(
  Effect.all(Array.from({ length: 4 }, () => Random.nextIntBetween(0, 2 ** 31))),
  (parts) => parts.map((part) => part.toString(36)).join("-")
)

/** The faults of a run in the background: its own, the server's, the connection's, and an answer that is none of the contract. */
export type WaitingError = QueryFailed | ApiError | HttpClientError.HttpClientError | Schema.SchemaError

/** Runs a query in the background and waits for its answer; an interruption cancels it in its engine. */
export const waitFor: (
  api: ApiClient,
  project: string,
  body: QuestionBody
) => Effect.Effect<(typeof QueryStatus.Type)["results"], WaitingError> = Effect.fn("HedgerowClient.wait")(function*(
  api,
  project,
  body
) {
  const id = body.client_query_id ?? (yield* newId)
  const params = { project_id: project, id }

  const poll = Effect.gen(function*() {
    for (let pause = firstPoll;; pause = Math.min(longestPoll, pause * 1.5)) {
      const { query_status: run } = yield* api.query.status({ params, query: {} })
      if (run.complete && run.error) {
        const { error_code, error_extra, error_message, status } = run
        return yield* new QueryFailed({
          id,
          code: error_code ?? `query_${status}`,
          detail: error_message ?? `The query has ${status}.`,
          extra: error_extra
        })
      }
      if (run.complete) return run.results
      yield* Effect.sleep(pause)
    }
  })

  return yield* api.query.run({
    params: { project_id: project },
    payload: { ...body, client_query_id: id, refresh: "force_async" }
  }).pipe(
    Effect.andThen(poll),
    Effect.onInterrupt(() => Effect.ignore(api.query.cancel({ params })))
  )
})
