import { Queries } from "@hedgerow/core/query/Queries"
import { encodeResponse } from "@hedgerow/core/query/ResultJson"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { CurrentProject } from "../auth/Authorization.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"

/** Runs queries; the result leaves as the text core writes, so that 64-bit integers keep their digits. */
export const layer = HttpApiBuilder.group(
  Api,
  "query",
  Effect.fnUntraced(function*(handlers) {
    const queries = yield* Queries
    return handlers.handleRaw(
      "run",
      Effect.fn("http.query.run")(function*({ request }) {
        const response = yield* queries.run(yield* CurrentProject, yield* readJson(request))
        return HttpServerResponse.text(encodeResponse(response), { contentType: "application/json" })
      }, answering)
    )
  })
)
