import { Effect, FileSystem, Path, Result } from "effect"
import { randomUUID } from "node:crypto"

/** The name of a freeze of this process. */
export const freezeName = Effect.sync(() => `backup_${process.pid}_${randomUUID().replaceAll("-", "")}`)

/** The directory of a freeze, inside which parts lie as they do in the engine's data. */
export const shadowOf = (data: string, name: string) => Effect.map(Path.Path, (path) => path.join(data, "shadow", name))

const isAbandoned = (name: string): boolean => {
  const pid = Number(/^backup_(\d+)_/.exec(name)?.[1])
  return Number.isInteger(pid) && pid !== process.pid
    && Result.isFailure(Result.try(() => process.kill(pid, 0)))
}

/** Removes what backups that were killed have left: it would keep parts on the disk that nobody reads any more. */
export const removeAbandoned = Effect.fnUntraced(function*(data: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const shadow = path.join(data, "shadow")
  const names = yield* Effect.orElseSucceed(fs.readDirectory(shadow), () => [])
  yield* Effect.forEach(names.filter(isAbandoned), (name) => fs.remove(path.join(shadow, name), { recursive: true }))
}, (effect) => Effect.ignore(effect))
