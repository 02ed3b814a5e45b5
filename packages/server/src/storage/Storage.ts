import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import type { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import type { EngineNotInstalled } from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import type * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import type { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { ClickHouseSettingUnused } from "./ClickHouseUnusable.ts"
import type { WhenRunning } from "./DataDirectory.ts"
import * as EmbeddedStorage from "./EmbeddedStorage.ts"
import { type Engines, makeEngines } from "./Engines.ts"
import * as ExternalStorage from "./ExternalStorage.ts"
import { StorageStatus } from "./StorageStatus.ts"

const memory = Layer.mergeAll(
  MemoryStorage.layer,
  Layer.succeed(StorageStatus, {
    events: "memory",
    ended: Effect.never,
    answers: Effect.void,
    notices: Effect.succeed([]),
    warnings: Effect.succeed([]),
    sealed: { countByKey: Effect.succeed(new Map()), acceptLost: () => Effect.void }
  })
)

/** A setting that would be ignored is a mistake: events would be elsewhere than configured. */
const unusedSetting = ({ clickHouse, storage }: ServerConfig): ClickHouseSettingUnused | undefined => {
  if (Option.isSome(clickHouse.url) && storage !== "external") {
    return new ClickHouseSettingUnused({ name: "HEDGEROW_CLICKHOUSE_URL", needs: "HEDGEROW_STORAGE=external" })
  }
  return Option.isSome(clickHouse.cluster) && Option.isNone(clickHouse.url)
    ? new ClickHouseSettingUnused({ name: "HEDGEROW_CLICKHOUSE_CLUSTER", needs: "HEDGEROW_CLICKHOUSE_URL" })
    : undefined
}

/** Events were to be reached in ClickHouse by a storage that has none. */
export class NoClickHouse extends Schema.TaggedError<NoClickHouse>()("NoClickHouse", {}) {
  override get message(): string {
    return "The configured storage has no ClickHouse: set HEDGEROW_CLICKHOUSE_URL, or HEDGEROW_STORAGE=embedded."
  }
}

/** A command was to work on data that are in the memory of another process, if anywhere. */
export class StorageIsMemory extends Schema.TaggedError<StorageIsMemory>()("StorageIsMemory", {}) {
  override get message(): string {
    return "HEDGEROW_STORAGE: memory holds data for the server's own process alone, so that a command finds none. Ask the "
      + "server over HTTP, or set HEDGEROW_STORAGE to embedded or external."
  }
}

type StorageError =
  | StorageIsMemory
  | ClickHouseSettingUnused
  | Layer.Error<ReturnType<typeof EmbeddedStorage.layer>>
  | Layer.Error<ReturnType<typeof ExternalStorage.layer>>

type Platform = ChildProcessSpawner | FileSystem.FileSystem | Path.Path

/** Every port on the configured storage, its tables up to date. */
export type StorageLayer = Layer.Layer<StoragePorts | StorageStatus, StorageError, Platform>

const failing = <A, E>(error: E): Layer.Layer<A, E> => Layer.effectContext(Effect.fail(error))

const checked = <A, E, R>(
  config: ServerConfig,
  layer: Layer.Layer<A, E, R>
): Layer.Layer<A, ClickHouseSettingUnused | E, R> => {
  const unused = unusedSetting(config)
  return unused === undefined ? layer : failing(unused)
}

/** The configured storage, its engines being these where it is embedded. */
export const storageOn = (config: ServerConfig, engines: Engines): StorageLayer => {
  switch (config.storage) {
    case "memory":
      return checked(config, memory)
    case "embedded":
      return checked(config, EmbeddedStorage.layer(config, engines))
    case "external":
      return checked(config, ExternalStorage.layer(config))
  }
}

/**
 * The configured storage of a command; `whenRunning` decides whether an embedded one that another process runs may be
 * used.
 */
export const storage = (config: ServerConfig, whenRunning: WhenRunning): StorageLayer =>
  config.storage === "memory" ? failing(new StorageIsMemory()) : storageOn(config, makeEngines(config, whenRunning))

/** Every port of a command but those of events, which works while ClickHouse does not, and starts none. */
export const storageWithoutEvents = (
  config: ServerConfig,
  whenRunning: WhenRunning
): Layer.Layer<PgStorage.ControlPorts, StorageError, Platform> => {
  switch (config.storage) {
    case "memory":
      return failing(new StorageIsMemory())
    case "embedded":
      return checked(config, EmbeddedStorage.layerWithoutEvents(config, makeEngines(config, whenRunning)))
    case "external":
      return checked(config, ExternalStorage.layerWithoutEvents(config))
  }
}

/**
 * The configured storage with what is below its ports: ClickHouse, and the client of PostgreSQL. Fails where events are
 * elsewhere.
 */
export const storageWithClickHouse = (
  config: ServerConfig,
  whenRunning: WhenRunning
): Layer.Layer<
  ClickHouse | SqlClient | StoragePorts | StorageStatus,
  EngineNotInstalled | NoClickHouse | StorageError,
  Platform
> => {
  if (config.storage === "embedded") {
    return checked(config, EmbeddedStorage.layerClickHouse(config, makeEngines(config, whenRunning)))
  }
  if (config.storage === "memory") return failing(new StorageIsMemory())
  const url = Option.getOrUndefined(config.clickHouse.url)
  return url === undefined ? failing(new NoClickHouse()) : checked(config, ExternalStorage.layerClickHouse(config, url))
}
