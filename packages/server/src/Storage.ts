import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/EmbeddedPostgres"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { ServerConfig } from "./ServerConfig.ts"

/** `external` storage was asked for without saying where. */
export class DatabaseUrlMissing extends Schema.TaggedError<DatabaseUrlMissing>()("DatabaseUrlMissing", {}) {
  override get message(): string {
    return "HEDGEROW_DATABASE_URL is required when HEDGEROW_STORAGE is external."
  }
}

/** Whether an embedded server that another process keeps running may be used. */
export type WhenRunning = "refuse" | "attach"

const embedded = (config: ServerConfig, whenRunning: WhenRunning) =>
  Layer.unwrap(Effect.map(
    EmbeddedPostgres.EmbeddedPostgres,
    ({ url }) => PgStorage.layer({ url, schema: config.databaseSchema })
  )).pipe(Layer.provide(EmbeddedPostgres.layer({ directory: config.dataDir, whenRunning })))

const external = (config: ServerConfig) =>
  Layer.unwrap(Effect.map(
    Effect.mapError(Effect.fromOption(config.databaseUrl), () => new DatabaseUrlMissing()),
    (url) => PgStorage.layer({ url, schema: config.databaseSchema })
  ))

/** Every port on the configured storage, its tables up to date. */
export const storage = (config: ServerConfig, whenRunning: WhenRunning) => {
  switch (config.storage) {
    case "memory":
      return MemoryStorage.layer
    case "embedded":
      return embedded(config, whenRunning)
    case "external":
      return external(config)
  }
}
