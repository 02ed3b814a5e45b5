import type { Caller } from "@hedgerow/core/access/Caller"
import type { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { recordOf } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Ref } from "effect"
import { HttpServerRequest } from "effect/http"
import { noteFacts } from "../edge/RequestFacts.ts"
import type { ApiError } from "../errors/ApiError.ts"
import { toApiError } from "../errors/ErrorTable.ts"
import { hasJsonBody, readJson } from "../requests/JsonBody.ts"

/**
 * Finds the caller. The body is read only when no header carries a key; when it is malformed then, that is the answer
 * rather than the missing key.
 */
export const authenticate = Effect.fnUntraced(function*(
  resolver: CallerResolver["Service"]
): Effect.fn.Return<Caller, ApiError, HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams> {
  const request = yield* HttpServerRequest.HttpServerRequest
  const searchParams = yield* HttpServerRequest.ParsedSearchParams
  const bodyFault = yield* Ref.make<ApiError | undefined>(undefined)
  const body = hasJsonBody(request)
    ? readJson(request).pipe(
      Effect.map(recordOf),
      Effect.catch((fault) => Effect.as(Ref.set(bodyFault, fault), undefined))
    )
    : Effect.undefined
  return yield* resolver.resolve({
    headers: request.headers,
    query: (name) => {
      const value = searchParams[name]
      return typeof value === "string" ? value : value?.[0]
    },
    body
  }).pipe(
    Effect.tap((caller) => noteFacts({ caller })),
    Effect.catch((error) => Effect.flatMap(Ref.get(bodyFault), (fault) => Effect.fail(fault ?? toApiError(error))))
  )
})
