import { NodeServices } from "@effect/platform-node"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/EmbeddedPostgres"
import { Console, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Started by `EmbeddedPostgres.test.ts` as a process of its own, to be killed. */
const program = Effect.gen(function*() {
  const server = yield* EmbeddedPostgres.make({ directory: process.argv[2] ?? "", durable: false })
  yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE kept AS SELECT 42 AS n`).pipe(
    Effect.provide(
      PgDatabase.layerClient.pipe(Layer.provide(PgDatabase.PgDatabase.layer({ url: server.url, schema: "public" })))
    )
  )
  yield* Console.log(server.pid)
  return yield* Effect.never
})

Effect.runFork(program.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
