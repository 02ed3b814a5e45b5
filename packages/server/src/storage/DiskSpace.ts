import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { statfs } from "node:fs/promises"

/** With less than this much space the engines cannot be relied upon to write: PostgreSQL's log alone grows by 16 MiB. */
export const leastSpace = 64 * 2 ** 20

/** The free bytes of a directory's disk; infinite where they cannot be read. */
export const freeSpaceFor = (directory: string): Effect.Effect<number> =>
  Effect.tryPromise(() => statfs(directory)).pipe(
    Effect.map(({ bavail, bsize }) => bavail * bsize),
    Effect.orElseSucceed(() => Number.POSITIVE_INFINITY)
  )

/** The free bytes for the data directory, or for PostgreSQL's part of it where that is elsewhere. */
export const makeFreeSpace = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  return Effect.fnUntraced(function*(directory: string) {
    const elsewhere = yield* Effect.orElseSucceed(fs.realPath(path.join(directory, "home")), () => directory)
    return Math.min(yield* freeSpaceFor(directory), yield* freeSpaceFor(elsewhere))
  })
})
