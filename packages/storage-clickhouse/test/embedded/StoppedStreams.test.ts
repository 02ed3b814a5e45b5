import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import type { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Duration, Effect, Fiber } from "effect"
import { clientOf, eventually, temporary } from "./Engines.ts"

const join = "SELECT count() FROM (SELECT number % 10 AS k, number FROM numbers(300000)) AS a "
  + "INNER JOIN (SELECT number % 10 AS k, number FROM numbers(300000)) AS b ON a.k = b.k WHERE a.number < b.number"

/** The number of statements with a comment that the engine lists. */
const running = (clickhouse: ClickHouse["Service"], comment: string) =>
  clickhouse.query({
    sql: "SELECT count() FROM system.processes WHERE Settings['log_comment'] = {comment:String} AND elapsed > 0.05",
    params: { comment }
  }).pipe(Effect.map(({ rows }) => Number(rows[0]?.[0])))

/** An engine that ends itself for a statement that runs on for two seconds after it was stopped. */
const started = Effect.gen(function*() {
  const engine = yield* EmbeddedClickHouse.make({ directory: yield* temporary, stuckAfter: Duration.seconds(2) })
  return { engine, clickhouse: yield* clientOf(engine), pid: yield* engine.pid }
})

it.live(
  "small streams that are left at any moment end, also before the engine has opened their pipe",
  () =>
    Effect.gen(function*() {
      const { clickhouse, engine, pid } = yield* started
      const small = Effect.scoped(Effect.flatMap(
        clickhouse.open({ sql: "SELECT 1", logComment: "small" }, { isWhole: false }),
        ({ next }) => next
      ))
      for (let round = 0; round < 150; round++) {
        const reading = yield* Effect.forkChild(small)
        yield* Effect.sleep(Duration.millis(round % 15 / 2))
        yield* Fiber.interrupt(reading)
      }
      assert.isTrue(yield* eventually(Effect.map(running(clickhouse, "small"), (now) => now === 0)))
      assert.deepStrictEqual(yield* small, [[1]])
      assert.strictEqual(yield* engine.pid, pid, "the engine did not have to end itself")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
  60_000
)

it.live(
  "heavy joins that are watched stop within moments, whatever was asked of them meanwhile",
  () =>
    Effect.gen(function*() {
      const { clickhouse, engine, pid } = yield* started
      for (let round = 0; round < 12; round++) {
        const comment = `join ${round}`
        const count = running(clickhouse, comment)
        let reports = 0
        const options = { isWhole: round % 2 === 0, onProgress: () => void reports++ }
        const stream = clickhouse.open({ sql: join, logComment: comment }, options)
        const reading = yield* Effect.forkChild(Effect.scoped(Effect.flatMap(stream, ({ next }) => next)))
        assert.isTrue(yield* eventually(Effect.map(count, (now) => now === 1 && reports > 0)))
        // Somewhere between two looks at the list of statements, and within one.
        yield* Effect.sleep(Duration.millis(9 * round))
        yield* Fiber.interrupt(reading)
        assert.isTrue(yield* eventually(Effect.map(count, (now) => now === 0)))
      }
      assert.strictEqual(yield* engine.pid, pid, "the engine did not have to end itself")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
  120_000
)
