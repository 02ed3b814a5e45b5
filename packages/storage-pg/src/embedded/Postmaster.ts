import { Effect, FileSystem, Option, Path, Schedule } from "effect"
import { run } from "./ServerProcess.ts"

/** A live server of a data directory. */
export interface Postmaster {
  readonly pid: number
  /** The process that runs it, unless it is an orphan. */
  readonly owner: number
  /** Where its socket is. */
  readonly socketDirectory: string
  readonly port: number
  /** Whether the process that started it is gone. */
  readonly isOrphan: boolean
}

/** The setting that carries the pid of the process that started the server. */
export const ownerSetting = "hedgerow.owner"

interface ProcessInfo {
  readonly parent: number
  readonly args: string
}

const linuxProcess = Effect.fnUntraced(function*(pid: number) {
  const fs = yield* FileSystem.FileSystem
  const stat = yield* fs.readFileString(`/proc/${pid}/stat`)
  const args = yield* fs.readFileString(`/proc/${pid}/cmdline`)
  const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
  return { parent, args: args.replaceAll("\0", " ") } satisfies ProcessInfo
})

const otherProcess = Effect.fnUntraced(function*(pid: number) {
  const args = ["-ww", "-o", "ppid=,command=", "-p", String(pid)]
  const { output } = yield* run({ command: "ps", args, runAs: undefined })
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(output) ?? []
  return parent === undefined || command === undefined ? undefined : { parent: Number(parent), args: command }
})

const processOf = (pid: number): Effect.Effect<ProcessInfo | undefined, never, FileSystem.FileSystem> =>
  process.platform === "linux"
    ? Effect.map(Effect.option(linuxProcess(pid)), Option.getOrUndefined)
    : otherProcess(pid)

/**
 * The live server that `postmaster.pid` names, if it is one of this data directory. A server whose parent is not the
 * process it was started by has lost that process: the system gave it another parent. A file that names some other
 * process is removed: PostgreSQL would take that one for its own and refuse to start.
 */
export const findPostmaster = Effect.fnUntraced(function*(dataDirectory: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const name = path.join(dataDirectory, "postmaster.pid")
  const file = yield* fs.readFileString(name).pipe(Effect.orElseSucceed(() => ""))
  const lines = file.split("\n")
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const info = yield* processOf(pid)
  if (info === undefined) return undefined
  if (!info.args.includes(`-D ${dataDirectory} `)) {
    yield* Effect.ignore(fs.remove(name))
    return undefined
  }
  const owner = new RegExp(`${ownerSetting}=(\\d+)`).exec(info.args)?.[1]
  const postmaster: Postmaster = {
    pid,
    owner: info.parent,
    port: Number(lines[3]),
    socketDirectory: lines[4] ?? "",
    isOrphan: Number(owner) !== info.parent
  }
  return postmaster
})

const isAlive = (pid: number): Effect.Effect<boolean, never, FileSystem.FileSystem> =>
  Effect.map(processOf(pid), (info) => info !== undefined && info.args !== "")

/** Stops a server that lost its owner: fast, and at once when that takes longer than ten seconds. */
export const stopOrphan = Effect.fnUntraced(function*(pid: number) {
  const signal = (name: "SIGINT" | "SIGQUIT") => Effect.ignore(Effect.try(() => process.kill(pid, name)))
  const gone = (times: number) =>
    Effect.repeat(isAlive(pid), { while: (alive) => alive, times, schedule: Schedule.spaced("50 millis") })
  yield* Effect.logWarning("Stopping a PostgreSQL that was left behind by a server that died", { pid })
  yield* signal("SIGINT")
  yield* gone(200)
  if (!(yield* isAlive(pid))) return
  yield* signal("SIGQUIT")
  yield* gone(200)
})
