import { Effect, FileSystem, Option, Path, Schedule } from "effect"
import { run } from "./ServerProcess.ts"

/** A live server of a data directory. */
export interface Postmaster {
  readonly pid: number
  /** The process that runs it, unless it is an orphan. */
  readonly owner: number
  /** The directory of its socket. */
  readonly socketDirectory: string
  readonly port: number
  /** Whether the process that started it is gone. */
  readonly isOrphan: boolean
}

/** The setting that carries the pid of the process that started the server. */
export const ownerSetting = "hedgerow.owner"

/** The known facts about a live process. */
export interface ProcessInfo {
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

/** The live process of an id. */
export const processOf = (pid: number): Effect.Effect<ProcessInfo | undefined, never, FileSystem.FileSystem> =>
  process.platform === "linux"
    ? Effect.map(Effect.option(linuxProcess(pid)), Option.getOrUndefined)
    : otherProcess(pid)

/** Whether a process is a server of this data directory. */
export const isServerOf = ({ args }: ProcessInfo, dataDirectory: string): boolean =>
  args.includes(`-D ${dataDirectory} `)

const isAlive = (pid: number): Effect.Effect<boolean, never, FileSystem.FileSystem> =>
  Effect.map(processOf(pid), (info) => info !== undefined && info.args !== "")

/** A killed process that is still being taken down has lost its arguments. */
const isEnding = (pid: number) => Effect.map(processOf(pid), (info) => info?.args === "")

/** Removes the lock files of a server that is gone: PostgreSQL would take any process of that id for its own. */
const removeLocks = Effect.fnUntraced(function*(pid: number, files: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.repeat(isEnding(pid), { while: (is) => is, times: 100, schedule: Schedule.spaced("10 millis") })
  yield* Effect.forEach(files, (file) => Effect.ignore(fs.remove(file)), { discard: true })
})

/**
 * The live server that `postmaster.pid` names, if it is one of this data directory. A server whose parent is not the
 * process it was started by has lost that process: the system gave it another parent. A file that names some other
 * process is removed.
 */
export const findPostmaster = Effect.fnUntraced(function*(dataDirectory: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const name = path.join(dataDirectory, "postmaster.pid")
  const file = yield* fs.readFileString(name).pipe(Effect.orElseSucceed(() => ""))
  const lines = file.split("\n")
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const [port = "", socketDirectory = ""] = lines.slice(3)
  const info = yield* processOf(pid)
  if (info === undefined) return undefined
  if (!isServerOf(info, dataDirectory)) {
    yield* removeLocks(pid, [name, path.join(socketDirectory, `.s.PGSQL.${port}.lock`)])
    return undefined
  }
  const owner = new RegExp(`${ownerSetting}=(\\d+)`).exec(info.args)?.[1]
  const postmaster: Postmaster = {
    pid,
    owner: info.parent,
    port: Number(port),
    socketDirectory,
    isOrphan: Number(owner) !== info.parent
  }
  return postmaster
})

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
