import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { runProgram } from "./RunProgram.ts"

/** Runs a command on the test's database to its end. */
const hedgerow = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { url } = yield* PgDatabase.PgDatabase
  const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
  return yield* Effect.promise(() => runProgram(args, settings))
})

const project = 1 as ProjectId

/** A consumer of one row, which it failed to handle. */
const failing = Effect.gen(function*() {
  const consumers = yield* OutboxConsumerRepository
  const now = DateTime.makeUnsafe("2026-01-05T12:00:00Z")
  const later = DateTime.add(now, { minutes: 1 })
  const topics = ["entity.changed"]
  yield* consumers.register({ name: "mowing", topics, startAt: "earliest" }, now)
  const message = { project, topic: "entity.changed", key: "a", payload: {} }
  yield* (yield* OutboxRepository).append([message], { at: now, announce: false })
  const request = { consumer: "mowing", topics, worker: "a", projects: "all" as const, limit: 1, now, until: later }
  const [lease] = yield* consumers.lease(request)
  assert.isDefined(lease)
  yield* consumers.fail(lease, { error: "rain", retryAt: later })
})

it.live("hedgerow outbox lists consumers with their failures, and forgets one", () =>
  Effect.gen(function*() {
    yield* failing
    const table = yield* hedgerow("outbox", "list")
    assert.deepStrictEqual([table.status, table.stderr], [0, ""])
    assert.match(table.stdout, /mowing .* entity.changed .* 1 .* 1 .* 2026-01-05 12:00 .* 1 .* 1 .* rain /)
    const { stdout } = yield* hedgerow("outbox", "list", "--json")
    const [found] = JSON.parse(stdout) as ReadonlyArray<unknown>
    assert.deepStrictEqual(found, {
      consumer: "mowing",
      topics: ["entity.changed"],
      lag: 1,
      projects_behind: 1,
      seen_at: "2026-01-05T12:00:00.000Z",
      failures: [{ project_id: 1, position: 0, attempts: 1, error: "rain", retry_at: "2026-01-05T12:01:00.000Z" }]
    })
    assert.strictEqual((yield* hedgerow("outbox", "forget", "mowing")).stdout, "The consumer mowing is forgotten.\n")
    assert.deepStrictEqual(yield* hedgerow("outbox", "forget", "mowing"), {
      status: 1,
      stdout: "",
      stderr: "hedgerow: There is no consumer mowing.\n"
    })
    assert.deepStrictEqual(JSON.parse((yield* hedgerow("outbox", "list", "--json")).stdout), [])
  }).pipe(Effect.scoped, Effect.provide(PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer)))))
