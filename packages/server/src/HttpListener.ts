import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import type * as Layer from "effect/Layer"
import { createServer, type Server } from "node:http"

/** How long the slowest client may take to send its headers, and its whole request. */
const headersTimeoutMillis = 20_000
const requestTimeoutMillis = 120_000

/** A server that bounds slow clients and answers 503 to requests that arrive after the socket listens and before the routes are attached. */
export const makeServer = (): Server => {
  const server = createServer({ headersTimeout: headersTimeoutMillis, requestTimeout: requestTimeoutMillis })
  server.on("request", (_request, response) => {
    if (server.listenerCount("request") > 1) return
    response.writeHead(503, { "content-type": "application/json", "retry-after": "1" }).end(startingBody)
  })
  return server
}

const startingBody = JSON.stringify({
  type: "server_error",
  code: "error",
  detail: "The server is starting.",
  attr: null
})

/** The listening socket. Closing stops accepting and waits up to 20 seconds for running requests. */
export const layer = (
  address: { readonly host: string; readonly port: number }
): Layer.Layer<HttpServer.HttpServer, ServeError> =>
  NodeHttpServer.layerServer(makeServer, { ...address, gracefulShutdownTimeout: "20 seconds" })
