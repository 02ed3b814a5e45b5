import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import type { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Duration, Effect, Fiber } from "effect"
import { clientOf, eventually, temporary } from "./Engines.ts"

/** Constants are computed while a statement is analysed, which nothing stops: this takes a minute. */
const analysed = "SELECT arrayFold((sum, x) -> cityHash64(sum, x), range(5000000), toUInt64(0))"

const endless = "SELECT count() FROM numbers_mt(1000000000000) WHERE number % 7 = 1"

/** Runs a statement as one of a user's. */
const runOfUser = Effect.fnUntraced(function*(clickhouse: ClickHouse["Service"], sql: string) {
  const { next } = yield* clickhouse.open({ sql, logComment: "of a user", isOfUser: true })
  return yield* next
}, Effect.scoped)

const running = (clickhouse: ClickHouse["Service"]) =>
  clickhouse.query({
    sql: "SELECT count(), max(elapsed) FROM system.processes WHERE Settings['log_comment'] = 'of a user'"
  }).pipe(
    Effect.map(({ rows }) => ({ count: Number(rows[0]?.[0]), seconds: Number(rows[0]?.[1]) })),
    Effect.orElseSucceed(() => ({ count: -1, seconds: 0 }))
  )

/** One that runs has begun to be analysed, or to count. */
const runs = (clickhouse: ClickHouse["Service"], count: 0 | 1) =>
  eventually(Effect.map(running(clickhouse), (now) => now.count === count && now.seconds >= count / 4))

it.live(
  "a statement that is stopped while it is analysed does not keep the engine: it starts anew, and then refuses it",
  () =>
    Effect.gen(function*() {
      const engine = yield* EmbeddedClickHouse.make({ directory: yield* temporary, stuckAfter: Duration.millis(500) })
      const clickhouse = yield* clientOf(engine)
      const pids = new Set<number>()
      for (const _ of [1, 2]) {
        pids.add(yield* engine.pid)
        const asking = yield* Effect.forkChild(runOfUser(clickhouse, analysed))
        assert.isTrue(yield* runs(clickhouse, 1))
        yield* Fiber.interrupt(asking)
        assert.isTrue(yield* eventually(Effect.map(engine.pid, (pid) => !pids.has(pid))))
        assert.isTrue(yield* runs(clickhouse, 0))
      }
      const refused = yield* Effect.flip(runOfUser(clickhouse, analysed))
      assert.strictEqual(refused._tag, "StatementRefused")
      assert.deepStrictEqual(yield* runOfUser(clickhouse, "SELECT 1"), [[1]])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
  240_000
)

it.live(
  "a statement during which the engine was killed twice is refused for a while, others are not",
  () =>
    Effect.gen(function*() {
      const engine = yield* EmbeddedClickHouse.make({
        directory: yield* temporary,
        longestPause: Duration.millis(200)
      })
      const clickhouse = yield* clientOf(engine)
      const pids = new Set<number>()
      for (const _ of [1, 2]) {
        const asking = yield* Effect.forkChild(Effect.flip(runOfUser(clickhouse, endless)))
        assert.isTrue(yield* runs(clickhouse, 1))
        const pid = yield* engine.pid
        pids.add(pid)
        process.kill(pid, "SIGKILL")
        assert.strictEqual((yield* Fiber.join(asking))._tag, "ClickHouseUnavailable")
        assert.isTrue(yield* eventually(Effect.map(engine.pid, (pid) => !pids.has(pid))))
        assert.isTrue(yield* runs(clickhouse, 0))
      }
      const refused = yield* Effect.flip(runOfUser(clickhouse, endless))
      assert.isTrue(refused._tag === "StatementRefused" && refused.retryAfterSeconds > 500)
      assert.deepStrictEqual(yield* runOfUser(clickhouse, "SELECT 1"), [[1]])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
  240_000
)
