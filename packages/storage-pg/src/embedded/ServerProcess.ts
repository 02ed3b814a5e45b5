import { Deferred, Effect, Exit, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"

/** The operating-system user a process runs as. */
export interface RunAs {
  readonly uid: number
  readonly gid: number
}

/** The program to run. Effect's `ChildProcess` has no user to run as, so this uses Node's own `spawn`. */
export interface Launch {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly runAs: RunAs | undefined
}

/** A started process. `output` is the end of what it wrote. */
export interface ServerProcess {
  readonly pid: number
  readonly output: () => string
  /** Succeeds when a line with this text was written; fails with the output when the process ended before. */
  readonly ready: Effect.Effect<void, string>
  /** Succeeds with the exit code once the process has ended. */
  readonly exited: Effect.Effect<number>
}

const keptCharacters = 4_000

/** The time in which a program's last output may arrive. */
const lastWords = "100 millis"

const start = (launch: Launch): ChildProcess =>
  spawn(launch.command, launch.args, {
    cwd: "/",
    // A session of its own: Ctrl-C in a terminal must reach our process alone, which then stops this one in order.
    detached: true,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "pipe", "pipe"],
    ...launch.runAs
  })

const watch = (child: ChildProcess, readyText: string): ServerProcess => {
  const ready = Deferred.makeUnsafe<void>()
  const ended = Deferred.makeUnsafe<number>()
  const closed = Deferred.makeUnsafe<void>()
  let output = ""
  const read = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-keptCharacters)
    if (output.includes(readyText)) Deferred.doneUnsafe(ready, Effect.void)
  }
  const end = (code: number) => Deferred.doneUnsafe(ended, Effect.succeed(code))
  child.stdout?.on("data", read)
  child.stderr?.on("data", read)
  child.on("error", (error) => {
    output += error.message
    end(-1)
    Deferred.doneUnsafe(closed, Effect.void)
  })
  child.on("exit", (code) => end(code ?? -1))
  child.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
  // Processes that it has started may live on and keep its output open.
  const exited = Effect.tap(Deferred.await(ended), Effect.timeoutOption(Deferred.await(closed), lastWords))
  const failed = Effect.flatMap(exited, () => Effect.fail(output.trim()))
  return {
    pid: child.pid ?? -1,
    output: () => output.trim(),
    ready: Effect.raceFirst(Deferred.await(ready), failed),
    exited
  }
}

/** Runs a program to its end and answers its exit code and output; interruption ends it, and what it has started. */
export const run = (launch: Launch): Effect.Effect<{ readonly code: number; readonly output: string }> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const child = start(launch)
      return { child, program: watch(child, "\0") }
    }),
    ({ program }) => Effect.map(program.exited, (code) => ({ code, output: program.output() })),
    ({ child, program }, exit) => Exit.isSuccess(exit) ? Effect.void : end(child, program)
  )

/** It leads a group of processes, which end with it. */
const end = (child: ChildProcess, program: ServerProcess): Effect.Effect<void> =>
  Effect.andThen(
    Effect.ignore(Effect.try(() => child.pid === undefined || process.kill(-child.pid, "SIGKILL"))),
    program.exited
  )

const stopTimeout = "10 seconds"

const stop = (child: ChildProcess, process: ServerProcess): Effect.Effect<void> =>
  Effect.gen(function*() {
    child.kill("SIGINT")
    const code = yield* Effect.timeoutOption(process.exited, stopTimeout)
    if (code._tag === "Some") return
    child.kill("SIGQUIT")
    yield* process.exited
  })

/**
 * Starts a server and stops it with the scope: first fast (SIGINT), then at once (SIGQUIT). It is also stopped when
 * this process exits without closing the scope.
 */
export const scoped = (launch: Launch, readyText: string): Effect.Effect<ServerProcess, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const child = start(launch)
        const onExit = () => child.kill("SIGINT")
        process.once("exit", onExit)
        const server = watch(child, readyText)
        return { child, onExit, server }
      }),
      ({ child, onExit, server }) =>
        Effect.ensuring(stop(child, server), Effect.sync(() => process.off("exit", onExit)))
    ),
    ({ server }) => server
  )
