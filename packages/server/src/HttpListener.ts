import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import type * as Layer from "effect/Layer"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** How long the slowest client may take to send its headers, and its whole request. */
const headersTimeoutMillis = 20_000
const requestTimeoutMillis = 120_000

/** The listeners of this file; one more are the routes. */
const ownListeners = 2

/** A server that bounds slow clients, answers 503 while no routes are attached, and lets go of clients when it closes. */
export const makeServer = (): Server => {
  const server = createServer({ headersTimeout: headersTimeoutMillis, requestTimeout: requestTimeoutMillis })
  letGoOnClose(server)
  server.on("request", (_request, response) => {
    if (server.listenerCount("request") > ownListeners) return
    response.writeHead(503, { "content-type": "application/json", "retry-after": "1" })
      .end(unavailable(server.listening ? "The server is starting." : "The server is stopping."))
  })
  return server
}

/**
 * Node's `close` waits for connections that go on asking and for those that were opened ahead and never ask: the first
 * are told to end with their next answer, the others are cut.
 */
const letGoOnClose = (server: Server): void => {
  const sockets = new Set<Socket>()
  const running = new Set<ServerResponse>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.on("request", (_request, response) => {
    response.shouldKeepAlive &&= server.listening
    running.add(response)
    response.once("close", () => running.delete(response))
  })
  const close = server.close.bind(server)
  server.close = (done) => {
    for (const response of running) response.shouldKeepAlive = false
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    return close(done)
  }
}

const unavailable = (detail: string): string =>
  JSON.stringify({ type: "server_error", code: "error", detail, attr: null })

/** The listening socket. Closing stops accepting and waits up to 20 seconds for running requests. */
export const layer = (
  address: { readonly host: string; readonly port: number }
): Layer.Layer<HttpServer.HttpServer, ServeError> =>
  NodeHttpServer.layerServer(makeServer, { ...address, gracefulShutdownTimeout: "20 seconds" })
