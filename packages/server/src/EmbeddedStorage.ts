import { CopiedElsewhere } from "@hedgerow/core/copies/CopiedElsewhere"
import { ClickHouse } from "@hedgerow/storage-clickhouse/ClickHouse"
import * as ClickHouseStorage from "@hedgerow/storage-clickhouse/ClickHouseStorage"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/EmbeddedClickHouse"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/EmbeddedPostgres"
import { PgDatabase } from "@hedgerow/storage-pg/PgDatabase"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { ServerConfig } from "./ServerConfig.ts"
import { keptInPostgres, unmovedNotices } from "./StorageNotices.ts"
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

const clickHouseDirectory = ({ dataDir }: ServerConfig) =>
  Effect.map(Path.Path, (path) => path.join(dataDir, "clickhouse"))

/** Whoever runs the database of a directory runs its engine too. */
const engine = (config: ServerConfig) =>
  Layer.unwrap(Effect.gen(function*() {
    const { isAttached } = yield* EmbeddedPostgres.EmbeddedPostgres
    const directory = yield* clickHouseDirectory(config)
    return EmbeddedClickHouse.layer({ directory, whenRunning: isAttached ? "wait" : "refuse" })
  }))

const statusOfBoth = Layer.effect(
  StorageStatus,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse
    const embedded = yield* EmbeddedClickHouse.EmbeddedClickHouse
    const postgres = yield* EmbeddedPostgres.EmbeddedPostgres
    const context = yield* Effect.context<ClickHouse | SqlClient>()
    return StorageStatus.of({
      events: "clickhouse",
      ended: Effect.raceFirst(postgres.crashed, embedded.crashed),
      answers: Effect.orDie(clickhouse.ping),
      notices: Effect.provideContext(unmovedNotices, context)
    })
  })
)

const withClickHouse = (config: ServerConfig) => {
  const control = PgStorage.layerWithoutEvents.pipe(
    Layer.provide(PgDatabase.layerEmbedded({ schema: config.databaseSchema }))
  )
  return statusOfBoth.pipe(
    Layer.provideMerge(ClickHouseStorage.layer(control, { isDurable: true })),
    Layer.provideMerge(ClickHouse.layerEmbedded({})),
    Layer.provide(engine(config))
  )
}

const postgresAlone = (config: ServerConfig, notice: string) =>
  Layer.mergeAll(
    PgStorage.layerEmbedded({ schema: config.databaseSchema }),
    Layer.effect(
      StorageStatus,
      Effect.map(EmbeddedPostgres.EmbeddedPostgres, ({ crashed }) => ({
        events: "postgres" as const,
        ended: crashed,
        answers: Effect.void,
        notices: Effect.succeed([notice])
      }))
    )
  )

const postgres = (config: ServerConfig, whenRunning: WhenRunning) =>
  EmbeddedPostgres.layer({ directory: config.dataDir, whenRunning })

/** What to do when another process runs the storage of the directory. */
export type WhenRunning = "attach" | "refuse"

/** PostgreSQL and ClickHouse in the data directory, run by this process or by the one that has the directory. */
export const layerClickHouse = (config: ServerConfig, whenRunning: WhenRunning) =>
  Layer.unwrap(Effect.as(EmbeddedClickHouse.requireInstalled, withClickHouse(config))).pipe(
    Layer.provide(postgres(config, whenRunning))
  )

/** Everything but events, which needs no ClickHouse. */
export const layerWithoutEvents = (config: ServerConfig, whenRunning: WhenRunning) =>
  Layer.unwrap(Effect.gen(function*() {
    const isInstalled = Result.isSuccess(yield* Effect.result(EmbeddedClickHouse.requireInstalled))
    const isCopied = isInstalled || (yield* EmbeddedClickHouse.holdsData(yield* clickHouseDirectory(config)))
    return PgStorage.layerWithoutEvents.pipe(
      Layer.provide(PgDatabase.layerEmbedded({ schema: config.databaseSchema })),
      Layer.provide(Layer.succeed(CopiedElsewhere, isCopied))
    )
  })).pipe(Layer.provide(postgres(config, whenRunning)))

/** PostgreSQL and ClickHouse, or PostgreSQL alone where there is no ClickHouse to start and none was there before. */
export const layer = (config: ServerConfig, whenRunning: WhenRunning) =>
  Layer.unwrap(Effect.gen(function*() {
    const found = yield* Effect.result(EmbeddedClickHouse.requireInstalled)
    if (Result.isSuccess(found)) return withClickHouse(config)
    const directory = yield* clickHouseDirectory(config)
    if (yield* EmbeddedClickHouse.holdsData(directory)) {
      return yield* new EventsOutOfReach({ directory, reason: found.failure.message })
    }
    return postgresAlone(config, keptInPostgres(found.failure))
  })).pipe(Layer.provide(postgres(config, whenRunning)))
