import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { findLibrary, thisPlatform } from "@hedgerow/storage-clickhouse/embedded/Library"
import { Duration, Effect, FileSystem, Result, Stream } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { globSync, readFileSync } from "node:fs"
import { constants, getPriority } from "node:os"
import { basename } from "node:path"
import { clientOf, eventually, isAlive, keptNumbers, temporary } from "./Engines.ts"

const start = (directory: string) => EmbeddedClickHouse.make({ directory })

const createKept = { sql: "CREATE TABLE kept (n UInt32) ENGINE = MergeTree ORDER BY n" }

it.live("keeps inserted rows over a stop, ends its process, and refuses a second server meanwhile", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const pid = yield* Effect.scoped(Effect.gen(function*() {
      const engine = yield* start(directory)
      const clickhouse = yield* clientOf(engine)
      yield* clickhouse.command(createKept)
      yield* clickhouse.insert("kept", ["n"], ["1\n"])
      const error = yield* Effect.flip(Effect.scoped(start(directory)))
      assert.strictEqual(error._tag, "EngineDirectoryUnusable")
      assert.strictEqual(
        error.message,
        `The directory ${directory} is in use by a running server (process ${process.pid})`
      )
      const attached = yield* EmbeddedClickHouse.make({ directory, whenRunning: "attach" })
      assert.deepStrictEqual(yield* keptNumbers(yield* clientOf(attached)), [1])
      return yield* engine.pid
    }))
    assert.isFalse(yield* isAlive(pid))
    const again = yield* start(directory)
    assert.deepStrictEqual(yield* keptNumbers(yield* clientOf(again)), [1])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("holds data once there is a database, not when a start has failed", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const fs = yield* FileSystem.FileSystem
    assert.isFalse(yield* EmbeddedClickHouse.holdsData(`${directory}/none`))
    yield* fs.makeDirectory(`${directory}/data`, { mode: 0o700 })
    assert.isFalse(yield* EmbeddedClickHouse.holdsData(directory))
    yield* Effect.scoped(Effect.flatMap(start(directory), clientOf))
    assert.isTrue(yield* EmbeddedClickHouse.holdsData(directory))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("of two that start at once in an empty directory one wins, the other is refused", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const starts = [Effect.result(start(directory)), Effect.result(start(directory))]
    const results = yield* Effect.all(starts, { concurrency: "unbounded" })
    const failures = results.flatMap((result) => result._tag === "Failure" ? [result.failure._tag] : [])
    assert.deepStrictEqual(failures, ["EngineDirectoryUnusable"])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

/** The priorities of a process's threads by their names, and of its first one. */
const prioritiesOf = (pid: number) =>
  globSync(`/proc/${pid}/task/*`).map((path) => ({
    name: basename(path) === String(pid) ? "first" : readFileSync(`${path}/comm`, "utf8").trim(),
    priority: getPriority(Number(basename(path)))
  }))

it.live("leaves the processors to the server, then to threads that analyse statements, then to those that work", () =>
  Effect.gen(function*() {
    const engine = yield* start(yield* temporary)
    const clickhouse = yield* clientOf(engine)
    yield* clickhouse.command({ sql: "SELECT count() FROM numbers_mt(1000000) FORMAT Null" })
    const pid = yield* engine.pid
    const of = (named: RegExp) =>
      prioritiesOf(pid).filter(({ name }) => named.test(name)).map(({ priority }) => priority - getPriority())
    assert.isTrue(yield* eventually(Effect.sync(() => of(/^libuv-worker/).every((lower) => lower >= 5))))
    assert.isTrue(
      yield* eventually(
        Effect.sync(() => of(/Pool/).every((lower) => lower >= constants.priority.PRIORITY_BELOW_NORMAL))
      )
    )
    assert.deepStrictEqual(of(/^first/), [0])
    assert.isAbove(of(/^libuv-worker/).length, 4)
    assert.isAbove(of(/Pool/).length, 4)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("writes acknowledged rows to the disk, by default", () =>
  Effect.gen(function*() {
    const durability = Effect.fnUntraced(function*(options: { readonly durable?: boolean }) {
      const engine = yield* EmbeddedClickHouse.make({ directory: yield* temporary, ...options })
      const sql = "SELECT value FROM system.merge_tree_settings WHERE name LIKE 'fsync%' ORDER BY name"
      return (yield* (yield* clientOf(engine)).query({ sql })).rows.flat()
    }, Effect.scoped)
    assert.deepStrictEqual(yield* durability({}), ["1", "1"])
    assert.deepStrictEqual(yield* durability({ durable: false }), ["0", "0"])
  }).pipe(Effect.provide(NodeServices.layer)))

it.live("is reached by its own user only", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    const engine = yield* start(directory)
    const modeOf = (path: string) => Effect.map(fs.stat(path), (info) => info.mode & 0o777)
    assert.strictEqual(engine.socketPath, `${directory}/socket/clickhouse`)
    assert.strictEqual(yield* modeOf(`${directory}/socket`), 0o700)
    assert.strictEqual(yield* modeOf(`${directory}/socket/clickhouse`), 0o600)
    assert.strictEqual(yield* modeOf(`${directory}/data`), 0o700)
    assert.strictEqual(yield* modeOf(`${directory}/endpoint`), 0o600)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("listens elsewhere when the path of its directory is too long for a socket", () =>
  Effect.gen(function*() {
    const directory = `${yield* temporary}/${"long-".repeat(20)}`
    const engine = yield* start(directory)
    assert.notInclude(engine.socketPath, directory)
    yield* (yield* clientOf(engine)).ping
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("a directory that cannot be written to is refused by name, and one of a newer format untouched", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    yield* fs.writeFileString(`${directory}/file`, "")
    const unwritable = yield* Effect.flip(start(`${directory}/file/data`))
    assert.strictEqual(
      unwritable.message,
      `The directory ${directory}/file/data cannot be read and written: ENOTDIR: not a directory, access `
        + `'${directory}/file/data'. Give it, with all that is in it, to the user of the server, or name another in `
        + "HEDGEROW_DATA_DIR"
    )
    yield* fs.writeFileString(`${directory}/format`, "2\n")
    const newer = yield* Effect.flip(start(directory))
    assert.strictEqual(newer.message, `The directory ${directory} has format 2, this version reads formats up to 1`)
    assert.strictEqual(yield* fs.readFileString(`${directory}/format`), "2\n")
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("an owner file that names a process of another time does not keep the engine from starting", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* temporary
    yield* fs.writeFileString(`${directory}/owner`, JSON.stringify({ pid: process.pid, started: "long ago" }))
    yield* fs.makeDirectory(`${directory}/data`, { mode: 0o700 })
    yield* fs.writeFileString(`${directory}/data/status`, `PID: ${process.pid}\n`)
    yield* (yield* clientOf(yield* start(directory))).ping
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live(
  "is started again however often it is killed, with what it held; statements meanwhile fail",
  () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const engine = yield* EmbeddedClickHouse.make({ directory, longestPause: Duration.millis(200) })
      const clickhouse = yield* clientOf(engine)
      yield* clickhouse.command(createKept)
      yield* clickhouse.insert("kept", ["n"], ["7\n"])
      const pings = (tag: "Failure" | "Success") =>
        eventually(Effect.map(Effect.result(clickhouse.ping), ({ _tag }) => _tag === tag))
      const pids = new Set<number>()
      for (let deaths = 0; deaths < 4; deaths++) {
        assert.isTrue(yield* eventually(Effect.map(engine.pid, (pid) => !pids.has(pid))))
        const pid = yield* engine.pid
        pids.add(pid)
        process.kill(pid, "SIGKILL")
        assert.isTrue(yield* pings("Failure"))
        // It may be back already.
        const meanwhile = yield* Effect.result(keptNumbers(clickhouse))
        if (Result.isFailure(meanwhile)) assert.strictEqual(meanwhile.failure._tag, "ClickHouseUnavailable")
        assert.isTrue(yield* pings("Success"))
        assert.deepStrictEqual(yield* keptNumbers(clickhouse), [7])
      }
      assert.strictEqual(pids.size, 4)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
  60_000
)

it.effect("says which platform it has no engine for, and when the engine is not installed", () =>
  Effect.gen(function*() {
    const windows = yield* Effect.flip(findLibrary("win32-x64"))
    assert.strictEqual(windows.reason, "unsupported")
    assert.include(windows.message, "no embedded ClickHouse for win32-x64")
    const elsewhere = thisPlatform === "darwin-arm64" ? "linux-arm64" : "darwin-arm64"
    const missing = yield* Effect.flip(findLibrary(elsewhere))
    assert.strictEqual(missing.reason, "missing")
    assert.include(yield* findLibrary(thisPlatform), "@chdb")
  }))

/** Another process that starts the engine, inserts a row, reports it and runs a query without end. */
const owner = (directory: string) => {
  const file = new URL("EngineOwner.ts", import.meta.url).pathname
  return ChildProcess.make(process.execPath, [file, directory], { stderr: "inherit" })
}

const startOwner = Effect.fnUntraced(function*(directory: string) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const child = yield* spawner.spawn(owner(directory))
  const line = yield* child.stdout.pipe(Stream.decodeText(), Stream.splitLines, Stream.take(1), Stream.runCollect)
  return { owner: child.pid, engine: Number(line[0]) }
})

it.live("ends by itself when its owner is killed in the middle of a query, with everything inserted", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const pids = yield* startOwner(directory)
    assert.isTrue(yield* isAlive(pids.engine))
    const refused = yield* Effect.flip(start(directory))
    assert.include(refused.message, `in use by a running server (process ${pids.owner})`)
    process.kill(pids.owner, "SIGKILL")
    assert.isTrue(yield* eventually(Effect.map(isAlive(pids.engine), (alive) => !alive)))
    assert.deepStrictEqual(yield* keptNumbers(yield* clientOf(yield* start(directory))), [42])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("one that cannot end because it hangs is ended by the next start", () =>
  Effect.gen(function*() {
    const directory = yield* temporary
    const pids = yield* startOwner(directory)
    process.kill(pids.engine, "SIGSTOP")
    process.kill(pids.owner, "SIGKILL")
    assert.isTrue(yield* eventually(Effect.map(isAlive(pids.owner), (alive) => !alive)))
    const engine = yield* start(directory)
    assert.isFalse(yield* isAlive(pids.engine))
    assert.deepStrictEqual(yield* keptNumbers(yield* clientOf(engine)), [42])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
