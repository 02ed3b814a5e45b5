import { Context } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { IndexedPath } from "./IndexedPath.ts"

/** The annotation of endpoints that browsers call from other sites. */
export class CrossOrigin extends Context.Reference<boolean>(
  "@hedgerow/http/middleware/CrossOrigin",
  { defaultValue: () => false }
) {}

const defaultHeaders = "Content-Type, X-Requested-With, traceparent, X-PostHog-Attempt, X-PostHog-Client, Authorization"

/** The other site that may read the answer, on SDK routes. */
export const originOf = (
  { headers }: HttpServerRequest.HttpServerRequest,
  path: IndexedPath | undefined
): string | undefined => path?.crossOrigin === true ? headers["origin"] : undefined

/** The headers that let a site read an answer, an error as well. */
export const allowOrigin = (origin: string): Readonly<Record<string, string>> => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  vary: "Origin"
})

/** The answer to a site that asks whether it may send a request. */
export const preflight = (
  { headers }: HttpServerRequest.HttpServerRequest,
  { methods }: IndexedPath
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-methods": methods,
      "access-control-allow-headers": headers["access-control-request-headers"] || defaultHeaders,
      "access-control-max-age": "86400"
    }
  })
