import { NodeServices } from "@effect/platform-node"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Console, Effect, Layer } from "effect"

/** Started by `EmbeddedClickHouse.test.ts` as a process of its own, to be killed. */
const program = Effect.gen(function*() {
  const engine = yield* EmbeddedClickHouse.EmbeddedClickHouse
  const clickhouse = yield* ClickHouse
  yield* clickhouse.command({ sql: "CREATE TABLE kept (n UInt32) ENGINE = MergeTree ORDER BY n" })
  yield* clickhouse.insert("kept", ["n"], ["42\n"])
  yield* Console.log(yield* engine.pid)
  return yield* clickhouse.query({ sql: "SELECT count() FROM numbers_mt(1000000000000) WHERE number % 7 = 1" })
})

const layer = Layer.provideMerge(
  ClickHouse.layerEmbedded({}),
  EmbeddedClickHouse.layer({ directory: process.argv[2] ?? "" })
).pipe(Layer.provide(NodeServices.layer))

Effect.runFork(Effect.provide(program, layer))
