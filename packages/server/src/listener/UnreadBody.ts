import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import type { Http2ServerRequest } from "node:http2"

/** Rests up to this length are left to Node, which reads them after the answer. */
const shortRest = 256 * 1024

/** The most bytes of a rest that are read, and the time they may take. */
const longestRest = 64 * 1024 * 1024
const patience = "10 seconds"

/** Whether the client may be sending more than Node reads after an answer. It waits where it was not told to go on. */
const hasLongRest = (message: IncomingMessage | Http2ServerRequest): message is IncomingMessage => {
  const { headers, httpVersionMajor } = message
  if (httpVersionMajor !== 1 || message.complete || message.destroyed) return false
  if (headers.expect !== undefined && !message.readableDidRead) return false
  return Number(headers["content-length"]) > shortRest || headers["transfer-encoding"] !== undefined
}

const discarded = (message: IncomingMessage): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    let length = 0
    const end = () => resume(Effect.void)
    const count = (chunk: Buffer) => {
      length += chunk.length
      if (length > longestRest) end()
    }
    message.on("data", count).once("end", end).once("close", end).resume()
    return Effect.sync(() => message.off("data", count).off("end", end).off("close", end))
  }).pipe(Effect.timeoutOption(patience), Effect.asVoid)

/**
 * Reads what is left of a long body before it is answered. Node would close the connection with bytes still coming, which
 * resets it, and a client that sends all before it reads would never see the answer.
 */
export const discardRest: Effect.Effect<void, never, HttpServerRequest> = Effect.flatMap(
  HttpServerRequest,
  (request) => {
    const message = NodeHttpServerRequest.toIncomingMessage(request)
    return hasLongRest(message) ? discarded(message) : Effect.void
  }
)
