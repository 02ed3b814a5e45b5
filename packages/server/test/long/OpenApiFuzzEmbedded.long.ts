import { NodeServices } from "@effect/platform-node"
import { ServerConfig } from "@hedgerow/server/config/ServerConfig"
import { storage } from "@hedgerow/server/storage/Storage"
import { ConfigProvider, Effect, FileSystem, Layer } from "effect"
import { openApiFuzz } from "../../../testing/test/long/fuzz/OpenApiFuzz.ts"

/** The storage of `hedgerow serve` in a fresh directory: PostgreSQL, and ClickHouse for events. */
const embedded = Layer.unwrap(Effect.gen(function*() {
  const directory = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "hedgerow-fuzz-" })
  const env = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: directory }
  const config = yield* Effect.provideService(
    ServerConfig,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env })
  )
  return storage(config, "refuse")
})).pipe(Layer.provide(NodeServices.layer))

openApiFuzz("PostgreSQL and ClickHouse, embedded", embedded, 6)
