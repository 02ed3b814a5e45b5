import { Effect, FileSystem, Option } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"

/** A live process: `started` distinguishes it from a later one with the same id. */
export interface ProcessInfo {
  readonly pid: number
  readonly started: string
  readonly command: string
}

const linuxProcess = Effect.fnUntraced(function*(pid: number) {
  const fs = yield* FileSystem.FileSystem
  const stat = yield* fs.readFileString(`/proc/${pid}/stat`)
  const command = yield* fs.readFileString(`/proc/${pid}/cmdline`)
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const isZombie = fields[0] === "Z"
  return isZombie ? undefined : { pid, started: fields[19] ?? "", command: command.replaceAll("\0", " ") }
})

const otherProcess = Effect.fnUntraced(function*(pid: number) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const output = yield* spawner.string(
    ChildProcess.make("ps", ["-ww", "-o", "lstart=,command=", "-p", String(pid)], {
      env: { LC_ALL: "C" },
      extendEnv: true
    })
  )
  const [, started, command] = /^\s*(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)$/m.exec(output) ?? []
  return started === undefined || command === undefined ? undefined : { pid, started, command }
})

/** The process of an id, if it lives. */
export const processOf = (
  pid: number
): Effect.Effect<ProcessInfo | undefined, never, FileSystem.FileSystem | ChildProcessSpawner.ChildProcessSpawner> =>
  Effect.map(
    Effect.option<ProcessInfo | undefined, unknown, FileSystem.FileSystem | ChildProcessSpawner.ChildProcessSpawner>(
      process.platform === "linux" ? linuxProcess(pid) : otherProcess(pid)
    ),
    Option.getOrUndefined
  )
