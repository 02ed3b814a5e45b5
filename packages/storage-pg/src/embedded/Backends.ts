import { Effect, FileSystem, Schedule } from "effect"
import { isServerOf, processOf } from "./Postmaster.ts"

const numeric = /^\d+$/

/** Whether a process is at work in this data directory for a server that is gone: the system gave it another parent. */
const isLeftBehind = Effect.fnUntraced(function*(pid: string, data: string) {
  const fs = yield* FileSystem.FileSystem
  if ((yield* fs.readLink(`/proc/${pid}/cwd`)) !== data) return false
  const found = yield* processOf(Number(pid))
  if (found === undefined || !found.args.startsWith("postgres:")) return false
  const parent = yield* processOf(found.parent)
  return parent === undefined || !isServerOf(parent, data)
}, (effect) => Effect.orElseSucceed(effect, () => false))

const findLeftBehind = Effect.fnUntraced(function*(data: string) {
  const fs = yield* FileSystem.FileSystem
  const pids = (yield* fs.readDirectory("/proc")).filter((name) => numeric.test(name))
  return yield* Effect.filter(pids, (pid) => isLeftBehind(pid, data), { concurrency: 16 })
})

/**
 * Ends the processes that a killed server has left: they look after it between two steps of their work only, and while
 * one lives no other server may start. Elsewhere than on Linux the directory of a process is not known; there it is
 * waited for.
 */
export const endBackends = Effect.fnUntraced(function*(data: string) {
  if (process.platform !== "linux") return
  const fs = yield* FileSystem.FileSystem
  const endAll = Effect.tap(
    findLeftBehind(yield* fs.realPath(data)),
    (pids) => Effect.forEach(pids, (pid) => Effect.ignore(Effect.try(() => process.kill(Number(pid), "SIGKILL"))))
  )
  yield* Effect.repeat(endAll, {
    while: (pids) => pids.length > 0,
    times: 100,
    schedule: Schedule.spaced("20 millis")
  })
}, (effect) => Effect.ignore(effect))
