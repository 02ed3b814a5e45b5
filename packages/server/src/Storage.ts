import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/EmbeddedPostgres"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { DatabaseUnusable } from "./DatabaseUnusable.ts"
import type { ServerConfig } from "./ServerConfig.ts"

/** `external` storage was asked for without saying where. */
export class DatabaseUrlMissing extends Schema.TaggedError<DatabaseUrlMissing>()("DatabaseUrlMissing", {}) {
  override get message(): string {
    return "HEDGEROW_DATABASE_URL is required when HEDGEROW_STORAGE is external."
  }
}

/** Tells when a storage that this process runs itself has ended; then the process has nothing left to serve. */
export class StorageWatch extends Context.Service<StorageWatch, {
  readonly ended: Effect.Effect<never, EmbeddedPostgres.PostgresCrashed>
}>()("@hedgerow/server/Storage/StorageWatch") {}

type StorageError =
  | DatabaseUrlMissing
  | DatabaseUnusable
  | EmbeddedPostgres.EmbeddedPostgresError
  | Layer.Error<ReturnType<typeof PgStorage.layer>>

/** Every port on the configured storage, its tables up to date. */
export type StorageLayer = Layer.Layer<StoragePorts | StorageWatch, StorageError, FileSystem.FileSystem | Path.Path>

const unwatched = Layer.succeed(StorageWatch, { ended: Effect.never })

const embedded = (config: ServerConfig, whenRunning: "refuse" | "attach") =>
  Layer.mergeAll(
    PgStorage.layerEmbedded({ schema: config.databaseSchema }),
    Layer.effect(StorageWatch, Effect.map(EmbeddedPostgres.EmbeddedPostgres, ({ crashed }) => ({ ended: crashed })))
  ).pipe(Layer.provide(EmbeddedPostgres.layer({ directory: config.dataDir, whenRunning })))

const external = (config: ServerConfig) =>
  Layer.unwrap(Effect.map(
    Effect.mapError(Effect.fromOption(config.databaseUrl), () => new DatabaseUrlMissing()),
    (url) =>
      PgStorage.layer({ url, schema: config.databaseSchema }).pipe(
        Layer.catchTag(
          "SqlError",
          (error): Layer.Layer<StoragePorts, DatabaseUnusable> =>
            Layer.effectContext(Effect.fail(DatabaseUnusable.from(url, error)))
        )
      )
  ))

/** The configured storage; `whenRunning` says whether an embedded server of another process may be used. */
export const storage = (config: ServerConfig, whenRunning: "refuse" | "attach"): StorageLayer => {
  switch (config.storage) {
    case "memory":
      return Layer.mergeAll(MemoryStorage.layer, unwatched)
    case "embedded":
      return embedded(config, whenRunning)
    case "external":
      return Layer.mergeAll(external(config), unwatched)
  }
}
