import { assert, describe, it } from "@effect/vitest"
import { JobId } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Layer, Redacted } from "effect"

import { runProgram } from "./RunProgram.ts"
import { runServer, stopServer } from "./ServerProcess.ts"

/** Runs a command on the test's database to its end. */
const hedgerow = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { url } = yield* PgDatabase.PgDatabase
  const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
  return yield* Effect.promise(() => runProgram(args, settings))
})

/** A job that has failed. */
const failedJob = Effect.gen(function*() {
  const jobs = yield* JobRepository
  const now = yield* DateTime.now
  const id = JobId.make(yield* makeUuid7)
  const fields = { project_id: null, kind: "meadow.mow", unique_key: null, payload: {}, max_attempts: 3 }
  yield* jobs.enqueue({ id, ...fields, run_at: now, created_at: now })
  const [job] = yield* jobs.claim({ kinds: ["meadow.mow"], node: "test", now, until: now, limit: 1 })
  assert.isDefined(job)
  yield* jobs.fail(job, "rain", now)
  return id
})

const database = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

describe("hedgerow job", () => {
  it.live("lists jobs, the failed ones alone on demand, and retries one", () =>
    Effect.gen(function*() {
      const id = yield* failedJob
      const failed = yield* hedgerow("job", "list", "--failed")
      assert.deepStrictEqual([failed.status, failed.stderr], [0, ""])
      assert.match(failed.stdout, new RegExp(`${id} .* meadow.mow .* failed .* 1/3 .* rain .*\n[^]*\n1 row\n`))

      assert.deepStrictEqual(yield* hedgerow("job", "retry", id), {
        status: 0,
        stdout: `Job ${id} runs again.\n`,
        stderr: ""
      })
      const all = yield* hedgerow("job", "list")
      assert.match(all.stdout, new RegExp(`${id} .* ready .* 0/3 `))

      const unknown = JobId.make(yield* makeUuid7)
      assert.deepStrictEqual(yield* hedgerow("job", "retry", unknown), {
        status: 1,
        stdout: "",
        stderr: `hedgerow: There is no failed or waiting job ${unknown}.\n`
      })
      const { status, stderr } = yield* hedgerow("job", "retry", "seven")
      assert.deepStrictEqual([status, stderr.includes("seven")], [1, true])
    }).pipe(Effect.scoped, Effect.provide(database)))

  it.live("the server arms the scheduled jobs, once for two servers, and stops cleanly", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      const jobs = yield* JobRepository
      const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
      const servers = [runServer(["serve"], settings), runServer(["serve"], settings)]
      yield* Effect.promise(() => Promise.all(servers.map((server) => server.ready)))
      const armed = jobs.list(null, false, { limit: 100, offset: 0 }).pipe(
        Effect.map((page) => page.items.filter((job) => job.kind === "events.remove_old_keys")),
        Effect.tap(Effect.sleep("20 millis")),
        Effect.repeat({ until: (items) => items.length > 0 })
      )
      assert.deepStrictEqual((yield* armed).map((job) => [job.state, job.unique_key]), [["ready", "schedule"]])
      const codes = yield* Effect.promise(() => Promise.all(servers.map(stopServer)))
      assert.deepStrictEqual(codes, [0, 0])
      assert.lengthOf(yield* armed, 1)
    }).pipe(Effect.scoped, Effect.provide(database)))
})
