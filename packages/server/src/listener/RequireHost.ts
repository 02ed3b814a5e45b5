import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { type ApiError, errorResponse } from "@hedgerow/http/errors/ApiError"
import { connectionErrors, hostNotAllowed } from "@hedgerow/http/errors/ConnectionErrors"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { nameOf } from "../config/AllowedHosts.ts"

/** `Host` lines, of which Node keeps the first: two readers of such a request may believe different ones. */
const hostsOf = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): number => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") count++
  return count
}

/** The fault of the request's `Host`, which HTTP/1.0 may leave out. */
const faultOf = (
  request: HttpServerRequest.HttpServerRequest,
  allows: (host: string) => boolean
): ApiError | undefined => {
  const message = NodeHttpServerRequest.toIncomingMessage(request)
  const hosts = hostsOf(message)
  if (hosts > 1) return connectionErrors.severalHosts.error
  if (hosts === 0) return message.httpVersion === "1.1" ? connectionErrors.missingHost.error : undefined
  const host = message.headers.host ?? ""
  return allows(host) ? undefined : hostNotAllowed(nameOf(host))
}

/**
 * Refuses requests without `Host`, with several, or with one that is not allowed, in the one error shape; Node's own
 * refusal, which has no body, is off.
 */
export const layer = (allows: (host: string) => boolean) =>
  HttpRouter.use((router) =>
    router.addGlobalMiddleware((effect) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const fault = faultOf(request, allows)
        return fault === undefined ? effect : Effect.succeed(errorResponse(fault))
      })
    )
  )
