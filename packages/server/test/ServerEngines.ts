import { NodeServices } from "@effect/platform-node"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { EmbeddedPostgres, PgDatabase } from "@hedgerow/storage-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const postgres = (dataDir: string) =>
  PgDatabase.layerClient.pipe(
    Layer.provide(PgDatabase.PgDatabase.layerEmbedded({})),
    Layer.provide(EmbeddedPostgres.layer({ directory: dataDir, whenRunning: "attach" }))
  )

/** The engines of a running server, reached past it. */
export const engines = (dataDir: string) =>
  Layer.mergeAll(
    postgres(dataDir),
    ClickHouse.layerEmbedded({}).pipe(
      Layer.provide(EmbeddedClickHouse.layer({ directory: join(dataDir, "clickhouse"), whenRunning: "wait" }))
    )
  ).pipe(Layer.provide(NodeServices.layer))

/** Works on the engines of the server that runs on the directory. */
export const inside = <A, E>(
  dataDir: string,
  work: Effect.Effect<A, E, ClickHouse | SqlClient.SqlClient>
): Promise<A> => Effect.runPromise(Effect.orDie(Effect.provide(work, engines(dataDir))))

/** Works on the PostgreSQL of the server that runs on the directory. */
export const insidePostgres = <A, E>(dataDir: string, work: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(
    Effect.orDie(Effect.provide(work, postgres(dataDir).pipe(Layer.provide(NodeServices.layer))))
  )

/**
 * The end of the leases of dead servers, and of engines that did not report whether they took events: a minute for
 * events, half of one for the copies in ClickHouse. A live holder takes its lease again.
 */
export const endLeases = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE event_key SET leased_until = arrived WHERE NOT confirmed`
  yield* sql`UPDATE outbox_positions SET leased_until = now() WHERE leased_until > now()`
}).pipe(Effect.orDie)

/** The process of the engine that has a directory, or had it last. */
export const enginePid = (dataDir: string): number =>
  Number(/^PID: (\d+)/m.exec(readFileSync(join(dataDir, "clickhouse/data/status"), "utf8"))?.[1])

/** The process of the PostgreSQL that runs in a directory; 0 when none does. */
export const postgresPid = (dataDir: string): number => {
  const file = join(dataDir, "data/postmaster.pid")
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0
}
