import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { type ApiError, errorResponse } from "@hedgerow/http/errors/ApiError"
import { connectionErrors } from "@hedgerow/http/errors/ConnectionErrors"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"

/** `Host` lines, of which Node keeps the first: two readers of such a request may believe different ones. */
const hostsOf = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): number => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") count++
  return count
}

/** What is wrong with the request's `Host`, which HTTP/1.0 may leave out. */
const faultOf = (request: HttpServerRequest.HttpServerRequest): ApiError | undefined => {
  const message = NodeHttpServerRequest.toIncomingMessage(request)
  const hosts = hostsOf(message)
  if (hosts > 1) return connectionErrors.severalHosts.error
  return hosts === 0 && message.httpVersion === "1.1" ? connectionErrors.missingHost.error : undefined
}

/** Refuses requests without `Host`, or with several, in the one error shape; Node's own refusal, which has no body, is off. */
export const layer = HttpRouter.use((router) =>
  router.addGlobalMiddleware((effect) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const fault = faultOf(request)
      return fault === undefined ? effect : Effect.succeed(errorResponse(fault))
    })
  )
)
