import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { defaultListenerLimits, type ListenerLimits } from "@hedgerow/server/config/HttpLimits"
import * as HttpListener from "@hedgerow/server/listener/HttpListener"
import * as RequireHost from "@hedgerow/server/listener/RequireHost"
import { Deferred, Duration, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"

const large = "x".repeat(64 * 1024 * 1024)
const answered = "HTTP/1.1 200 OK"

/** Routes of every temper; `onLarge` gets the server's side of the connection that asks for the large answer. */
const routes = (onLarge: (socket: Socket) => void) =>
  Layer.mergeAll(
    HttpRouter.add("GET", "/", HttpServerResponse.text("hello")),
    HttpRouter.add(
      "GET",
      "/large",
      Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
        onLarge(NodeHttpServerRequest.toIncomingMessage(request).socket)
        return HttpServerResponse.text(large)
      })
    ),
    HttpRouter.add("GET", "/slow", Effect.as(Effect.sleep("900 millis"), HttpServerResponse.text("slow but sure"))),
    HttpRouter.add(
      "POST",
      "/",
      Effect.flatMap(
        HttpServerRequest.HttpServerRequest,
        (request) => Effect.map(request.text, (body) => HttpServerResponse.text(String(body.length)))
      )
    ),
    RequireHost.layer(() => true)
  )

/** A listening server with these limits; answers its port. */
const listening = (limits: Partial<ListenerLimits>, onLarge: (socket: Socket) => void = () => undefined) =>
  Effect.gen(function*() {
    const listener = HttpListener.layer({ host: "127.0.0.1", port: 0 }, { ...defaultListenerLimits, ...limits })
    const services = yield* Layer.build(
      HttpRouter.serve(routes(onLarge), { disableLogger: true, disableListenLog: true }).pipe(
        Layer.provideMerge(listener)
      )
    )
    const { address } = yield* Effect.provide(HttpServer.HttpServer, services)
    return Number(new URL(HttpServer.formatAddress(address)).port)
  }).pipe(Effect.provide(NodeServices.layer))

