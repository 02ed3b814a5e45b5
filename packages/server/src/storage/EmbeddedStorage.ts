import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import * as ClickHouseStorage from "@hedgerow/storage-clickhouse/ClickHouseStorage"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { isBound } from "@hedgerow/storage-clickhouse/installation/SqlInstallation"
import * as SealedSecrets from "@hedgerow/storage-pg/access/SealedSecrets"
import { PgDatabase } from "@hedgerow/storage-pg/database/PgDatabase"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { clickHouseDirectory, type Engines } from "./Engines.ts"
import { explain } from "./EngineUnusable.ts"
import { statusOfBoth } from "./StatusOfBoth.ts"
import { keptInPostgres } from "./StorageNotices.ts"
import { StorageStatus } from "./StorageStatus.ts"

/** Events are in a ClickHouse that cannot be started here; a server without it would hide them. */
export class EventsOutOfReach extends Schema.TaggedError<EventsOutOfReach>()("EventsOutOfReach", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `The directory ${this.directory} holds events, which need the embedded ClickHouse. ${this.reason}.`
  }
}

const withClickHouse = (config: ServerConfig, engines: Engines) => {
  const control = PgStorage.layerWithoutEvents.pipe(
    Layer.provide(PgDatabase.layerEmbedded({ schema: config.databaseSchema })),
    Layer.provide(Layer.succeed(CopiedElsewhere, true))
  )
  // PostgreSQL is brought up to date while ClickHouse, which takes longer, still starts.
  const clickHouse = ClickHouse.layerEmbedded({}).pipe(Layer.provideMerge(engines.clickHouse))
  const status = Effect.flatMap(EmbeddedPostgres.EmbeddedPostgres, ({ crashed }) => statusOfBoth(crashed))
  return Layer.effect(StorageStatus, status).pipe(
    Layer.provideMerge(Layer.unwrap(Effect.map(
      clickHouseDirectory(config),
      (directory) => ClickHouseStorage.layer(control, { isDurable: true, place: `The directory ${directory}` })
    ))),
    Layer.provideMerge(Layer.merge(clickHouse, control))
  )
}

const postgresAlone = (config: ServerConfig, outOfReach: EventsOutOfReach, notice: string) =>
  Layer.effect(
    StorageStatus,
    Effect.gen(function*() {
      if (yield* isBound) return yield* outOfReach
      const { crashed } = yield* EmbeddedPostgres.EmbeddedPostgres
      return StorageStatus.of({
        events: "postgres",
        ended: crashed,
        answers: Effect.void,
        notices: Effect.succeed([notice]),
        warnings: Effect.succeed([]),
        sealed: yield* SealedSecrets.make
      })
    })
  ).pipe(Layer.provideMerge(PgStorage.layerEmbedded({ schema: config.databaseSchema })))

/** Puts a storage on its PostgreSQL; what an engine refuses while the storage opens is reported with its directory. */
const onPostgres = (config: ServerConfig, engines: Engines) => <A, E, R>(storage: Layer.Layer<A, E, R>) =>
  storage.pipe(
    Layer.catchCause((cause) =>
      Layer.effectContext(Effect.flatMap(EmbeddedPostgres.EmbeddedPostgres, ({ log }) => explain(config, cause, log)))
    ),
    Layer.provide(engines.postgres)
  )

/** PostgreSQL and ClickHouse in the data directory, run by this process or by the one that has the directory. */
export const layerClickHouse = (config: ServerConfig, engines: Engines) =>
  Layer.unwrap(Effect.as(EmbeddedClickHouse.requireInstalled, withClickHouse(config, engines))).pipe(
    onPostgres(config, engines)
  )

/** Everything but events, which needs no ClickHouse. */
export const layerWithoutEvents = (config: ServerConfig, engines: Engines) =>
  Layer.unwrap(Effect.gen(function*() {
    const isInstalled = Result.isSuccess(yield* Effect.result(EmbeddedClickHouse.requireInstalled))
    const isCopied = isInstalled || (yield* EmbeddedClickHouse.holdsData(yield* clickHouseDirectory(config)))
    return PgStorage.layerWithoutEvents.pipe(
      Layer.provide(PgDatabase.layerEmbedded({ schema: config.databaseSchema })),
      Layer.provide(Layer.succeed(CopiedElsewhere, isCopied))
    )
  })).pipe(onPostgres(config, engines))

type WithClickHouse = ReturnType<typeof withClickHouse>
type Alone = ReturnType<typeof postgresAlone>

/** Either of both. */
type Opened = Layer.Layer<
  Layer.Success<Alone>,
  Layer.Error<Alone> | Layer.Error<WithClickHouse>,
  Layer.Services<Alone> | Layer.Services<WithClickHouse>
>

const opened = Effect.fnUntraced(function*(
  config: ServerConfig,
  engines: Engines
): Effect.fn.Return<Opened, EventsOutOfReach, FileSystem.FileSystem | Path.Path> {
  const found = yield* Effect.result(EmbeddedClickHouse.requireInstalled)
  if (Result.isSuccess(found)) return withClickHouse(config, engines)
  const directory = yield* clickHouseDirectory(config)
  const outOfReach = new EventsOutOfReach({ directory, reason: found.failure.message })
  if (yield* EmbeddedClickHouse.holdsData(directory)) return yield* outOfReach
  return postgresAlone(config, outOfReach, keptInPostgres(found.failure))
})

/** PostgreSQL and ClickHouse, or PostgreSQL alone where there is no ClickHouse to start and none was there before. */
export const layer = (config: ServerConfig, engines: Engines) =>
  Layer.unwrap(opened(config, engines)).pipe(onPostgres(config, engines))
