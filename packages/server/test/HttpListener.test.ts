import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as HttpListener from "@hedgerow/server/HttpListener"
import { Effect, Exit, Layer, Scope } from "effect"
import { HttpServer, HttpServerResponse } from "effect/http"

const listening = Layer.build(HttpListener.layer({ host: "127.0.0.1", port: 0 })).pipe(
  Effect.provide(NodeServices.layer)
)

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

  it("bounds how long a slow client may take", () => {
    const server = HttpListener.makeServer()
    assert.strictEqual(server.headersTimeout, 20_000)
    assert.strictEqual(server.requestTimeout, 120_000)
  })
})
