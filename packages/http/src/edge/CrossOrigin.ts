import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { RouteIndex } from "./IndexedPath.ts"

/** The annotation of endpoints that browsers call from other sites. */
export class CrossOrigin extends Context.Reference<boolean>(
  "@hedgerow/http/edge/CrossOrigin",
  { defaultValue: () => false }
) {}

const defaultHeaders = "Content-Type, X-Requested-With, traceparent, X-PostHog-Attempt, X-PostHog-Client, Authorization"

const allowOrigin = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  vary: "Origin"
})

const preflight = (origin: string, methods: string, asked: string | undefined) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      ...allowOrigin(origin),
      "access-control-allow-methods": methods,
      "access-control-allow-headers": asked || defaultHeaders,
      "access-control-max-age": "86400"
    }
  })

/** On SDK routes: answers preflights and lets the asking site read every answer, errors included. */
export const crossOrigin =
  (index: RouteIndex) => <E, R>(effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const origin = request.headers["origin"]
      if (origin === undefined) return effect
      const path = index.find(request.url)
      if (path === undefined || !path.crossOrigin) return effect
      if (request.method === "OPTIONS") {
        return Effect.succeed(preflight(origin, path.methods, request.headers["access-control-request-headers"]))
      }
      return Effect.map(effect, HttpServerResponse.setHeaders(allowOrigin(origin)))
    })
