import { freeze, type Frozen, type InsertsUnderWay } from "@hedgerow/storage-clickhouse/backup/FrozenTables"
import { ClickHouse, type ClickHouseFailure } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { holdsData } from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { clickHouseDirectory, type Engines } from "../storage/Engines.ts"

/** Keeps the tables as they are at one moment, beside the engine, until the scope ends. */
type Freeze = Effect.Effect<Frozen, ClickHouseFailure | InsertsUnderWay | PlatformError, Scope.Scope>

/** The tables of events of the embedded ClickHouse, for a backup. */
export class EventTables extends Context.Service<EventTables, {
  /** Undefined where PostgreSQL has the events. */
  readonly freeze: Freeze | undefined
}>()("@hedgerow/server/backup/EventTables") {}

const tablesIn = Effect.fnUntraced(function*(directory: string) {
  const context = yield* Effect.context<ClickHouse | FileSystem.FileSystem | Path.Path>()
  const freezing: Freeze = Effect.contextWith((scope: Context.Context<Scope.Scope>) =>
    Effect.provideContext(freeze(directory), Context.merge(context, scope))
  )
  return EventTables.of({ freeze: freezing })
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
      : Layer.succeed(EventTables, { freeze: undefined })
  }))
