import { workersMissingIn } from "@hedgerow/core/jobs/BackgroundWork"
import { causeText } from "@hedgerow/core/shared/CauseText"
import { isStorageDown } from "@hedgerow/core/shared/StorageDown"
import { Cause, Effect, Option } from "effect"
import { HttpServerError, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorResponse } from "../errors/ApiError.ts"
import { connectionErrors } from "../errors/ConnectionErrors.ts"
import { methodNotAllowed, notFound, serverError, storageDown, workersMissing } from "../errors/RequestErrors.ts"
import { noteFacts } from "../shared/RequestFacts.ts"
import type { IndexedPath } from "./IndexedPath.ts"

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const unrouted = (request: HttpServerRequest.HttpServerRequest, path: IndexedPath | undefined) => {
  if (path === undefined) return errorResponse(notFound)
  return request.method === "OPTIONS"
    ? HttpServerResponse.empty({ status: 204, headers: { allow: path.methods } })
    : errorResponse(methodNotAllowed(request.method, path.methods))
}

/**
 * A defect is a 500 and its cause is logged; that the storage cannot be reached is a 503, and one line says why. A
 * request for background work that nobody does is a 501 with that sentence.
 */
const onDefect = Effect.fnUntraced(function*(cause: Cause.Cause<unknown>) {
  const missing = workersMissingIn(cause)
  if (missing !== undefined) return errorResponse(workersMissing(missing.message))
  if (!(yield* isStorageDown(cause))) {
    yield* Effect.logError("Unhandled defect", cause)
    return errorResponse(serverError)
  }
  yield* noteFacts({ cause: causeText(cause) })
  return errorResponse(storageDown)
})

const { error: stopping } = connectionErrors.stopping

const onStop = Effect.as(noteFacts({ cause: stopping.body.detail }), errorResponse(stopping))

const isLeft = <E>({ reasons }: Cause.Cause<E>): boolean =>
  reasons.some((reason) => Cause.isInterruptReason(reason) && reason.annotations.has(HttpServerError.ClientAbort.key))

/**
 * The one error body of a request that no route answered: unknown path 404, other method 405, a defect 500 or 503, and 503
 * where the server ends before it. That of a client who left is none.
 */
export const faultAnswer =
  (request: HttpServerRequest.HttpServerRequest, path: IndexedPath | undefined) =>
  <E>(cause: Cause.Cause<E>): Effect.Effect<HttpServerResponse.HttpServerResponse, E> => {
    if (isRouteNotFound(Option.getOrUndefined(Cause.findErrorOption(cause)))) {
      return Effect.succeed(unrouted(request, path))
    }
    if (isLeft(cause)) return Effect.failCause(cause)
    return Cause.hasInterruptsOnly(cause) ? onStop : onDefect(cause)
  }
