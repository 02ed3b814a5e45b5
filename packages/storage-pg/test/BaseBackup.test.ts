import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as BaseBackup from "@hedgerow/storage-pg/embedded/BaseBackup"
import { baseBackupFiles, controlFile } from "@hedgerow/storage-pg/embedded/BaseBackupFiles"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import { Effect, Fiber, FileSystem, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { basename, join } from "node:path"

const temporary = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-test-" })
  yield* fs.chmod(directory, 0o755)
  return directory
})

const start = (directory: string, settings: Readonly<Record<string, string>> = {}) =>
  EmbeddedPostgres.make({ directory, durable: false, settings })

/** Runs SQL on a server. */
const on = <A, E>(
  server: EmbeddedPostgres.EmbeddedPostgres["Service"],
  use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>
) =>
  Effect.flatMap(SqlClient.SqlClient, use).pipe(
    Effect.provide(
      PgDatabase.layerClient.pipe(Layer.provide(PgDatabase.PgDatabase.layer({ url: server.url, schema: "public" })))
    )
  )

it.live("keeps writers away while the state is taken, and leaves nothing behind", () =>
  Effect.gen(function*() {
    const server = yield* start(yield* temporary)
    yield* on(server, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS n`)
    const writing = on(server, (sql) => sql`INSERT INTO kept VALUES (2)`)
    const read = on(server, (sql) => sql`SELECT n FROM kept`)
    const isWaiting = on(server, (sql) => sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
    const { end, writer } = yield* Effect.scoped(Effect.gen(function*() {
      const base = yield* BaseBackup.begin
      return yield* base.whileQuiet(Effect.gen(function*() {
        const writer = yield* Effect.forkDetach(writing)
        yield* Effect.repeat(isWaiting, { until: (rows) => rows.length > 0 })
        assert.strictEqual((yield* read).length, 1)
        return { end: yield* base.end, writer }
      }))
    })).pipe(Effect.provideService(EmbeddedPostgres.EmbeddedPostgres, server))
    yield* Fiber.join(writer)
    assert.strictEqual((yield* read).length, 2)
    assert.match(end.label, /^START WAL LOCATION: [^]*LABEL: hedgerow backup\n/)
    assert.isNotEmpty(end.segments)
    assert.isTrue(end.segments.every((name) => /^[\dA-F]{24}$/.test(name)))
    assert.deepStrictEqual(yield* on(server, (sql) => sql`SELECT slot_name FROM pg_replication_slots`), [])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("copies files, and neither locks, sessions' files nor the log", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    yield* Effect.scoped(start(directory))
    const data = join(directory, "data")
    const names = [
      "postmaster.pid",
      "backup_label",
      "pg_notify/0000",
      "base/5/t3_16384",
      "base/5/16384",
      "base/5/pgsql_tmp"
    ]
    for (const name of names) yield* fs.writeFileString(join(data, name), "")
    const { directories, files } = yield* baseBackupFiles(data)
    const paths = new Set(files.map(({ path }) => path))
    assert.deepStrictEqual(names.filter((name) => paths.has(name)), ["base/5/16384"])
    assert.includeMembers([...paths], [controlFile, "PG_VERSION", "pg_xact/0000"])
    assert.isEmpty([...paths].filter((path) => path.startsWith("pg_wal/") || basename(path).startsWith("pg_internal")))
    assert.includeMembers([...directories], ["pg_notify", "pg_wal", "pg_wal/archive_status", "pg_tblspc"])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a server with a shorter log is refused with a way out", () =>
  Effect.gen(function*() {
    const server = yield* start(yield* temporary, { wal_level: "minimal" })
    const error = yield* Effect.flip(Effect.scoped(BaseBackup.begin)).pipe(
      Effect.provideService(EmbeddedPostgres.EmbeddedPostgres, server)
    )
    assert.strictEqual(error._tag, "LogTooShort")
    assert.include(error.message, "restart the server")
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
