import { decodeNode } from "@hedgerow/core/query/DecodeNode"
import { makeDraftSql } from "@hedgerow/core/query/draft/DraftSql"
import { upgradeRequest } from "@hedgerow/core/query/upgrade/UpgradeRequest"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { MaxJsonBytes, readJson } from "../requests/JsonBody.ts"
import { AskedQuestion, QueryPreparationApi } from "./QueryPreparationApi.ts"

/** A query that is longer is not upgraded: the answer is longer than what was sent. */
const maxQueryBytes = 1024 * 1024

const readQuery = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.flatMap(
    MaxJsonBytes,
    (most) => Effect.provideService(readJson(request), MaxJsonBytes, Math.min(most, maxQueryBytes))
  )

const readQuestion = decodeNode(AskedQuestion)

export const layer = handlerGroup(
  QueryPreparationApi,
  Effect.fnUntraced(function*(handlers) {
    const draftSql = yield* makeDraftSql
    return handlers
      .handleRaw(
        "upgrade",
        Effect.fn("http.queryPreparation.upgrade")(function*({ request }) {
          const query = yield* upgradeRequest(yield* readQuery(request))
          return HttpServerResponse.jsonUnsafe({ query })
        }, answering)
      )
      .handle("checkAuthForAsync", () => Effect.succeed({ user: "ok" as const }))
      .handle(
        "draftSql",
        Effect.fn("http.queryPreparation.draftSql")(function*({ query: { current_query: currentQuery, prompt } }) {
          return { sql: yield* draftSql(yield* CurrentProject, { prompt, currentQuery }) }
        }, answering)
      )
      .handleRaw(
        "askInWords",
        Effect.fn("http.queryPreparation.askInWords")(function*({ request }) {
          const body = yield* readJson(request)
          const { query } = yield* readQuestion(isJsonRecord(body) ? body : {}, [])
          const sql = yield* draftSql(yield* CurrentProject, { prompt: query, currentQuery: undefined })
          const answer = { kind: "HogQLQuery", query: sql }
          return HttpServerResponse.jsonUnsafe([{ type: "message", data: { type: "ai/viz", query, answer } }])
        }, answering)
      )
  })
)
