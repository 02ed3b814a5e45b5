import { supervise } from "@hedgerow/core/shared/Supervision"
import { Context, Effect, type FileSystem, Layer, Path, Redacted, Schedule, type Scope } from "effect"
import { endBackends } from "./Backends.ts"
import { type Binaries, findBinaries } from "./Binaries.ts"
import { openDirectory, prepareData, socketDirectory } from "./DataDirectory.ts"
import { checkFormat } from "./DirectoryFormat.ts"
import {
  DataDirectoryUnusable,
  type EmbeddedPostgresError,
  PostgresCrashed,
  PostgresStartFailed
} from "./EmbeddedPostgresErrors.ts"
import { place } from "./Placement.ts"
import { findPostmaster, ownerSetting, type Postmaster, stopOrphan } from "./Postmaster.ts"
import { type Launch, type RunAs, scoped } from "./ServerProcess.ts"

export * from "./EmbeddedPostgresErrors.ts"

/** The settings of the server of a directory. */
export interface EmbeddedPostgresOptions {
  /** The server's home; made when missing. It holds `data` and, when the path is short enough, `socket`. */
  readonly directory: string
  /**
   * The behaviour when a live server already owns the directory. Default: refuse. `wait` is for who knows that another
   * process does: it attaches as soon as that one has started its server, or has started it again.
   */
  readonly whenRunning?: "refuse" | "attach" | "wait"
  /** Whether commits survive a power failure. Default true; tests turn it off. A killed process loses nothing. */
  readonly durable?: boolean
  /** More server settings, by name. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * The number of times in a row, each within a minute of its start, that the server may end until it is given up.
   * Default 10.
   */
  readonly mostCrashes?: number
  /** Whether the disk has room; while it has none, an ended server is not started again. Default: it always has. */
  readonly hasSpace?: Effect.Effect<boolean>
}

/** A PostgreSQL server of our own, reachable over a unix socket only, that lives as long as the layer. */
export class EmbeddedPostgres extends Context.Service<EmbeddedPostgres, {
  /** The URL of its database, for `PgStorage` and for any other client. */
  readonly url: Redacted.Redacted
  readonly socketDirectory: string
  readonly port: number
  /** The process that runs now: another one after a crash. */
  readonly pid: Effect.Effect<number>
  /** Whether another process runs it, which this one has attached to. */
  readonly isAttached: boolean
  /** The end of what the server has written to its log; empty where another process runs it. */
  readonly log: Effect.Effect<string>
  /** Fails when the server ended too often in a row to be started again; never succeeds. */
  readonly crashed: Effect.Effect<never, PostgresCrashed>
}>()("@hedgerow/storage-pg/embedded/EmbeddedPostgres") {}

type Found = Postmaster | undefined

const port = 5432

const urlOf = (socket: string, socketPort: number) =>
  Redacted.make(`postgres://hedgerow@localhost:${socketPort}/postgres?host=${encodeURIComponent(socket)}`)

const attached = (postmaster: Postmaster) =>
  EmbeddedPostgres.of({
    url: urlOf(postmaster.socketDirectory, postmaster.port),
    socketDirectory: postmaster.socketDirectory,
    port: postmaster.port,
    pid: Effect.succeed(postmaster.pid),
    isAttached: true,
    log: Effect.succeed(""),
    crashed: Effect.never
  })

const settingsOf = (socket: string, options: EmbeddedPostgresOptions): ReadonlyArray<string> => {
  const durability: Record<string, string> = options.durable === false
    ? { fsync: "off", full_page_writes: "off" }
    : {}
  const settings: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: socket,
    unix_socket_permissions: "0700",
    port: String(port),
    max_wal_senders: "0",
    // A backup beside the server needs the log of its time.
    wal_level: "replica",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    // Rows that a query sorts and joins beyond its memory go to files: one query must not fill the disk.
    temp_file_limit: "8GB",
    ...durability,
    ...options.settings,
    [ownerSetting]: String(process.pid)
  }
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

/** Of two that start in one directory at the same time, PostgreSQL's own lock lets one through. */
const startFailure = Effect.fnUntraced(function*(directory: string, data: string, output: string) {
  const holder = /lock file "postmaster\.pid" already exists[^]*\(PID (\d+)\)/.exec(output)?.[1]
  if (holder === undefined) return new PostgresStartFailed({ directory, output })
  const pid = (yield* findPostmaster(data))?.owner ?? Number(holder)
  return new DataDirectoryUnusable({ directory, fault: { _tag: "InUse", pid } })
})

