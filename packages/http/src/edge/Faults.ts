import { isStorageDown } from "@hedgerow/core/shared/StorageDown"
import { Cause, Effect, Option } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorResponse } from "../errors/ApiError.ts"
import { methodNotAllowed, notFound, serverError, storageDown } from "../errors/RequestErrors.ts"
import type { IndexedPath, RouteIndex } from "./IndexedPath.ts"

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const unrouted = (request: HttpServerRequest.HttpServerRequest, path: IndexedPath | undefined) => {
  if (path === undefined) return errorResponse(notFound)
  return request.method === "OPTIONS"
    ? HttpServerResponse.empty({ status: 204, headers: { allow: path.methods } })
    : errorResponse(methodNotAllowed(request.method, path.methods))
}

/** A defect is a 500 and its cause is logged; that the storage cannot be reached is a 503 and one line. */
const onDefect = Effect.fnUntraced(function*(cause: Cause.Cause<unknown>) {
  if (!(yield* isStorageDown(cause))) {
    yield* Effect.logError("Unhandled defect", cause)
    return errorResponse(serverError)
  }
  yield* Effect.logWarning("The storage cannot be reached")
  return errorResponse(storageDown)
})

/**
 * A request that no route answered gets the one error body: unknown path 404, other method 405, a defect 500 or 503.
 */
export const faults =
  (index: RouteIndex) => <E, R>(effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.catchCause(effect, (cause) => {
      if (isRouteNotFound(Option.getOrUndefined(Cause.findErrorOption(cause)))) {
        return Effect.map(
          HttpServerRequest.HttpServerRequest,
          (request) => unrouted(request, index.find(request.url))
        )
      }
      if (Cause.hasInterrupts(cause)) return Effect.failCause(cause)
      return onDefect(cause)
    })
