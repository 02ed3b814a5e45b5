import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import { copyTree } from "@hedgerow/storage-pg/embedded/Home"
import { queryFailure } from "@hedgerow/storage-pg/query/QueryFailures"
import { Effect, FileSystem, Layer, Schedule, Stream } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { SqlClient } from "effect/sql"

type Server = EmbeddedPostgres.EmbeddedPostgres["Service"]

const temporary = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-test-" })
  yield* fs.chmod(directory, 0o755)
  return directory
})

const start = (directory: string) => EmbeddedPostgres.make({ directory, durable: false })

/** Runs SQL on a server. */
const on = <A, E>(server: Server, use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.flatMap(SqlClient.SqlClient, use).pipe(
    Effect.provide(
      PgDatabase.layerClient.pipe(Layer.provide(PgDatabase.PgDatabase.layer({ url: server.url, schema: "public" })))
    )
  )

const values = (server: Server) =>
  on(server, (sql) => Effect.map(sql<{ n: number }>`SELECT n FROM kept ORDER BY n`, (rows) => rows.map((row) => row.n)))

it.live("keeps committed rows over a stop, and refuses a second server meanwhile", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    yield* Effect.scoped(Effect.gen(function*() {
      const server = yield* start(directory)
      yield* on(server, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS n`)
      const [row] = yield* on(server, (sql) => sql`SELECT lower('ÄÉ') AS lower`)
      assert.deepStrictEqual(row, { lower: "äé" })
      const error = yield* Effect.flip(Effect.scoped(start(directory)))
      assert.strictEqual(error._tag, "DataDirectoryUnusable")
      assert.include(error.message, directory)
      assert.include(error.message, `in use by a running server (process ${process.pid})`)
      const attached = yield* EmbeddedPostgres.make({ directory, whenRunning: "attach" })
      assert.deepStrictEqual(yield* values(attached), [1])
    }))
    const again = yield* start(directory)
    assert.deepStrictEqual(yield* values(again), [1])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a query that spills does not fill the disk", () =>
  Effect.gen(function*() {
    const sorted = "SELECT count(*) FROM (SELECT n FROM generate_series(1, 1000000) AS n ORDER BY md5(n::text)) AS s"
    const server = yield* EmbeddedPostgres.make({
      directory: yield* temporary,
      settings: { temp_file_limit: "1MB", work_mem: "64kB" }
    })
    const error = yield* Effect.flip(on(server, (sql) => sql.unsafe(sorted)))
    assert.strictEqual(queryFailure(error, 1000)?._tag, "QueryTooLarge")
    const other = yield* start(yield* temporary)
    const [row] = yield* on(other, (sql) => sql`SHOW temp_file_limit`)
    assert.deepStrictEqual(row, { temp_file_limit: "8GB" })
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("of two that start at once in an empty directory one wins, the other is refused", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const exits = yield* Effect.all([Effect.result(start(directory)), Effect.result(start(directory))], {
      concurrency: "unbounded"
    })
    const failures = exits.flatMap((exit) => exit._tag === "Failure" ? [exit.failure._tag] : [])
    assert.deepStrictEqual(failures, ["DataDirectoryUnusable"])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a directory that cannot be written to is refused by name", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const file = `${yield* temporary}/file`
    yield* fs.writeFileString(file, "")
    const error = yield* Effect.flip(start(`${file}/data`))
    assert.strictEqual(error._tag, "DataDirectoryUnusable")
    assert.strictEqual(
      error.message,
      `The directory ${file}/data cannot be read and written: ENOTDIR: not a directory, access '${file}/data'. Give it, `
        + "with all that is in it, to the user of the server, or name another in HEDGEROW_DATA_DIR"
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a file of the directory that cannot be read is refused by name, and is not written over", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    for (const name of ["format", "data/PG_VERSION"]) {
      const directory = yield* temporary
      // Nobody reads a directory as a file, not even root.
      yield* fs.makeDirectory(`${directory}/${name}`, { recursive: true })
      const { message } = yield* Effect.flip(start(directory))
      assert.include(message, `The directory ${directory} cannot be read and written: EISDIR: `)
      assert.strictEqual((yield* fs.stat(`${directory}/${name}`)).type, "Directory")
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("data of another major version is refused", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    yield* fs.makeDirectory(`${directory}/data`)
    yield* fs.writeFileString(`${directory}/data/PG_VERSION`, "15\n")
    const error = yield* Effect.flip(start(directory))
    assert.strictEqual(
      error.message,
      `The directory ${directory} holds data of PostgreSQL 15 by its data/PG_VERSION, this server is PostgreSQL 18: use a release with that version, or restore a backup`
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a copy of the binaries does not lead back to the original", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    yield* fs.makeDirectory(`${directory}/from/lib`, { recursive: true })
    yield* fs.writeFileString(`${directory}/from/lib/libx.so.1.2`, "library")
    yield* fs.symlink("libx.so.1.2", `${directory}/from/lib/libx.so.1`)
    yield* copyTree(`${directory}/from`, `${directory}/to`)
    yield* fs.remove(`${directory}/from`, { recursive: true })
    assert.strictEqual(yield* fs.readLink(`${directory}/to/lib/libx.so.1`), "libx.so.1.2")
    assert.strictEqual(yield* fs.readFileString(`${directory}/to/lib/libx.so.1`), "library")
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a directory carries its format, and one of a newer version is refused untouched", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    yield* Effect.scoped(start(directory))
    assert.strictEqual(yield* fs.readFileString(`${directory}/format`), "1\n")
    for (
      const [format, words] of [
        ["2", "has format 2, this version reads formats up to 1"],
        ["next", `has a damaged file: ${directory}/format holds no number of a format`]
      ] as const
    ) {
      yield* fs.writeFileString(`${directory}/format`, `${format}\n`)
      const error = yield* Effect.flip(start(directory))
      assert.isTrue(error.message.startsWith(`The directory ${directory} ${words}`), error.message)
      assert.strictEqual(yield* fs.readFileString(`${directory}/format`), `${format}\n`)
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a pid file that names some other process does not keep the server from starting", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    yield* Effect.scoped(start(directory))
    yield* fs.writeFileString(`${directory}/data/postmaster.pid`, `${process.pid}\n${directory}/data\n0\n5432\n`)
    yield* start(directory)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

/** As soon as the server takes statements. */
const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, { times: 500, schedule: Schedule.spaced("20 millis") })

it.live("a server that is killed is started again, whatever its processes are at, and given up when that goes on", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    yield* Effect.scoped(Effect.gen(function*() {
      const server = yield* EmbeddedPostgres.make({ directory, durable: false, mostCrashes: 2 })
      yield* on(server, (sql) => sql`CREATE TABLE kept AS SELECT 7 AS n`)
      // It looks for the server only when it is done, and keeps another one from starting until then.
      const busy = on(server, (sql) => sql`SELECT count(*) FROM generate_series(1, 1e12::bigint)`)
      yield* Effect.forkScoped(Effect.ignore(busy))
      const isBusy = on(server, (sql) => sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate_series(1,%'`)
      yield* Effect.repeat(isBusy, { until: (rows) => rows.length > 1 })
      const first = yield* server.pid
      process.kill(first, "SIGKILL")
      yield* Effect.repeat(Effect.delay(server.pid, "10 millis"), { until: (pid) => pid !== first })
      assert.deepStrictEqual(yield* eventually(values(server)), [7])
      process.kill(yield* server.pid, "SIGKILL")
      const crash = yield* Effect.flip(server.crashed)
      assert.strictEqual(crash._tag, "PostgresCrashed")
      assert.include(crash.message, "keeps ending unexpectedly")
      assert.include(crash.message, "restore a backup")
    }))
    const again = yield* start(directory)
    assert.deepStrictEqual(yield* values(again), [7])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a directory whose server was killed together with its owner is started on, whatever was left running", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
    const child = yield* spawner.spawn(owner(directory, "busy"))
    const line = yield* child.stdout.pipe(Stream.decodeText(), Stream.splitLines, Stream.take(1), Stream.runCollect)
    yield* child.kill({ killSignal: "SIGKILL" }).pipe(Effect.ignore)
    process.kill(Number(line[0]), "SIGKILL")
    const server = yield* start(directory)
    assert.deepStrictEqual(yield* values(server), [42])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

/** Another process that starts a server, writes a row and reports it. */
const owner = (directory: string, ...args: ReadonlyArray<string>) => {
  const file = new URL("EmbeddedOwner.ts", import.meta.url).pathname
  return ChildProcess.make(process.execPath, [file, directory, ...args], { stderr: "inherit" })
}

it.live("the server of a process that was killed is taken over, with everything committed", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
    const child = yield* spawner.spawn(owner(directory))
    const line = yield* child.stdout.pipe(Stream.decodeText(), Stream.splitLines, Stream.take(1), Stream.runCollect)
    const orphan = Number(line[0])
    assert.isAbove(orphan, 0)
    yield* child.kill({ killSignal: "SIGKILL" }).pipe(Effect.ignore)
    assert.doesNotThrow(() => process.kill(orphan, 0), undefined, "the orphan still runs")
    const server = yield* start(directory)
    assert.notStrictEqual(yield* server.pid, orphan)
    assert.deepStrictEqual(yield* values(server), [42])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
