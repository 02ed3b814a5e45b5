import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Hedgerow, StorageNeedsWorkers } from "@hedgerow/embed"
import * as ClickHouseStorage from "@hedgerow/storage-clickhouse/ClickHouseStorage"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import * as PgDatabase from "@hedgerow/storage-pg/database/PgDatabase"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, FileSystem, Layer } from "effect"
import { tmpdir } from "node:os"
import { vi } from "vitest"
import { sender, sql } from "./Embedding.ts"

const engine = Layer.effect(
  EmbeddedClickHouse.EmbeddedClickHouse,
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.makeTempDirectoryScoped({ directory: tmpdir(), prefix: "hedgerow-embed-" })
    return yield* EmbeddedClickHouse.make({ directory, durable: false })
  })
).pipe(Layer.provide(NodeServices.layer))

it.effect(
  "Hedgerow on ClickHouse and PostgreSQL copies persons in the background, and is not made without that",
  () =>
    Effect.gen(function*() {
      const database = PgDatabase.PgDatabase.layer(yield* PgDatabase.PgDatabase)
      const control = PgStorage.layerWithoutEvents.pipe(Layer.provide(database))
      const running = Layer.succeedContext(yield* Layer.build(engine))
      const storage = ClickHouseStorage.layer(control, { isDurable: false }).pipe(
        Layer.provide(ClickHouse.layerEmbedded({ database: "embedding" })),
        Layer.provide(running)
      )
      const hedgerow = yield* Effect.promise(() => Hedgerow.make({ storage }))
      const send = sender(hedgerow, hedgerow.first?.personalApiKey)
      yield* Effect.promise(() =>
        send("POST", "/capture/", {
          api_key: hedgerow.first?.project.api_token,
          event: "signed up",
          distinct_id: "ada",
          properties: { $set: { plan: "pro" } }
        }, {})
      )
      const rows = async () => {
        const query = sql("SELECT properties.plan FROM persons", { refresh: "force_blocking" })
        return (await send("POST", "/api/projects/@current/query/", query)).body?.["results"]
      }
      yield* Effect.promise(() =>
        vi.waitUntil(async () => JSON.stringify(await rows()) === "[[\"pro\"]]", { timeout: 120_000 })
      )
      yield* Effect.promise(hedgerow.close)
      const refused = yield* Effect.promise(() =>
        Hedgerow.make({ storage, workers: false }).catch((error: unknown) => error)
      )
      assert.instanceOf(refused, StorageNeedsWorkers)
    }).pipe(Effect.provide(PgTest.layerEmpty)),
  240_000
)