const open = (port: number) =>
  Effect.acquireRelease(
    Effect.sync(() => connect(port, "127.0.0.1").on("error", () => undefined)),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Sends bytes and answers all that comes back until the server hangs up. */
const exchange = (port: number, sent: string): Effect.Effect<string> =>
  Effect.promise(() => {
    const socket = connect(port, "127.0.0.1")
    socket.write(sent)
    return text(socket)
  })

const closed = (socket: Socket): Effect.Effect<void> =>
  Effect.callback((resume) => {
    socket.once("close", () => resume(Effect.void))
  })

const assertError = (answer: string, status: number, code: string): void => {
  assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
  assert.match(answer, /connection: close\r\n/i)
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  assert.match(head, /content-type: application\/json/i)
  const parsed: unknown = JSON.parse(body)
  assert.hasAllKeys(parsed, ["type", "code", "detail", "attr"])
  assert.include(parsed, { type: "invalid_request", code, attr: null })
}

const head = "GET / HTTP/1.1\r\nHost: h\r\n"

describe("limits of the listener, on the wire", () => {
  it.live("headers that come too slowly are 408", () =>
    Effect.gen(function*() {
      const port = yield* listening({ headersTimeout: Duration.millis(200) })
      assertError(yield* exchange(port, "GET / HTTP/1.1\r\nHost: "), 408, "request_timeout")
    }).pipe(Effect.scoped))

  it.live("a body that comes too slowly is 408", () =>
    Effect.gen(function*() {
      const port = yield* listening({ headersTimeout: Duration.millis(200), requestTimeout: Duration.millis(300) })
      const sent = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nonly this"
      assertError(yield* exchange(port, sent), 408, "request_timeout")
    }).pipe(Effect.scoped))

  it.live("headers over the configured size are 431, those under it are read", () =>
    Effect.gen(function*() {
      const port = yield* listening({ maxHeaderBytes: 40_000 })
      const withHeader = (length: number) => `${head}Connection: close\r\nX: ${"x".repeat(length)}\r\n\r\n`
      assert.include(yield* exchange(port, withHeader(30_000)), answered)
      assertError(yield* exchange(port, withHeader(50_000)), 431, "headers_too_large")
    }).pipe(Effect.scoped))

  it.live("several Host lines are 400", () =>
    Effect.gen(function*() {
      const port = yield* listening({})
      for (const version of ["1.0", "1.1"]) {
        const sent = `GET /slow HTTP/${version}\r\nHost: h\r\nAccept: host\r\nhOST: evil\r\n\r\n`
        assertError(yield* exchange(port, sent), 400, "several_hosts")
      }
    }))

  it.live("HTTP/1.1 without Host is 400, HTTP/1.0 needs none", () =>
    Effect.gen(function*() {
      const port = yield* listening({})
      assertError(yield* exchange(port, "GET / HTTP/1.1\r\n\r\n"), 400, "missing_host")
      assertError(yield* exchange(port, "GET /nowhere HTTP/1.1\r\n\r\n"), 400, "missing_host")
      assert.include(yield* exchange(port, "GET / HTTP/1.0\r\n\r\n"), answered)
      assert.include(yield* exchange(port, "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"), answered)
    }).pipe(Effect.scoped))

  it.live("a client that leaves its answer waiting is cut", () =>
    Effect.gen(function*() {
      const asked = yield* Deferred.make<Socket>()
      const limits = { sendTimeout: Duration.millis(300) }
      const port = yield* listening(limits, (socket) => Deferred.doneUnsafe(asked, Effect.succeed(socket)))
      const socket = yield* open(port)
      socket.pause()
      socket.write("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
      yield* closed(yield* Deferred.await(asked))
      const received = yield* Effect.promise(() => text(socket).catch(() => ""))
      assert.isBelow(received.length, large.length)
    }).pipe(Effect.scoped))

  it.live("a client that reads slowly, but reads, gets the whole answer", () =>
    Effect.gen(function*() {
      const port = yield* listening({ sendTimeout: Duration.seconds(1) })
      const socket = yield* open(port)
      socket.write("GET /large HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let received = 0
      socket.on("data", (chunk: Buffer) => {
        received += chunk.length
      })
      for (let pause = 0; pause < 6; pause++) {
        yield* Effect.sleep("2 millis")
        socket.pause()
        yield* Effect.sleep("250 millis")
        assert.isBelow(received, large.length)
        socket.resume()
      }
      yield* closed(socket)
      assert.isAtLeast(received, large.length)
    }).pipe(Effect.scoped))

  it.live("a request that is worked on longer than the client may be still is answered", () =>
    Effect.gen(function*() {
      const port = yield* listening({ sendTimeout: Duration.millis(200) })
      const answer = yield* exchange(port, "GET /slow HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      assert.include(answer, "slow but sure")
    }).pipe(Effect.scoped))

  it.live("an idle connection is closed", () =>
    Effect.gen(function*() {
      const port = yield* listening({ keepAliveTimeout: Duration.millis(100) })
      const answer = yield* exchange(port, `${head}\r\n`)
      assert.include(answer, answered)
      assert.match(answer, /hello$/)
    }).pipe(Effect.scoped, Effect.timeout("4 seconds")))

  it.live("connections beyond the limit are closed, and taken again when others end", () =>
    Effect.gen(function*() {
      const port = yield* listening({ maxConnections: Option.some(2) })
      const first = yield* open(port)
      yield* open(port)
      yield* Effect.sleep("50 millis")
      const refused = yield* Effect.promise(() => text(connect(port, "127.0.0.1")).catch(() => ""))
      assert.strictEqual(refused, "")
      first.destroy()
      yield* closed(first)
      yield* Effect.sleep("50 millis")
      assert.include(yield* exchange(port, `${head}Connection: close\r\n\r\n`), answered)
    }).pipe(Effect.scoped))
})
