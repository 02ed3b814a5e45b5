import { supervise } from "@hedgerow/core/shared/Supervision"
import {
  Context,
  Duration,
  Effect,
  FileSystem,
  Layer,
  Option,
  Path,
  PubSub,
  Redacted,
  Schedule,
  type Scope
} from "effect"
import type { ChildProcessSpawner } from "effect/process"
import { randomBytes } from "node:crypto"
import type { EngineDeath } from "../protocol/Suspects.ts"
import {
  type EmbeddedClickHouseError,
  EngineDirectoryUnusable,
  type EngineNotInstalled,
  EngineStartFailed
} from "./EmbeddedClickHouseErrors.ts"
import { type Endpoint, readEndpoint, writeEndpoint } from "./Endpoint.ts"
import { writeConfig } from "./EngineConfig.ts"
import { checkFormat, openDirectory, privateDirectory, socketPath } from "./EngineDirectory.ts"
import { engineMemory, statementMemory } from "./EngineMemory.ts"
import { deathOf, type EngineLaunch, type EngineProcess, startEngine } from "./EngineProcess.ts"
import { endLeftBehind, findEngine } from "./LeftBehind.ts"
import { findLibrary, thisPlatform } from "./Library.ts"
import { findOwner, own } from "./Owner.ts"
import { removeAbandoned } from "./Shadow.ts"

export * from "./EmbeddedClickHouseErrors.ts"

/** The settings of the engine of a directory. */
export interface EmbeddedClickHouseOptions {
  /** The engine's home; made when missing. It holds `data` and, when the path is short enough, `socket`. */
  readonly directory: string
  /**
   * The behaviour when a live server already owns the directory. Default: refuse. `wait` is for who knows that one
   * does: it attaches as soon as that server has started its engine, and starts none itself.
   */
  readonly whenRunning?: "refuse" | "attach" | "wait"
  /** Whether inserts survive a power failure. Default true; tests turn it off. A killed process loses nothing. */
  readonly durable?: boolean
  /**
   * The way that clients reach it. Default: a unix socket, and a loopback port with a password where that is not
   * possible.
   */
  readonly transport?: "socket" | "loopback"
  /** The longest pause before an engine that ended again and again is started once more. Default 5 seconds. */
  readonly longestPause?: Duration.Duration
  /** The time that a stopped query may run on until the engine ends itself and starts anew. Default 10 seconds. */
  readonly stuckAfter?: Duration.Duration
  /**
   * Bytes that all its statements may hold together. Default: a third of the memory of the machine or control group.
   */
  readonly memory?: number | undefined
  /** Whether the disk has room; while it has none, an ended engine is not started again. Default: it always has. */
  readonly hasSpace?: Effect.Effect<boolean>
  /** Run each time when the engine's process has been started, which is well before it takes statements. */
  readonly onLaunch?: Effect.Effect<void>
}

/** A ClickHouse of our own in a child process, reachable by us only, that lives as long as the layer. */
export class EmbeddedClickHouse extends Context.Service<EmbeddedClickHouse, {
  /** The URL for any client; on a unix socket its host and port mean nothing. */
  readonly url: Redacted.Redacted
  /** The unix socket; undefined where the engine listens on loopback instead. */
  readonly socketPath: string | undefined
  /** The process of the engine that runs now: another one after a crash. */
  readonly pid: Effect.Effect<number>
  /** Bytes that one statement of a user's query may hold, where nothing else is stated for it. */
  readonly statementMemory: number
  /** Each end of the process that nobody asked for. The engine is started again after each, for ever. */
  readonly deaths: PubSub.PubSub<EngineDeath>
}>()("@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse") {}

type Platform = FileSystem.FileSystem | Path.Path | ChildProcessSpawner.ChildProcessSpawner

const password = Effect.sync(() => randomBytes(24).toString("base64url"))

/** A port, once chosen, is kept: the URL that clients have holds it. */
const keepPort = (launch: EngineLaunch, { port }: EngineProcess): EngineLaunch =>
  "port" in launch.listen ? { ...launch, listen: { ...launch.listen, port } } : launch

const memoryOf = ({ memory = engineMemory() }: Pick<EmbeddedClickHouseOptions, "memory">): number => memory

