import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import type * as Layer from "effect/Layer"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/** How long the slowest client may take to send its headers, and its whole request. */
const headersTimeoutMillis = 20_000
const requestTimeoutMillis = 120_000

/** The listeners of this file; one more are the routes. */
const ownListeners = 2

/** A server that bounds slow clients, answers 503 while no routes are attached, and lets go of clients when it closes. */
export const makeServer = (): Server => {
  const server = createServer({ headersTimeout: headersTimeoutMillis, requestTimeout: requestTimeoutMillis })
  letGoOnClose(server)
  server.on("clientError", answerUnreadable)
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, jsonType).end(errorBody("invalid_request", "expectation_failed", "Expectation failed."))
  })
  server.on("request", (_request, response) => {
    if (server.listenerCount("request") > ownListeners) return
    const detail = server.listening ? "The server is starting." : "The server is stopping."
    response.writeHead(503, { ...jsonType, "retry-after": "1" }).end(errorBody("server_error", "error", detail))
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

const jsonType = { "content-type": "application/json" }

const errorBody = (type: string, code: string, detail: string): string =>
  JSON.stringify({ type, code, detail, attr: null })

/** What Node could not read as a request, by its error's code; everything else is a malformed one. */
const unreadable: Readonly<Record<string, readonly [status: string, code: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "headers_too_large",
    "The request's headers are too large."
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "request_timeout", "The request took too long to arrive."]
}

const malformed = ["400 Bad Request", "parse_error", "The request is not valid HTTP."] as const

/** Answers in the one error shape what never becomes a request, and closes the connection. */
const answerUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, detail] = unreadable[error.code ?? ""] ?? malformed
  const body = errorBody("invalid_request", code, detail)
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`)
}

/** The listening socket. Closing stops accepting and waits up to 20 seconds for running requests. */
export const layer = (
  address: { readonly host: string; readonly port: number }
): Layer.Layer<HttpServer.HttpServer, ServeError> =>
  NodeHttpServer.layerServer(makeServer, { ...address, gracefulShutdownTimeout: "20 seconds" })
