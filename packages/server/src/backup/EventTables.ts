import { freeze, type Frozen, type InsertsUnderWay, partBytes } from "@hedgerow/storage-clickhouse/backup/FrozenTables"
import { ClickHouse, type ClickHouseFailure } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { holdsData } from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { clickHouseDirectory, type Engines } from "../storage/Engines.ts"

/** The tables of the embedded ClickHouse, for a backup. */
export interface Tables {
  /** Bytes of their parts. */
  readonly bytes: Effect.Effect<number, ClickHouseFailure>
  /** Keeps them as they are at one moment, beside the engine, until the scope ends. */
  readonly freeze: Effect.Effect<Frozen, ClickHouseFailure | InsertsUnderWay | PlatformError, Scope.Scope>
}

/** The tables of events; undefined where PostgreSQL has the events. */
export class EventTables extends Context.Service<EventTables, Tables | undefined>()(
  "@hedgerow/server/backup/EventTables"
) {}

const tablesIn = Effect.fnUntraced(function*(directory: string) {
  const context = yield* Effect.context<ClickHouse | FileSystem.FileSystem | Path.Path>()
  return {
    bytes: Effect.provideContext(partBytes, context),
    freeze: Effect.contextWith((scope: Context.Context<Scope.Scope>) =>
      Effect.provideContext(freeze(directory), Context.merge(context, scope))
    )
  }
})

/** The tables of the configured directory, whose engine is started unless it runs. */
export const layer = (config: ServerConfig, engines: Engines) =>
  Layer.unwrap(Effect.gen(function*() {
    const directory = (yield* Path.Path).resolve(yield* clickHouseDirectory(config))
    return (yield* holdsData(directory))
      ? Layer.effect(EventTables, tablesIn(directory)).pipe(
        Layer.provide(ClickHouse.layerEmbedded({})),
        Layer.provide(engines.clickHouse)
      )
      : Layer.succeed(EventTables, undefined)
  }))
