import { assert, layer } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { EmbeddedClickHouse } from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Effect, Fiber } from "effect"
import * as ClickHouseTest from "../ClickHouseTest.ts"
import { clientOf, eventually } from "./Engines.ts"

const heavy = "SELECT sum(cityHash64(number)) FROM numbers_mt(1000000000000)"

const running = (comment: string) =>
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse
    const sql = "SELECT count() FROM system.processes WHERE Settings['log_comment'] = {comment:String}"
    const { rows } = yield* clickhouse.query({ sql, params: { comment } })
    return Number(rows[0]?.[0])
  })

const runsNow = (comment: string, count: number) => eventually(Effect.map(running(comment), (now) => now === count))

layer(ClickHouseTest.layer, { excludeTestServices: true })("a heavy query", (it) => {
  it.effect("does not hold up two hundred small ones, and frees the engine when it is stopped", () =>
    Effect.gen(function*() {
      const clickhouse = yield* ClickHouse
      const first = yield* Effect.forkChild(clickhouse.query({ sql: heavy, logComment: "heavy" }))
      assert.isTrue(yield* runsNow("heavy", 1))
      const small = (n: number) => clickhouse.query({ sql: "SELECT {n:UInt32}", params: { n } })
      const answers = yield* Effect.forEach(Array.from({ length: 200 }, (_, n) => n), small, { concurrency: 8 })
      assert.deepStrictEqual(answers.map(({ rows }) => rows[0]?.[0]), Array.from({ length: 200 }, (_, n) => n))
      assert.isUndefined(first.pollUnsafe())
      assert.strictEqual(yield* running("heavy"), 1)
      yield* Fiber.interrupt(first)
      assert.isTrue(yield* runsNow("heavy", 0))
    }))

  it.effect("is stopped when all connections and all of the engine's places are taken", () =>
    Effect.gen(function*() {
      const clickhouse = yield* ClickHouse
      const observer = yield* clientOf(yield* EmbeddedClickHouse)
      const sql = "SELECT count() FROM system.processes WHERE Settings['log_comment'] LIKE 'crowd%'"
      const crowd = Effect.map(observer.query({ sql }), ({ rows }) => Number(rows[0]?.[0]))
      const all = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, n) => n),
        (n) => Effect.forkChild(clickhouse.query({ sql: heavy, logComment: `crowd ${n}` }))
      )
      assert.isTrue(yield* eventually(Effect.map(crowd, (now) => now > 1)))
      yield* Fiber.interruptAll(all)
      assert.isTrue(yield* eventually(Effect.map(crowd, (now) => now === 0)))
      assert.deepStrictEqual((yield* clickhouse.query({ sql: "SELECT 1" })).rows, [[1]])
    }))
})
