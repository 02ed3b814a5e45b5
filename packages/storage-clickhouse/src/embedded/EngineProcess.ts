import { Deferred, Effect, FileSystem, Stream } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { getCompileCacheDir } from "node:module"
import { availableParallelism } from "node:os"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import type { EngineDeath } from "../protocol/Suspects.ts"

/** The settings of starting the engine. */
export interface EngineLaunch {
  readonly library: string
  readonly data: string
  readonly configFile: string
  /** Milliseconds that a stopped query may run on until the engine ends itself. */
  readonly stuckAfter: number
  /** Bytes that all statements may hold together. */
  readonly memory: number
  /** A unix socket, or a password for a loopback port; port 0 lets the system choose one. */
  readonly listen: { readonly socketPath: string } | { readonly password: string; readonly port: number }
}

/** A started engine that takes statements. */
export interface EngineProcess {
  readonly pid: number
  /** The loopback port; 0 on a unix socket. */
  readonly port: number
  /** Answers the end of its output once the process has ended. */
  readonly exited: Effect.Effect<string>
}

/** The argument by which the engine process of a directory is recognised. */
export const engineMark = (data: string): string => `--engine-of=${data}`

/** The child's program: a source file, the built file beside this one, or the one beside a bundle of everything. */
const entries = ["./engine/main.ts", "./engine/main.js", "./clickhouse-engine.mjs"]

const findEntry = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const files = entries.map((entry) => fileURLToPath(new URL(entry, import.meta.url)))
  const found = yield* Effect.filter(files, (file) => Effect.orElseSucceed(fs.exists(file), () => false))
  const [first] = found
  if (first === undefined) return yield* Effect.die(new Error(`The engine's program is missing: ${files.join(", ")}`))
  return first
})

/** Statements of users' queries at once: as many as one project may have, and one more for others. */
export const queriesAtOnce = Math.min(4, availableParallelism() + 1) + 1

/** Short ones of users' queries at once, beside those. */
export const shortQueriesAtOnce = 3

/** All statements at once, the server's own too; with the ingesting and the controlling one they are the engine's sessions. */
const queries = 2 * queriesAtOnce + shortQueriesAtOnce

/** Code that Node has compiled is kept where this process keeps it. */
const compileCache = (): Readonly<Record<string, string>> => {
  const directory = getCompileCacheDir()
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }
}

const command = (entry: string, { configFile, data, library, listen, memory, stuckAfter }: EngineLaunch) =>
  ChildProcess.make(process.execPath, [entry, engineMark(data)], {
    cwd: "/",
    extendEnv: false,
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: data,
      LC_ALL: "C",
      TZ: "UTC",
      ...compileCache(),
      // Every running statement holds a thread of the pool, and files need some too; Node reads this once, at its start.
      UV_THREADPOOL_SIZE: String(queries + 2 + 4),
      HEDGEROW_ENGINE: JSON.stringify({ library, directory: data, listen, queries, configFile, stuckAfter, memory })
    },
    // Held open as long as this process lives: the engine ends when it closes.
    stdin: "pipe",
    killSignal: "SIGTERM",
    forceKillAfter: "8 seconds"
  })

const keptCharacters = 4_000

/** The death of a process, from its last output. */
export const deathOf = (output: string): EngineDeath => ({ stuck: /^stuck (.+)$/m.exec(output)?.[1] })

/** Starts the engine and stops it with the scope; fails with its output when it ends before it takes statements. */
export const startEngine = Effect.fnUntraced(
  function*(launch: EngineLaunch, onLaunch: Effect.Effect<void> = Effect.void) {
    const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
    const handle = yield* spawner.spawn(command(yield* findEntry, launch)).pipe(
      Effect.mapError((error) => error.message)
    )
    yield* onLaunch
    const ready = yield* Deferred.make<number, string>()
    const exited = yield* Deferred.make<string>()
    let output = ""
    yield* handle.all.pipe(
      Stream.decodeText(),
      Stream.runForEach((text) =>
        Effect.suspend(() => {
          output = (output + text).slice(-keptCharacters)
          const port = /^ready (\d+)$/m.exec(output)?.[1]
          return port === undefined ? Effect.void : Deferred.succeed(ready, Number(port))
        })
      ),
      Effect.ignore,
      Effect.andThen(Effect.ignore(handle.exitCode)),
      Effect.andThen(Effect.suspend(() => {
        const said = output.replace(/^ready \d+\n/m, "").trim()
        return Effect.andThen(Deferred.fail(ready, said), Deferred.succeed(exited, said))
      })),
      Effect.forkScoped
    )
    const port = yield* Deferred.await(ready).pipe(
      Effect.timeoutOrElse({ duration: "2 minutes", orElse: () => Effect.fail(`not ready after 2 minutes: ${output}`) })
    )
    return { pid: handle.pid, port, exited: Deferred.await(exited) } satisfies EngineProcess
  }
)
