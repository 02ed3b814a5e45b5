import { Queries } from "@hedgerow/core/query/Queries"
import type { QueryRate } from "@hedgerow/core/query/QueryKind"
import { findNode, QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { encodeResponse } from "@hedgerow/core/query/ResultJson"
import { Effect, Result } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { CurrentCaller, CurrentProject, requireScope } from "../auth/Authorization.ts"
import { answering } from "../errors/ErrorTable.ts"
import type { EndpointBucketName } from "../limits/RateBuckets.ts"
import { makeThrottle } from "../limits/Throttle.ts"
import { readJson } from "../requests/JsonBody.ts"

/** The buckets of a query by the rate of its kind, beside those of the endpoint. */
const buckets: Readonly<Record<QueryRate, ReadonlyArray<EndpointBucketName>>> = { query: [], sql: ["sql"] }

/** Lets a body pass that the caller may ask: its kind decides on scopes and rates, once the body shows it. */
const makeGate = Effect.gen(function*() {
  const kinds = yield* QueryKinds
  const throttle = yield* makeThrottle
  return Effect.fnUntraced(function*(body: unknown) {
    const found = findNode(kinds, body)
    if (Result.isFailure(found)) return
    const { rate, scopes } = found.success.kind
    const caller = yield* CurrentCaller
    const project = yield* CurrentProject
    yield* Effect.forEach(scopes, (scope) => requireScope(caller, scope), { discard: true })
    if (buckets[rate].length > 0) yield* throttle(caller, project.id, buckets[rate])
  })
})

/** Runs queries; the result leaves as the text core writes, so that 64-bit integers keep their digits. */
export const layer = HttpApiBuilder.group(
  Api,
  "query",
  Effect.fnUntraced(function*(handlers) {
    const queries = yield* Queries
    const gate = yield* makeGate
    return handlers.handleRaw(
      "run",
      Effect.fn("http.query.run")(function*({ request }) {
        const body = yield* readJson(request)
        yield* gate(body)
        const response = yield* queries.run(yield* CurrentProject, body)
        return HttpServerResponse.text(encodeResponse(response), { contentType: "application/json" })
      }, answering)
    )
  })
)
