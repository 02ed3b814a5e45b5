import { assert, describe, it } from "@effect/vitest"
import { openConnections } from "@hedgerow/storage-clickhouse/client/Connections"
import { drain, send } from "@hedgerow/storage-clickhouse/client/Request"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

const listening = (server: Server) =>
  Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

/** Answers after the milliseconds in the statement. */
const slowServer = Effect.acquireRelease(
  Effect.sync(() =>
    createServer({ keepAliveTimeout: 0 }, (request, response) => {
      let sql = ""
      request.on("data", (chunk) => sql += String(chunk))
      request.on("end", () => setTimeout(() => response.end("done"), Number(sql)))
    })
  ),
  (server) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

const openSockets = (server: Server) =>
  Effect.callback<number>((resume) => {
    server.getConnections((_, count) => resume(Effect.succeed(count)))
  })

const opened = Effect.gen(function*() {
  const server = yield* slowServer
  const url = Redacted.make(`http://127.0.0.1:${yield* listening(server)}`)
  const { work } = yield* openConnections({ url, socketPath: undefined, maxConnections: 1 })
  const ask = (millis: number) => Effect.flatMap(send(work, { sql: String(millis), settings: {} }), drain)
  return { server, ask }
})

describe("connections", () => {
  it.effect("one that a request gave up before it was sent stays open for the next", () =>
    Effect.gen(function*() {
      const { ask } = yield* opened
      yield* ask(0)
      const givenUp = yield* Effect.forkChild(ask(0), { startImmediately: true })
      yield* Fiber.interrupt(givenUp)
      // Longer than an idle connection stays open.
      yield* ask(4_000)
    }).pipe(TestClock.withLive))

  it.effect("idle ones are closed", () =>
    Effect.gen(function*() {
      const { ask, server } = yield* opened
      yield* ask(0)
      assert.strictEqual(yield* openSockets(server), 1)
      const closed = Effect.repeat(Effect.andThen(Effect.sleep("50 millis"), openSockets(server)), {
        until: (count) => count === 0
      })
      assert.strictEqual(yield* closed, 0)
    }).pipe(TestClock.withLive))
})
