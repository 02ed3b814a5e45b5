import { assert, it } from "@effect/vitest"
import { StoreSilence } from "@hedgerow/core/shared/StoreWatch"
import { openConnections } from "@hedgerow/storage-clickhouse/client/Connections"
import { drain, exchangeOf } from "@hedgerow/storage-clickhouse/client/Request"
import { isGivenUp, makeEngineWatch } from "@hedgerow/storage-clickhouse/client/Watch"
import { Duration, Effect, Redacted } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** An engine that answers no statement, and pings only if it is said to; half an answer it sends at once. */
const hangingEngine = Effect.fnUntraced(function*(answersPings: boolean) {
  const server = createServer((request, response) => {
    if (request.url === "/ping") {
      if (answersPings) response.end("Ok.\n")
    } else if (request.url?.includes("begun") === true) response.write("half")
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  const { port } = server.address() as AddressInfo
  const url = Redacted.make(`http://127.0.0.1:${port}`)
  const connections = yield* openConnections({ url, socketPath: undefined })
  const watch = yield* Effect.provideService(makeEngineWatch(connections), StoreSilence, Duration.millis(400))
  const ask = (settings: Readonly<Record<string, number>>, patience: number) => {
    const { answer, end } = exchangeOf(connections.work, { sql: "SELECT 1", settings })
    return Effect.flip(watch.guarded({ patience, giveUp: end }, Effect.flatMap(answer, drain)))
  }
  return { ask, isSilent: watch.isSilent }
})

it.live("a statement that waits for too long is given up, before its answer and within it", () =>
  Effect.gen(function*() {
    const { ask, isSilent } = yield* hangingEngine(true)
    const failures = yield* Effect.all([ask({}, 100), ask({ begun: 1 }, 100)], { concurrency: 2 })
    for (const failure of failures) {
      assert.isTrue(isGivenUp(failure))
      assert.strictEqual(failure.message, "ClickHouse cannot be reached: no answer within the time limit")
    }
    assert.isFalse(isSilent())
  }).pipe(Effect.scoped))

it.live("all that waits is given up when the engine falls silent, and nothing is sent to it then", () =>
  Effect.gen(function*() {
    const { ask, isSilent } = yield* hangingEngine(false)
    const long = Duration.toMillis("1 hour")
    const failures = yield* Effect.all([ask({}, long), ask({ begun: 1 }, long)], { concurrency: 2 })
    assert.isTrue(isSilent())
    const refused = yield* ask({}, long)
    for (const failure of [...failures, refused]) {
      assert.isTrue(isGivenUp(failure))
      assert.strictEqual(failure.message, "ClickHouse cannot be reached: no answer, not even that it is there")
    }
    const unsent = [...failures, refused].map((failure) => failure._tag === "ClickHouseUnavailable" && failure.cause)
    assert.deepStrictEqual(unsent.map((cause) => (cause as { readonly isUnsent: boolean }).isUnsent), [
      false,
      false,
      true
    ])
  }).pipe(Effect.scoped))
