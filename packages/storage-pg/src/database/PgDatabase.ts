import { type PgClient, PgPool } from "@effect/sql-pg"
import { Context, Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { EmbeddedPostgres } from "../embedded/EmbeddedPostgres.ts"
import { makePgWatch, PgWatch } from "./PgWatch.ts"
import { makeWatchedClient } from "./PgWatchedClient.ts"
import { poolSettings, type PoolUnfit, requireFit } from "./PoolSettings.ts"

export { poolSettings } from "./PoolSettings.ts"

/** The database to use, and its settings. */
export interface PgDatabaseOptions {
  /** `postgres://user:password@host:port/database`; `?host=/directory` names the directory of a unix socket. */
  readonly url: Redacted.Redacted
  /** The schema that holds all tables. Default `hedgerow`. */
  readonly schema?: string
  readonly applicationName?: string
  /** The most connections that this process opens for everything but writing events. Default 10. */
  readonly maxConnections?: number
}

/** The database every part of this package talks to. */
export class PgDatabase extends Context.Service<PgDatabase, Required<PgDatabaseOptions>>()(
  "@hedgerow/storage-pg/database/PgDatabase"
) {
  static readonly layer = (options: PgDatabaseOptions): Layer.Layer<PgDatabase> =>
    Layer.succeed(PgDatabase, withDefaults(options))

  /** The database of the embedded server. */
  static readonly layerEmbedded = (
    options: Omit<PgDatabaseOptions, "url">
  ): Layer.Layer<PgDatabase, never, EmbeddedPostgres> =>
    Layer.effect(
      PgDatabase,
      Effect.map(EmbeddedPostgres, (server) => withDefaults({ ...options, url: server.url }))
    )
}

const withDefaults = (options: PgDatabaseOptions): Required<PgDatabaseOptions> => ({
  url: options.url,
  schema: options.schema ?? "hedgerow",
  applicationName: options.applicationName ?? "hedgerow",
  maxConnections: options.maxConnections ?? 10
})

/** The services that `layerClient` provides: the client, and the same as any SQL client. */
export type Client = PgClient.PgClient | SqlClient.SqlClient

/** Whether the database answers: one for all that a process builds. */
export const layerWatch: Layer.Layer<PgWatch, never, PgDatabase> = Layer.effect(
  PgWatch,
  Effect.flatMap(PgDatabase, makePgWatch)
)

const clientOf = Effect.fnUntraced(function*(pool?: PgPool.PgPool) {
  const database = yield* PgDatabase
  return yield* makeWatchedClient(
    {
      url: database.url,
      applicationName: database.applicationName,
      maxConnections: database.maxConnections,
      ...poolSettings(database)
    },
    yield* PgWatch,
    pool
  )
})

/** The SQL client of the database. */
export const layerClient: Layer.Layer<Client, SqlError.SqlError, PgDatabase> = Layer.effectContext(clientOf()).pipe(
  Layer.provide([Reactivity.layer, layerWatch])
)

/** The SQL client over the pool of a host application, whose sessions have the settings of `poolSettings`. */
export const layerPooledClient: Layer.Layer<
  Client,
  PoolUnfit | SqlError.SqlError,
  PgDatabase | PgPool.PgPool
> = Layer.effectContext(Effect.gen(function*() {
  const pool = yield* PgPool.PgPool
  yield* requireFit(pool, yield* PgDatabase)
  return yield* clientOf(pool)
})).pipe(Layer.provide([Reactivity.layer, layerWatch]))
