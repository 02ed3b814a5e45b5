import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Layer, Path, Scope, Stream } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/EmbeddedPostgres"

const sqlOf = (server: EmbeddedPostgres.EmbeddedPostgres["Service"]) => PgClient.layer({ url: server.url })

const temporary = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-test-" })
  yield* fs.chmod(directory, 0o755)
  return directory
})

const values = Effect.gen(function*() {
  const sql = yield* PgClient.PgClient
  const rows = yield* sql<{ n: number }>`SELECT n FROM kept ORDER BY n`
  return rows.map((row) => row.n)
})

const start = (directory: string) => EmbeddedPostgres.make({ directory, durable: false })


  it.live("keeps what was committed over a stop, and refuses a second server meanwhile", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      yield* Effect.scoped(Effect.gen(function*() {
        const server = yield* start(directory)
        yield* Effect.gen(function*() {
          const sql = yield* PgClient.PgClient
          yield* sql`CREATE TABLE kept (n int4)`
          yield* sql`INSERT INTO kept VALUES (1)`
          const [collation] = yield* sql<{ lower: string }>`SELECT lower('ÄÉ') AS lower`
          assert.deepStrictEqual(collation, { lower: "äé" })
        }).pipe(Effect.provide(sqlOf(server)))
        const error = yield* Effect.flip(Effect.scoped(start(directory)))
        assert.strictEqual(error._tag, "DataDirectoryUnusable")
        assert.include(error.message, directory)
        assert.include(error.message, `in use by a running server (process ${server.pid})`)
        const attached = yield* EmbeddedPostgres.make({ directory, whenRunning: "attach" })
        assert.deepStrictEqual(yield* values.pipe(Effect.provide(sqlOf(attached))), [1])
      }))
      const again = yield* start(directory)
      assert.deepStrictEqual(yield* values.pipe(Effect.provide(sqlOf(again))), [1])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

