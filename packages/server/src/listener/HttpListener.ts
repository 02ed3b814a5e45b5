import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { ApiError } from "@hedgerow/http/errors/ApiError"
import { connectionErrors } from "@hedgerow/http/errors/ConnectionErrors"
import type { ErrorCase } from "@hedgerow/http/errors/ErrorCase"
import { privateHeaders } from "@hedgerow/http/middleware/AnswerHeaders"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { defaultListenerLimits, type ListenerLimits } from "../config/HttpLimits.ts"
import { discardRest } from "./UnreadBody.ts"

/** The greatest delay in noticing a time-out: a quarter of it, at most five seconds. */
const checkingMillis = ({ headersTimeout, requestTimeout }: ListenerLimits): number =>
  Math.min(5_000, Duration.toMillis(headersTimeout) / 4, Duration.toMillis(requestTimeout) / 4)

/** A server that bounds slow clients, answers 503 while no routes are attached, and lets go of clients when it closes. */
export const makeServer = (limits: ListenerLimits = defaultListenerLimits): Server => {
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: Duration.toMillis(limits.headersTimeout),
    requestTimeout: Duration.toMillis(limits.requestTimeout),
    keepAliveTimeout: Duration.toMillis(limits.keepAliveTimeout),
    connectionsCheckingInterval: checkingMillis(limits),
    requireHostHeader: false
  })
  if (Option.isSome(limits.maxConnections)) server.maxConnections = limits.maxConnections.value
  server.timeout = Duration.toMillis(limits.sendTimeout)
  cutStalledReaders(server)
  const running = runningAnswers(server)
  letGoOnClose(server, running)
  answerUnreadable(server, running)
  server.on("checkExpectation", (_request, response) => {
    answer(response, connectionErrors.unmetExpectation.error)
  })
  const ownListeners = server.listenerCount("request") + 1
  server.on("request", (_request, response) => {
    // One more listener are the routes.
    if (server.listenerCount("request") > ownListeners) return
    answer(response, (server.listening ? connectionErrors.starting : connectionErrors.stopping).error)
  })
  return server
}

/**
 * Node cuts a connection on which nothing moved for `server.timeout`, but a connection also rests while its request is
 * worked on. While an answer is under way only a client that leaves bytes waiting is cut.
 */
const cutStalledReaders = (server: Server): void => {
  server.on("request", (_request, response) => {
    response.on("timeout", (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}

/** The answers that are not over. */
const runningAnswers = (server: Server): ReadonlySet<ServerResponse> => {
  const running = new Set<ServerResponse>()
  server.on("request", (_request, response) => {
    running.add(response)
    response.once("close", () => running.delete(response))
  })
  return running
}

/**
 * Node's `close` waits for connections with further requests and for unused ones opened ahead: the first get
 * `Connection: close` with their next answer, the others are cut. One whose answer had begun before, such as a stream, is
 * let go when that answer is over.
 */
const letGoOnClose = (server: Server, running: ReadonlySet<ServerResponse>): void => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.on("request", (_request, response) => {
    response.shouldKeepAlive &&= server.listening
  })
  const close = server.close.bind(server)
  server.close = (done) => {
    for (const response of running) {
      response.shouldKeepAlive = false
      response.once("close", () => server.closeIdleConnections())
    }
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    return close(done)
  }
}

const jsonHeaders = { "content-type": "application/json", ...privateHeaders }

const answer = (response: ServerResponse, { body, headers, status }: ApiError): void => {
  response.writeHead(status, { ...jsonHeaders, ...headers }).end(JSON.stringify(body))
}

/** The errors of texts that Node could not read as a request, by its error code; all others are malformed ones. */
const unreadable: Readonly<Record<string, ErrorCase<ApiError>>> = {
  HPE_HEADER_OVERFLOW: connectionErrors.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: connectionErrors.timedOut
}

const headerLines = (headers: Readonly<Record<string, string | number>>): string =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")

/** Writes an answer to the bare connection and closes it. */
const hangUpWith = ({ body, headers, status }: ApiError, socket: Duplex): void => {
  const text = JSON.stringify(body)
  const all = { ...jsonHeaders, "content-length": Buffer.byteLength(text), ...headers, connection: "close" }
  socket.on("error", () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines(all)}\r\n${text}`)
}

/**
 * Answers in the one error shape what never becomes a request, and closes the connection. One on which an answer has begun
 * is cut: an error in the middle of it would be read as a part of it.
 */
const answerUnreadable = (server: Server, running: ReadonlySet<ServerResponse>): void => {
  const refuse = (error: ApiError, socket: Duplex): void => {
    const hasBegun = Array.from(running).some((response) => response.socket === socket && response.headersSent)
    if (hasBegun || !socket.writable) socket.destroy()
    else hangUpWith(error, socket)
  }
  server.on("clientError", (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === "ECONNRESET") socket.destroy()
    else refuse((unreadable[failure.code ?? ""] ?? connectionErrors.malformed).error, socket)
  })
  server.on("connect", (_request, socket) => {
    refuse(connectionErrors.noTunnel.error, socket.once("finish", () => socket.destroy()))
  })
}

// Servers of the framework take answers that fail with anything.
// @effect-diagnostics anyUnknownInErrorContext:off
/** The server, which answers once it has what a client sends of a long body. */
const answeringAfterBodies = ({ address, serve }: HttpServer.HttpServer["Service"]): HttpServer.HttpServer["Service"] =>
  HttpServer.make({
    address,
    serve: (answers, middleware) => {
      const whole = Effect.tap(answers, discardRest)
      return middleware === undefined ? serve(whole) : serve(whole, middleware)
    }
  })

// @effect-diagnostics anyUnknownInErrorContext:error
/** The listening socket. Closing stops accepting and waits up to 20 seconds for running requests. */
export const layer = (
  address: { readonly host: string; readonly port: number },
  limits: ListenerLimits = defaultListenerLimits
): Layer.Layer<HttpServer.HttpServer, ServeError> =>
  Layer.effect(HttpServer.HttpServer, Effect.map(HttpServer.HttpServer, answeringAfterBodies)).pipe(
    Layer.provide(
      NodeHttpServer.layerServer(() => makeServer(limits), { ...address, gracefulShutdownTimeout: "20 seconds" })
    )
  )
