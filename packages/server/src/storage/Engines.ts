import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { DataDirectory, type WhenRunning } from "./DataDirectory.ts"
import { leastSpace, makeFreeSpace } from "./DiskSpace.ts"

/** The directory of the embedded ClickHouse. */
export const clickHouseDirectory = ({ dataDir }: Pick<ServerConfig, "dataDir">) =>
  Effect.map(Path.Path, (path) => path.join(dataDir, "clickhouse"))

const modeOf = (whenRunning: WhenRunning) =>
  Effect.map(DataDirectory, ({ isAttached }) => isAttached ? "wait" as const : whenRunning)

/**
 * The engines of a data directory, and its ownership. Each engine starts once however often it is asked for, and at the
 * same time as the other; `launched` waits until the process of ClickHouse, the slower one, is under way.
 */
export const makeEngines = (config: Pick<ServerConfig, "clickHouse" | "dataDir">, whenRunning: WhenRunning) => {
  const launched = Latch.makeUnsafe(false)
  const directory = DataDirectory.layer(config.dataDir, whenRunning)
  const hasSpace = Effect.map(
    makeFreeSpace,
    (freeSpaceOf) => Effect.map(freeSpaceOf(config.dataDir), (space) => space >= leastSpace)
  )
  const postgres = Layer.unwrap(Effect.gen(function*() {
    const mode = yield* modeOf(whenRunning)
    return EmbeddedPostgres.layer({ directory: config.dataDir, whenRunning: mode, hasSpace: yield* hasSpace })
  })).pipe(Layer.provide(directory))
  const clickHouse = Layer.unwrap(Effect.gen(function*() {
    const home = yield* clickHouseDirectory(config)
    const mode = yield* modeOf(whenRunning)
    return EmbeddedClickHouse.layer({
      directory: home,
      whenRunning: mode,
      memory: Option.getOrUndefined(config.clickHouse.memory),
      onLaunch: Effect.asVoid(launched.open),
      hasSpace: yield* hasSpace
    })
  })).pipe(Layer.provide(directory))
  return { directory, postgres, clickHouse, launched: launched.await }
}

/** The engines of a data directory; see `makeEngines`. */
export type Engines = ReturnType<typeof makeEngines>

/** Whether the embedded ClickHouse can run here. */
export const hasClickHouse = Effect.map(Effect.result(EmbeddedClickHouse.requireInstalled), Result.isSuccess)
