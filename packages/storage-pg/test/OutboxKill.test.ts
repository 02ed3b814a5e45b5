import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgHints } from "@hedgerow/storage-pg/caching/PgHints"
import * as PgOutboxConsumerRepository from "@hedgerow/storage-pg/outbox/PgOutboxConsumerRepository"
import * as PgOutboxRepository from "@hedgerow/storage-pg/outbox/PgOutboxRepository"
import { PgTest } from "@hedgerow/testing/node"
import { Deferred, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const project = 1 as ProjectId
const script = fileURLToPath(new URL("./OutboxWorker.ts", import.meta.url))

interface Copied {
  readonly worker: number
  readonly position: number
}

/** A consuming process, and the time at which it reports that it runs. */
const startWorker = Effect.gen(function*() {
  const { url } = yield* PgDatabase.PgDatabase
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [script, Redacted.value(url)], { stdio: ["ignore", "pipe", "inherit"] })),
    (running) => Effect.sync(() => running.kill("SIGKILL"))
  )
  yield* Effect.promise(() => once(child.stdout, "data"))
  return child
})

const copied = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Copied>`SELECT worker, position FROM copied ORDER BY id`
)

/** The row at which a consumer waits, in the middle of a batch, for as long as somebody else has the lock. */
const place = 60

const holding = Effect.fnUntraced(function*() {
  const sql = yield* SqlClient.SqlClient
  const [taken, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  yield* sql`CREATE FUNCTION wait_there() RETURNS trigger LANGUAGE plpgsql AS '
    BEGIN
      IF NEW.position = TG_ARGV[0]::int4 THEN PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::int4); END IF;
      RETURN NEW;
    END'`
  yield* sql`CREATE TRIGGER wait_there BEFORE INSERT ON copied FOR EACH ROW EXECUTE FUNCTION wait_there(${
    sql.literal(String(place))
  })`
  const lock = Effect.andThen(sql`SELECT pg_advisory_xact_lock(${place})`, Deferred.succeed(taken, undefined))
  yield* Effect.forkScoped(sql.withTransaction(Effect.andThen(lock, Deferred.await(released))))
  yield* Deferred.await(taken)
  return Deferred.succeed(released, undefined)
})

const append = Effect.fnUntraced(function*(count: number) {
  const outbox = yield* Outbox
  const messages = Array.from(
    { length: count },
    (_, key) => ({ project, topic: "gates", key: String(key), payload: {} })
  )
  yield* Effect.forEach(messages, (message) => outbox.append([message]), { discard: true })
})

const ended = (child: ChildProcess, signal: NodeJS.Signals) =>
  Effect.promise(() => {
    const exit = once(child, "exit")
    child.kill(signal)
    return exit
  })

const outbox = Outbox.layer.pipe(
  Layer.provide([PgOutboxConsumerRepository.layer, PgOutboxRepository.layer]),
  Layer.provide(PgHints.layer),
  Layer.provideMerge(PgTest.layer)
)

layer(outbox, { excludeTestServices: true })("kill -9 in the middle of consuming", (it) => {
  it.effect("another process takes over after the lease, and every row is seen, in order", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { head, waitUntilPassed } = yield* Outbox
      yield* sql`CREATE TABLE copied (id int4 GENERATED ALWAYS AS IDENTITY, worker int4, position int4)`
      const release = yield* holding()
      yield* append(150)
      const workers = yield* Effect.all([startWorker, startWorker], { concurrency: "unbounded" })
      const begun = yield* Effect.repeat(copied, { until: (rows) => rows.length === place - 1 })
      const victim = workers.find((child) => child.pid === begun[0]?.worker)
      if (victim === undefined) return yield* Effect.die(new Error("nobody copies"))
      yield* ended(victim, "SIGKILL")
      yield* release
      yield* append(50)
      assert.isTrue(yield* waitUntilPassed("copier", project, yield* head(project), "20 seconds"))

      const rows = yield* copied
      const positionsBy = (isVictim: boolean) =>
        rows.filter(({ worker }) => (worker === victim.pid) === isVictim).map(({ position }) => position)
      const [before, after] = [positionsBy(true), positionsBy(false)]
      const [from, to] = [after[0] ?? 0, before.at(-1) ?? 0]
      const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
      assert.deepStrictEqual(rows.map(({ position }) => position), [...before, ...after], "one works after the other")
      assert.deepStrictEqual(before, range(1, to))
      assert.deepStrictEqual(after, range(from, 200))
      assert.isAtMost(to, place, "the process died while rows were left")
      assert.isTrue(from <= to + 1 && from > to - 7, "what is seen again is less than a batch, and nothing is left out")

      const survivor = workers.find((child) => child !== victim)
      if (survivor !== undefined) yield* ended(survivor, "SIGTERM")
      assert.deepStrictEqual(
        yield* sql`SELECT 1 FROM outbox_positions WHERE leased_by IS NOT NULL`,
        [],
        "who stops leaves no lease"
      )
    }))
})