const run = Effect.fnUntraced(function*(home: string, data: string, options: EmbeddedClickHouseOptions) {
  const library = yield* findLibrary(thisPlatform)
  yield* endLeftBehind(data)
  yield* removeAbandoned(data)
  const socket = options.transport === "loopback" ? undefined : yield* socketPath(home)
  const secret = yield* password
  const listen = socket === undefined ? { password: secret, port: 0 } : { socketPath: socket }
  const configFile = yield* writeConfig(home, options.durable !== false)
  const deaths = yield* PubSub.unbounded<EngineDeath>()
  const stuckAfter = options.stuckAfter ?? Duration.seconds(10)
  const memory = memoryOf(options)
  const launch: EngineLaunch = { library, data, configFile, listen, stuckAfter: Duration.toMillis(stuckAfter), memory }
  const engine = yield* supervise({
    name: "ClickHouse",
    directory: home,
    start: startEngine(launch, options.onLaunch),
    startAgain: (first) => startEngine(keepPort(launch, first), options.onLaunch),
    exited: ({ exited }) => Effect.tap(exited, (said) => PubSub.publish(deaths, deathOf(said))),
    longestPause: options.longestPause ?? Duration.seconds(5),
    hasSpace: options.hasSpace
  }).pipe(Effect.mapError((output) => new EngineStartFailed({ directory: home, output })))
  const { port } = yield* engine.current
  const endpoint: Endpoint = socket === undefined
    ? { url: `http://hedgerow:${secret}@127.0.0.1:${port}`, socketPath: undefined }
    : { url: "http://localhost:8123", socketPath: socket }
  yield* writeEndpoint(home, endpoint)
  return EmbeddedClickHouse.of({
    url: Redacted.make(endpoint.url),
    socketPath: endpoint.socketPath,
    pid: Effect.map(engine.current, ({ pid }) => pid),
    statementMemory: statementMemory(memory),
    deaths
  })
})

/** The engine of another Hedgerow process, when it runs. */
const attach = Effect.fnUntraced(function*(home: string, data: string, memory: number) {
  const owner = yield* findOwner(home)
  const engine = yield* findEngine(data)
  const endpoint = yield* readEndpoint(home)
  if (owner === undefined || engine === undefined || endpoint._tag === "None") return undefined
  return EmbeddedClickHouse.of({
    url: Redacted.make(endpoint.value.url),
    socketPath: endpoint.value.socketPath,
    pid: Effect.succeed(engine.pid),
    statementMemory: statementMemory(memory),
    deaths: yield* PubSub.unbounded<EngineDeath>()
  })
})

/** The longest that a server needs to start its engine, or to start it again. */
const lookAgain = { times: 300, schedule: Schedule.spaced("100 millis") }

/** The engine of a server that is just starting it, perhaps. */
const awaitOther = Effect.fnUntraced(function*(home: string, data: string, memory: number) {
  const found = yield* Effect.repeat(attach(home, data, memory), {
    until: (engine) => engine !== undefined,
    ...lookAgain
  })
  if (found !== undefined) return found
  return yield* new EngineStartFailed({ directory: home, output: "the server that uses the directory runs none" })
})

/** The engine's own lock stands behind this one: of two processes that get as far as starting it, one is refused. */
const lockedOut = (data: string, failed: EngineStartFailed) =>
  Effect.map(findEngine(data), (engine) =>
    engine !== undefined && failed.output.includes("Another server instance")
      ? new EngineDirectoryUnusable({ directory: failed.directory, fault: { _tag: "InUse", pid: engine.pid } })
      : failed)

/**
 * Starts the engine of a directory, starts it again when it ends, and stops it with the scope.
 *
 * A directory is owned by the process that made this; one whose owner lives is refused (or attached to). The engine
 * ends with its owner, however that ended.
 */
export const make = (options: EmbeddedClickHouseOptions): Effect.Effect<
  EmbeddedClickHouse["Service"],
  EmbeddedClickHouseError,
  Platform | Scope.Scope
> =>
  Effect.gen(function*() {
    const path = yield* Path.Path
    const home = yield* openDirectory(path.resolve(options.directory))
    const data = yield* privateDirectory(home, path.join(home, "data"))
    if (options.whenRunning === "wait") return yield* awaitOther(home, data, memoryOf(options))
    const running = options.whenRunning === "attach" ? yield* attach(home, data, memoryOf(options)) : undefined
    if (running !== undefined) return running
    yield* checkFormat(home)
    yield* own(home)
    return yield* run(home, data, options).pipe(
      Effect.catchTag("EngineStartFailed", (failed) => Effect.flatMap(lockedOut(data, failed), Effect.fail))
    )
  })

/** Fails where the engine cannot run, or is not installed. */
export const requireInstalled: Effect.Effect<void, EngineNotInstalled> = Effect.asVoid(findLibrary(thisPlatform))

/** Whether an engine has kept its data in a directory: it has a database there. A start that failed leaves none. */
export const holdsData = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const databases = yield* Effect.option(fs.readDirectory(path.resolve(directory, "data", "metadata")))
  return Option.exists(databases, (names) => names.length > 0)
})

/** The service of a directory; see `make`. */
export const layer = (options: EmbeddedClickHouseOptions): Layer.Layer<
  EmbeddedClickHouse,
  EmbeddedClickHouseError,
  Platform
> => Layer.effect(EmbeddedClickHouse, make(options))
