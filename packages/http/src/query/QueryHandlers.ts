import { Queries } from "@hedgerow/core/query/Queries"
import { isSqlNode } from "@hedgerow/core/query/QueryKinds"
import { encodeResponse } from "@hedgerow/core/query/ResultJson"
import { recordOf } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { answering } from "../errors/ErrorTable.ts"
import { makeThrottle } from "../limits/Throttle.ts"
import { readJson } from "../requests/JsonBody.ts"

/** Runs queries; the result leaves as the text core writes, so that 64-bit integers keep their digits. */
export const layer = HttpApiBuilder.group(
  Api,
  "query",
  Effect.fnUntraced(function*(handlers) {
    const queries = yield* Queries
    const throttle = yield* makeThrottle
    return handlers.handleRaw(
      "run",
      Effect.fn("http.query.run")(function*({ request }) {
        const project = yield* CurrentProject
        const body = yield* readJson(request)
        if (isSqlNode(recordOf(body)?.["query"])) yield* throttle(yield* CurrentCaller, project.id, ["sql"])
        const response = yield* queries.run(project, body)
        return HttpServerResponse.text(encodeResponse(response), { contentType: "application/json" })
      }, answering)
    )
  })
)