const startOnce = Effect.fnUntraced(function*(launch: Launch) {
  const server = yield* scoped(launch, "database system is ready to accept connections")
  yield* server.ready
  return server
})

/** Starts the server, also where a killed one has left processes behind; fails with its output. */
const startServer = (launch: Launch, data: string) =>
  Effect.andThen(findPostmaster(data), startOnce(launch)).pipe(
    Effect.catchIf(
      (output) => output.includes("pre-existing shared memory block"),
      () => Effect.andThen(endBackends(data), startOnce(launch))
    )
  )

const launch = Effect.fnUntraced(function*(
  home: string,
  data: string,
  binaries: Binaries,
  runAs: RunAs | undefined,
  options: EmbeddedPostgresOptions
) {
  const socket = yield* socketDirectory(home, runAs)
  const args = ["-D", data, ...settingsOf(socket, options)]
  const server = yield* supervise({
    name: "PostgreSQL",
    directory: home,
    start: startServer({ command: binaries.postgres, args, runAs }, data),
    exited: ({ exited, output }) => Effect.map(exited, output),
    mostCrashes: options.mostCrashes ?? 10,
    hasSpace: options.hasSpace
  }).pipe(Effect.catch((output) => Effect.flatMap(startFailure(home, data, output), Effect.fail)))
  return EmbeddedPostgres.of({
    url: urlOf(socket, port),
    socketDirectory: socket,
    port,
    pid: Effect.map(server.current, ({ pid }) => pid),
    isAttached: false,
    log: Effect.map(server.current, ({ output }) => output()),
    crashed: Effect.mapError(server.crashed, (output) => new PostgresCrashed({ directory: home, output }))
  })
})

/** The longest that another process needs to start its server, or to start it again. */
const lookAgain = { times: 300, schedule: Schedule.spaced("100 millis") }

/** The server of a process that is just starting it, perhaps. */
const awaitOther = Effect.fnUntraced(function*<R>(directory: string, find: Effect.Effect<Found, never, R>) {
  const found = yield* Effect.repeat(find, { until: (running) => running !== undefined, ...lookAgain })
  if (found !== undefined) return found
  return yield* new PostgresStartFailed({ directory, output: "the process that uses the directory runs none" })
})

/**
 * Starts the server of a directory, starts it again when it ends, and stops it with the scope.
 *
 * A directory is owned by the process that started its server. When that process was killed, its server is stopped in
 * order and started anew; PostgreSQL itself recovers from a kill of its own processes. A directory whose owner lives is
 * refused (or attached to).
 */
export const make = (options: EmbeddedPostgresOptions): Effect.Effect<
  EmbeddedPostgres["Service"],
  EmbeddedPostgresError,
  FileSystem.FileSystem | Path.Path | Scope.Scope
> =>
  Effect.gen(function*() {
    const path = yield* Path.Path
    const found = yield* findBinaries
    const asked = yield* openDirectory(path.resolve(options.directory))
    const { binaries, home, runAs } = yield* place(asked, found)
    yield* checkFormat(home)
    const find = findPostmaster(path.join(home, "data"))
    const running = yield* options.whenRunning === "wait" ? awaitOther(home, find) : find
    if (running !== undefined && !running.isOrphan) {
      if (options.whenRunning !== "refuse" && options.whenRunning !== undefined) return attached(running)
      return yield* new DataDirectoryUnusable({
        directory: options.directory,
        fault: { _tag: "InUse", pid: running.owner }
      })
    }
    if (running !== undefined) yield* stopOrphan(running.pid)
    const data = yield* prepareData(home, binaries, runAs, options.durable !== false)
    return yield* launch(home, data, binaries, runAs, options)
  })

/** The service of a directory; see `make`. */
export const layer = (options: EmbeddedPostgresOptions): Layer.Layer<
  EmbeddedPostgres,
  EmbeddedPostgresError,
  FileSystem.FileSystem | Path.Path
> => Layer.effect(EmbeddedPostgres, make(options))

/** Stops the server of a directory when the process that started it is gone; answers whether there was one. */
export const stopLeftBehind = Effect.fnUntraced(function*(directory: string) {
  const path = yield* Path.Path
  const running = yield* findPostmaster(path.join(directory, "data"))
  if (running === undefined || !running.isOrphan) return false
  yield* stopOrphan(running.pid)
  return true
})
