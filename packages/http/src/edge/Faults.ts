import { Cause, Effect, Option } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorResponse } from "../errors/ApiError.ts"
import { methodNotAllowed, notFound, serverError } from "../errors/RequestErrors.ts"
import type { IndexedPath, RouteIndex } from "./RouteIndex.ts"

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const unrouted = (request: HttpServerRequest.HttpServerRequest, path: IndexedPath | undefined) => {
  if (path === undefined) return errorResponse(notFound)
  return request.method === "OPTIONS"
    ? HttpServerResponse.empty({ status: 204, headers: { allow: path.methods } })
    : errorResponse(methodNotAllowed(request.method, path.methods))
}

/** What no route answered gets the one error body: unknown path 404, other method 405, a defect 500 and a log entry. */
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
      return Effect.as(Effect.logError("Unhandled defect", cause), errorResponse(serverError))
    })
