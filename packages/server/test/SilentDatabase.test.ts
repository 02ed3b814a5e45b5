import { assert, describe, it } from "@effect/vitest"
import { JobId } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { connect } from "node:net"
import { openProxy } from "./DatabaseProxy.ts"
import { baseUrlOf } from "./ServerClient.ts"
import { runServer } from "./ServerProcess.ts"

const database = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

/** A request whose body has yet to come. */
const openRequest = (baseUrl: string) => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on("error", () => undefined)
  const closed = new Promise((resolve) => socket.once("close", resolve))
  const sent = new Promise((resolve) =>
    socket.write("POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{", resolve)
  )
  socket.resume()
  return { sent, closed, finish: () => socket.write("}") }
}

describe("SIGTERM", () => {
  it.live("ends a server whose database has fallen silent", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      const proxy = yield* openProxy(new URL(Redacted.value(url)))
      const server = runServer(["serve"], { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: proxy.url })
      yield* Effect.promise(() => server.ready)
      proxy.fallSilent()
      // By then its workers wait for an answer.
      yield* Effect.sleep("6 seconds")
      server.process.kill("SIGTERM")
      assert.strictEqual(yield* Effect.promise(() => server.exited), 0, server.output())
    }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))

  it.live("lets no job begin while the last requests are still answered", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      const jobs = yield* JobRepository
      const server = runServer(["serve"], {
        HEDGEROW_STORAGE: "external",
        HEDGEROW_DATABASE_URL: Redacted.value(url)
      })
      yield* Effect.promise(() => server.ready)
      const request = openRequest(baseUrlOf(server.output()))
      yield* Effect.promise(() => request.sent)
      const now = yield* DateTime.now
      const enqueue = Effect.gen(function*() {
        const id = JobId.make(yield* makeUuid7)
        const fields = { project_id: null, kind: "events.remove_old_keys", unique_key: null, payload: {} }
        return yield* jobs.enqueue({ id, ...fields, max_attempts: 3, run_at: now, created_at: now })
      })
      const theJob = (id: JobId) =>
        Effect.map(
          jobs.list(null, false, { limit: 100, offset: 0 }),
          ({ items }) => items.find((job) => job.id === id)
        )
      const before = yield* enqueue
      yield* Effect.repeat(Effect.delay(theJob(before), "10 millis"), { until: (job) => job === undefined })
      server.process.kill("SIGTERM")
      yield* Effect.sleep("500 millis")
      const after = yield* enqueue
      yield* Effect.sleep("2 seconds")
      const job = yield* theJob(after)
      assert.deepStrictEqual([job?.state, job?.lease, server.process.exitCode], ["ready", 0, null])
      request.finish()
      yield* Effect.promise(() => request.closed)
      assert.strictEqual(yield* Effect.promise(() => server.exited), 0, server.output())
    }).pipe(Effect.scoped, Effect.provide(database)))
})
