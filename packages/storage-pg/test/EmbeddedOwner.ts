import { NodeServices } from "@effect/platform-node"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import { Console, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Started by `EmbeddedPostgres.test.ts` as a process of its own, to be killed. */
const program = Effect.gen(function*() {
  const server = yield* EmbeddedPostgres.make({ directory: process.argv[2] ?? "", durable: false })
  return yield* Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE kept AS SELECT 42 AS n`
    if (process.argv[3] === "busy") {
      yield* Effect.forkChild(sql`SELECT count(*) FROM generate_series(1, 1e12::bigint)`)
      const isBusy = sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate_series(1,%'`
      yield* Effect.repeat(isBusy, { until: (rows) => rows.length > 1 })
    }
    yield* Console.log(yield* server.pid)
    return yield* Effect.never
  }).pipe(
    Effect.provide(
      PgDatabase.layerClient.pipe(Layer.provide(PgDatabase.PgDatabase.layer({ url: server.url, schema: "public" })))
    )
  )
})

Effect.runFork(program.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
