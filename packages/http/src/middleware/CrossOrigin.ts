import { Context } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { IndexedPath } from "./IndexedPath.ts"

/** The annotation of endpoints that browsers call from other sites. */
export class CrossOrigin extends Context.Reference<boolean>(
  "@hedgerow/http/middleware/CrossOrigin",
  { defaultValue: () => false }
) {}

/** The origins whose pages may call every endpoint; the host sets them. */
export class AllowedOrigins extends Context.Reference<ReadonlySet<string>>(
  "@hedgerow/http/middleware/CrossOrigin/AllowedOrigins",
  { defaultValue: () => new Set() }
) {}

const defaultHeaders = "Content-Type, X-Requested-With, traceparent, X-PostHog-Attempt, X-PostHog-Client, Authorization"

/** The headers that scripts of another site may read where an answer does not say it. */
const exposedHeaders = "ETag, Retry-After, X-Hedgerow-Query-Id, X-Request-Id"

/** The other site that may read the answer: any on SDK routes, one that is allowed on the others. */
export const originOf = (
  { headers }: HttpServerRequest.HttpServerRequest,
  path: IndexedPath | undefined,
  allowed: ReadonlySet<string>
): string | undefined => {
  const { origin } = headers
  return origin !== undefined && (path?.crossOrigin === true || allowed.has(origin)) ? origin : undefined
}

/** The headers that let a site read an answer, an error as well; `own` are those that the answer has. */
export const allowOrigin = (
  origin: string,
  own: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": own["access-control-expose-headers"] ?? exposedHeaders,
  vary: own["vary"] === undefined ? "Origin" : `${own["vary"]}, Origin`
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
