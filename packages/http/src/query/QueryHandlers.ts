import { inTurns } from "@hedgerow/core/files/RowPieces"
import { AnswerJson } from "@hedgerow/core/query/execution/CachedAnswer"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { statusText } from "@hedgerow/core/query/execution/QueryStatusText"
import type { Asking } from "@hedgerow/core/query/execution/Question"
import { describeQuery } from "@hedgerow/core/query/log/LoggedQuery"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { clientQueryId } from "@hedgerow/core/query/QueryRequest"
import { traced } from "@hedgerow/core/shared/Traced"
import { makeUuid7In } from "@hedgerow/core/shared/Uuid"
import { Context, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { chartResponse } from "../charts/ChartAnswers.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { readSentJson } from "../requests/JsonBody.ts"
import { acceptedFormat, ofQueries, type ResultFormat } from "../results/AcceptedFormat.ts"
import { chartOf, readDrawnRequest } from "./DrawnAnswer.ts"
import { QueryApi } from "./QueryApi.ts"
import { answeringQuery, toQueryError } from "./QueryErrors.ts"
import { makeGate } from "./QueryGate.ts"
import { headersOf, withQueryId } from "./QueryHeaders.ts"
import { requireReachableId } from "./QueryIds.ts"
import { streamedResponse } from "./StreamedResponse.ts"

const contentType = "application/json"

const json = (text: string) => HttpServerResponse.text(text, { contentType })

/** A longer answer is sent piece by piece. */
const longAnswer = 1024 * 1024

/** An answer as a response. */
const jsonResponse = (json: AnswerJson, headers: Readonly<Record<string, string>> = {}) => {
  const options = { contentType, headers }
  return json.length <= longAnswer
    ? HttpServerResponse.uint8Array(json.bytes, options)
    : HttpServerResponse.stream(Stream.encodeText(inTurns(json.pieces())), options)
}

/** The route of queries, as the log names it. */
const endpoint = "/api/projects/{project_id}/query/"

const isTrue = (text: string | undefined): boolean => text === "true" || text === "1"

/** Runs queries and shows their runs; answers leave as the text core writes, so that 64-bit integers keep their digits. */
export const layer = handlerGroup(
  QueryApi,
  Effect.fnUntraced(function*(handlers) {
    const execution = yield* QueryExecution
    const gate = yield* makeGate
    const kinds = yield* QueryKinds

    const draw = Effect.fnUntraced(function*(asking: Asking, body: unknown) {
      const { kind, name, node, path } = yield* readDrawnRequest(kinds, body)
      const answer = yield* execution.ask(asking, body)
      const chart = yield* chartOf({ kind: kind.kind, node, path, title: name, text: answer.json.longText })
      return HttpServerResponse.setHeaders(yield* chartResponse(chart), headersOf(answer))
    })

    const respond = (asking: Asking, body: unknown, format: ResultFormat) => {
      if (format === "svg") return draw(asking, body)
      return format === "json"
        ? Effect.map(execution.ask(asking, body), (answer) => jsonResponse(answer.json, headersOf(answer)))
        : Effect.map(
          execution.stream(asking, body),
          (answer) => streamedResponse(answer, format, describeQuery(kinds, body)?.hogql_name ?? "")
        )
    }

    return handlers
      .handleRaw(
        "run",
        traced("http.query.run")(Effect.fnUntraced(function*({ request }) {
          const { text, value: body } = yield* readSentJson(request)
          yield* requireReachableId(body)
          yield* gate.toRun(body)
          const context = yield* Effect.context<CurrentCaller | CurrentProject>()
          const { key, user } = Context.get(context, CurrentCaller)
          const queryId = clientQueryId(body) ?? makeUuid7In(context)
          const asking = {
            project: Context.get(context, CurrentProject),
            user: user.id,
            queryId,
            endpoint,
            isKeyRequest: key !== undefined,
            text
          }
          const response = respond(asking, body, acceptedFormat(request.headers["accept"], ofQueries))
          return yield* Effect.mapError(response, (error) => withQueryId(queryId)(toQueryError(error)))
        }, answeringQuery))
      )
      .handleRaw(
        "status",
        Effect.fn("http.query.status")(function*({ params, query }) {
          const run = yield* execution.status((yield* CurrentProject).id, params.id)
          yield* gate.toSee(run)
          const showsProgress = isTrue(query.show_progress) || isTrue(query.showProgress)
          return jsonResponse(AnswerJson.wrapped("query_status", statusText(run, showsProgress)))
        }, answeringQuery)
      )
      .handleRaw(
        "log",
        Effect.fn("http.query.log")(function*({ params }) {
          return json(yield* execution.showLog(yield* CurrentProject, params.id))
        }, answeringQuery)
      )
      .handle(
        "cancel",
        Effect.fn("http.query.cancel")(function*({ params }) {
          yield* execution.cancel((yield* CurrentProject).id, params.id)
        })
      )
  })
)
