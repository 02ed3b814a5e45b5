import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { beforeAll } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { PgHints } from "@hedgerow/storage-pg/caching/PgHints"
import * as PgOutboxConsumerRepository from "@hedgerow/storage-pg/outbox/PgOutboxConsumerRepository"
import * as PgOutboxRepository from "@hedgerow/storage-pg/outbox/PgOutboxRepository"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"

const outbox = Outbox.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(PgOutboxConsumerRepository.layer, PgOutboxRepository.layer)),
  Layer.provide(PgHints.layer),
  Layer.provideMerge(PgTest.layer)
)

const newer = 7 as ProjectId
const topics = ["gates"]
const message = { project: newer, topic: "gates", key: "a", payload: {} }
const registration = { name: "copier", topics, startAt: "earliest" } as const

const slowCommits = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END $$`
  yield* sql`CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON outbox_consumers
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pause()`
})

layer(outbox, { excludeTestServices: true })("trimming beside a registration", (it) => {
  it.effect("takes no row that the consumer has yet to read, though its registration is not committed", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const consumers = yield* OutboxConsumerRepository
      const rows = yield* OutboxRepository
      yield* slowCommits
      const registering = yield* Effect.forkChild(consumers.register(registration, yield* DateTime.now))
      const asleep = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
      yield* Effect.repeat(asleep, { until: (found) => found.length > 0 })
      yield* (yield* Outbox).append([message])
      assert.strictEqual(yield* rows.trim(100), 0)
      yield* Fiber.join(registering)
      assert.strictEqual(yield* rows.trim(100), 0)
      assert.strictEqual((yield* rows.read(newer, { after: beforeAll, topics, limit: 9 })).rows.length, 1)
      assert.strictEqual(yield* consumers.lag("copier"), 1)
    }))
})

/** The number of rows of the projects' places that the transaction's connection has read so far. */
const rowsRead = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [counted] = yield* sql<{ rows: number }>`SELECT sum(seq_tup_read + idx_tup_fetch)::int4 AS rows
    FROM pg_stat_xact_user_tables WHERE relname IN ('outbox_heads', 'outbox_positions')`
  return counted?.rows ?? 0
})

/** Projects that had rows once. */
const projects = 50_000

layer(outbox, { excludeTestServices: true })("the outbox of an installation with many projects", (it) => {
  it.effect("costs what the projects with rows cost, not the others", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const consumers = yield* OutboxConsumerRepository
      const rows = yield* OutboxRepository
      yield* sql`INSERT INTO outbox_heads SELECT n, 3 FROM generate_series(1000, ${projects + 999}::int4) n`
      const now = yield* DateTime.now
      yield* consumers.register({ ...registration, startAt: "head" }, now)
      yield* sql`ANALYZE outbox_heads, outbox_positions, outbox_consumers`
      yield* (yield* Outbox).append([message])
      const until = DateTime.add(now, { seconds: 30 })
      const request = { consumer: "copier", topics, worker: "one", projects: "all", limit: 4, now, until } as const
      const read = yield* sql.withTransaction(Effect.gen(function*() {
        const before = yield* rowsRead
        assert.strictEqual(yield* consumers.lag("copier"), 1)
        yield* consumers.skip("copier", now)
        assert.deepStrictEqual((yield* consumers.lease(request)).map(({ project }) => project), [newer])
        assert.deepStrictEqual((yield* consumers.status)[0]?.projectsBehind, 1)
        assert.strictEqual(yield* rows.trim(100), 0)
        return (yield* rowsRead) - before
      }))
      assert.isBelow(read, 100)
    }))
})
