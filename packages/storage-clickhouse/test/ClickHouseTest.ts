import { NodeServices } from "@effect/platform-node"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Effect, FileSystem, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"

/**
 * One engine in a directory of its own. Its start takes about half a second and 250 MB, so a test file has one: a layer
 * value is built once, therefore use this one value, with `layer(engine)(…)` of the test runner.
 */
export const engine: Layer.Layer<EmbeddedClickHouse.EmbeddedClickHouse> = Layer.effect(
  EmbeddedClickHouse.EmbeddedClickHouse,
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.makeTempDirectoryScoped({ directory: tmpdir(), prefix: "hedgerow-clickhouse-" })
    return yield* EmbeddedClickHouse.make({ directory, durable: false })
  })
).pipe(Layer.provide(NodeServices.layer), Layer.orDie)

/** A database of its own for every use, on the engine of the file; dropped at the end. */
export const database: Layer.Layer<ClickHouse, never, EmbeddedClickHouse.EmbeddedClickHouse> = Layer.fresh(Layer.unwrap(
  Effect.sync(() => {
    const name = `test_${randomUUID().replaceAll("-", "")}`
    const dropped = Layer.effectDiscard(
      Effect.flatMap(
        ClickHouse,
        (clickhouse) =>
          Effect.addFinalizer(() =>
            Effect.orDie(clickhouse.command({ sql: `DROP DATABASE ${clickhouse.database} SYNC` }))
          )
      )
    )
    return Layer.provideMerge(dropped, ClickHouse.layerEmbedded({ database: name }))
  })
)).pipe(Layer.orDie)

/** Both: for a file that needs one database. */
export const layer: Layer.Layer<ClickHouse | EmbeddedClickHouse.EmbeddedClickHouse> = Layer.provideMerge(
  database,
  engine
)
