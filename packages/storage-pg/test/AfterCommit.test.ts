import { assert, it } from "@effect/vitest"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"

const layer = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

/** A table whose rows make their commit slow. */
const slowCommits = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE slow (name text)`
  yield* sql`CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END'`
  yield* sql`CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION sleep()`
})

const isCommitting = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND query ILIKE 'commit%'`
  return rows.length > 0
})

it.live("an interruption while the commit is under way does not keep back what waits for it", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { run } = yield* Transaction
    yield* slowCommits
    let steps = 0
    const change = Effect.andThen(
      sql`INSERT INTO slow VALUES ('a')`,
      afterCommit(Effect.sync(() => {
        steps++
      }))
    )
    const fiber = yield* Effect.forkChild(run(change))
    while (!(yield* isCommitting)) yield* Effect.sleep("5 millis")
    yield* Fiber.interrupt(fiber)
    assert.deepStrictEqual([(yield* sql`SELECT name FROM slow`).length, steps], [1, 1])
  }).pipe(Effect.provide(layer)))
