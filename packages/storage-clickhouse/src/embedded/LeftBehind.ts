import { Effect, FileSystem, Path, Schedule } from "effect"
import { engineMark } from "./EngineProcess.ts"
import { processOf } from "./Processes.ts"

/** The live engine process of a data directory, by the engine's own lock file. */
export const findEngine = Effect.fnUntraced(function*(data: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const status = yield* Effect.orElseSucceed(fs.readFileString(path.join(data, "status")), () => "")
  const pid = /^PID: (\d+)/m.exec(status)?.[1]
  const found = pid === undefined ? undefined : yield* processOf(Number(pid))
  return found?.command.includes(engineMark(data)) === true ? found : undefined
})

const isGone = (data: string) =>
  findEngine(data).pipe(
    Effect.repeat({ while: (engine) => engine !== undefined, times: 100, schedule: Schedule.spaced("50 millis") }),
    Effect.map((engine) => engine === undefined)
  )

/**
 * Ends the engine of an owner that was killed; answers whether there was one. It stops by itself when its owner goes, so
 * that is waited for first.
 */
export const endLeftBehind = Effect.fnUntraced(function*(data: string) {
  const engine = yield* findEngine(data)
  if (engine === undefined) return false
  yield* Effect.logWarning("Ending a ClickHouse that was left behind by a server that died", { pid: engine.pid })
  if (yield* isGone(data)) return true
  yield* Effect.ignore(Effect.try(() => process.kill(engine.pid, "SIGKILL")))
  yield* isGone(data)
  return true
})
