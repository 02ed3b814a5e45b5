import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Clock, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { RouteIndex } from "./RouteIndex.ts"

const acceptable = /^[A-Za-z0-9._:-]{1,128}$/

const requestIdOf = (given: string | undefined): Effect.Effect<string> =>
  given !== undefined && acceptable.test(given) ? Effect.succeed(given) : makeUuid7

/** Gives every request an id (the client's, if it sends a sound `X-Request-Id`) and logs its outcome at debug level. */
export const requestLog = (index: RouteIndex) =>
  Effect.fnUntraced(function*<E, R>(
    effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const requestId = yield* requestIdOf(request.headers["x-request-id"])
    const start = yield* Clock.currentTimeMillis
    const response = yield* Effect.annotateLogs(effect, { requestId })
    const end = yield* Clock.currentTimeMillis
    yield* Effect.logDebug("Request").pipe(Effect.annotateLogs({
      requestId,
      method: request.method,
      path: index.find(request.url)?.template ?? "(unknown path)",
      status: response.status,
      durationMs: end - start
    }))
    return HttpServerResponse.setHeader(response, "x-request-id", requestId)
  })
