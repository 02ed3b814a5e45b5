import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { connectionErrors } from "@hedgerow/http/errors/ConnectionErrors"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"

/** Whether the request must name a host and does not: HTTP/1.0 has no such rule. */
const lacksHost = (request: HttpServerRequest.HttpServerRequest): boolean =>
  request.headers["host"] === undefined
  && NodeHttpServerRequest.toIncomingMessage(request).httpVersion === "1.1"

/** Refuses requests without `Host` in the one error shape; Node's own refusal, which has no body, is off. */
export const layer = HttpRouter.use((router) =>
  router.addGlobalMiddleware((effect) =>
    Effect.flatMap(
      HttpServerRequest.HttpServerRequest,
      (request) => lacksHost(request) ? Effect.succeed(errorResponse(connectionErrors.missingHost.error)) : effect
    )
  )
)
