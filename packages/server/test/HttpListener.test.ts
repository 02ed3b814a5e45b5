import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as HttpListener from "@hedgerow/server/listener/HttpListener"
import { Effect, Exit, Layer, Scope, Stream } from "effect"
import { HttpServer, HttpServerResponse } from "effect/http"
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"

const listening = Layer.build(HttpListener.layer({ host: "127.0.0.1", port: 0 })).pipe(
  Effect.provide(NodeServices.layer)
)

/** Sends bytes and answers all that comes back until the server hangs up. */
const exchange = async (port: number, sent: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1")
  socket.write(sent)
  return text(socket)
}

describe("HttpListener", () => {
  it.live("answers 503 until the routes are attached, then leaves requests to them", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const services = yield* Effect.provideService(listening, Scope.Scope, scope)
      const { address, base } = yield* Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        return { address: server.address, base: HttpServer.formatAddress(server.address) }
      }).pipe(Effect.provide(services))
      assert.isDefined(address)

      const early = yield* Effect.promise(() => fetch(`${base}/batch/`, { method: "POST", body: "{}" }))
      assert.strictEqual(early.status, 503)
      assert.strictEqual(early.headers.get("retry-after"), "1")
      assert.deepStrictEqual(yield* Effect.promise(() => early.json()), {
        type: "server_error",
        code: "error",
        detail: "The server is starting.",
        attr: null
      })

      yield* HttpServer.serveEffect(Effect.succeed(HttpServerResponse.text("routed"))).pipe(
        Effect.provide(services),
        Effect.provideService(Scope.Scope, scope)
      )
      const late = yield* Effect.promise(() => fetch(`${base}/batch/`))
      assert.strictEqual(late.status, 200)
      assert.strictEqual(yield* Effect.promise(() => late.text()), "routed")
      yield* Scope.close(scope, Exit.void)
    }))

  const unreadable: ReadonlyArray<readonly [name: string, sent: string, status: string, code: string]> = [
    ["what is no HTTP", "nonsense\r\n\r\n", "400", "parse_error"],
    ["too large headers", `GET / HTTP/1.1\r\nHost: h\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "431", "headers_too_large"],
    ["a tunnel", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", "405", "method_not_allowed"],
    [
      "an expectation nobody meets",
      "GET / HTTP/1.1\r\nHost: h\r\nExpect: banana\r\nConnection: close\r\n\r\n",
      "417",
      "expectation_failed"
    ]
  ]
  for (const [name, sent, status, code] of unreadable) {
    it.live(`${name} gets the one error body`, () =>
      Effect.gen(function*() {
        const services = yield* listening
        const { address } = yield* Effect.provide(HttpServer.HttpServer, services)
        const port = Number(new URL(HttpServer.formatAddress(address)).port)
        const answer = yield* Effect.promise(() => exchange(port, sent))
        assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
        assert.match(answer, /^x-content-type-options: nosniff\r$/im)
        assert.match(answer, /^cache-control: no-store\r$/im)
        const body: unknown = JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? "null")
        assert.include(body, { type: "invalid_request", code, attr: null })
      }).pipe(Effect.scoped))
  }

  const intruding: ReadonlyArray<readonly [name: string, sent: string]> = [
    ["nonsense", "nonsense\r\n\r\n"],
    ["a tunnel", "CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n"]
  ]
  for (const [name, sent] of intruding) {
    it.live(`${name} behind a request whose answer has begun cuts that answer and adds nothing to it`, () =>
      Effect.gen(function*() {
        const services = yield* listening
        const begun = Stream.concat(Stream.succeed(new TextEncoder().encode("begun")), Stream.never)
        yield* HttpServer.serveEffect(Effect.succeed(HttpServerResponse.stream(begun))).pipe(Effect.provide(services))
        const { address } = yield* Effect.provide(HttpServer.HttpServer, services)
        const port = Number(new URL(HttpServer.formatAddress(address)).port)
        const answer = yield* Effect.promise(async () => {
          const socket = connect(port, "127.0.0.1")
          socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
          socket.once("data", () => socket.write(sent))
          return text(socket)
        })
        assert.match(answer, /^HTTP\/1.1 200 /)
        assert.match(answer, /begun\r\n$/)
      }).pipe(Effect.scoped))
  }

  it("lets go of a connection whose answer had begun before the close, once it is over", async () => {
    const server = HttpListener.makeServer()
    const begun = new Promise<ServerResponse>((resolve) => {
      server.on("request", (_request, response) => {
        response.write("begun ")
        resolve(response)
      })
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const answer = exchange(port, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    const response = await begun
    const closed = once(server, "close")
    server.close()
    response.end("over")
    assert.match(await answer, /connection: keep-alive[^]*begun[^]*over/i)
    await closed
  }, 30_000)

  it("bounds how long a slow client may take", () => {
    const server = HttpListener.makeServer()
    assert.strictEqual(server.headersTimeout, 20_000)
    assert.strictEqual(server.requestTimeout, 120_000)
  })
})
